import { expect, it } from 'vitest'
import { inTaskOrder, issueTask, type OrderedTask, submissionTask, transferTask } from './tasks.ts'

const task = (action: OrderedTask['action'], due: string | null, since: string | null) => ({
  action,
  due,
  since,
})
const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T00:00:00Z`

it('tasks of a provider go by due date, then whom they hold up, then the oldest', () => {
  const inOrder = [
    task('answerIssue', '2026-11-20', day(17)),
    task('agreeToTransfers', '2026-12-18', day(16)),
    task('agreeToTransfers', '2026-12-18', day(17)),
    task('correct', '2026-12-18', day(18)),
    task('answerIssue', '2026-12-18', day(1)),
    task('answerIssue', '2026-12-18', day(2)),
    task('upload', null, null),
    task('answerIssue', null, day(1)),
  ]
  expect(inOrder.toReversed().toSorted(inTaskOrder('provider'))).toEqual(inOrder)
})

it('tasks of approvers go by due date, then the longest waiting, whatever they are', () => {
  const inOrder = [
    task('approve', '2026-11-30', day(20)),
    task('answerIssue', '2026-12-18', day(1)),
    task('approve', '2026-12-18', day(2)),
    task('recordSignOff', '2026-12-18', day(3)),
    task('reprocess', null, day(1)),
  ]
  for (const type of ['agency', 'statutory_customer'] as const)
    expect(inOrder.toReversed().toSorted(inTaskOrder(type))).toEqual(inOrder)
})

it('a receiver has a task until it agrees, if it may; a transfer that needs no agreement is none', () => {
  expect(transferTask('awaited', true)).toBe('agreeToTransfers')
  expect(transferTask('awaited', false)).toBeUndefined()
  expect(transferTask('given', true)).toBeUndefined()
  expect(transferTask('notNeeded', true)).toBeUndefined()
})

it('nobody has a task that they may not do', () => {
  const turn = { isFormReturned: true, operationalFailures: true }
  for (const status of ['UNKNOWN', 'QUALITY_PROCESSING_COMPLETE', 'ANALYST_APPROVAL', 'SC_APPROVAL'] as const)
    for (const type of ['provider', 'agency', 'statutory_customer'] as const)
      expect(submissionTask(type, { ...turn, status }, () => false)).toBeUndefined()
  expect(issueTask('agency', 'AWAITING_AGENCY', () => false)).toBeUndefined()
})
