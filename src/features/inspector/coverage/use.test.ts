import { describe, expect, it } from 'vitest'
import { statusOf } from '../../../domain/status.ts'
import { chartOf } from '../../../machines/inspection/chart.ts'
import { submissionLifecycle } from '../../../machines/submission-lifecycle/index.ts'
import { pairOf, splitPair, standingOf, together } from '../../../model/coverage.ts'
import { marksOf, walkedByTraffic } from './use.ts'

const chart = chartOf(submissionLifecycle)
const ids = chart.transitions.map(({ id }) => id)
const [submitId, approveId] = [
  'qualityAssurance.qualityProcessingComplete:SUBMIT:0',
  'approval.analystApproval:APPROVE:0',
]
const declineId = 'approval.analystApproval:DECLINE:0'
const move = (event: string, from: Parameters<typeof statusOf>[0], to: Parameters<typeof statusOf>[0]) => ({
  event,
  fromStatusId: statusOf(from).id,
  toStatusId: statusOf(to).id,
})
const submit = move('SUBMIT', 'QUALITY_PROCESSING_COMPLETE', 'ANALYST_APPROVAL')
const approve = move('APPROVE', 'ANALYST_APPROVAL', 'AGENCY_APPROVAL')

describe('what real traffic used', () => {
  const walked = walkedByTraffic(chart, {
    moves: [
      { move: submit, count: 1200 },
      { move: approve, count: 3 },
      { move: move('SUBMIT', 'APPROVED', 'SIGNED_OFF'), count: 1 },
    ],
    pairs: [{ first: submit, second: approve, count: 3 }],
  })

  it('is told by the transitions of the chart; a move that it does not have is left out', () => {
    expect(walked).toEqual({
      transitions: { [submitId]: 1200, [approveId]: 3 },
      pairs: { [pairOf(submitId, approveId)]: 3 },
    })
  })

  it('is marked with its count; what was never used is marked too, unless it cannot be', () => {
    const marks = marksOf(
      standingOf(ids, walked.transitions, { [declineId]: 'No one declines.' }),
      walked.transitions,
    )
    expect(marks.get(submitId)).toEqual({ tone: 'covered', label: '1.2k' })
    expect(marks.get('approval.scApproval:DECLINE:0')).toEqual({ tone: 'missed' })
    expect(marks.has(declineId)).toBe(false)
    expect(marks.size).toBe(chart.transitions.length - 1)
  })

  it('adds to what the tests used', () => {
    const all = together([{ transitions: { [approveId]: 4 }, pairs: {} }, walked])
    expect(all.transitions).toEqual({ [submitId]: 1200, [approveId]: 7 })
    expect(all.pairs).toEqual(walked.pairs)
  })
})

it('takes a pair apart again', () => {
  expect(splitPair(pairOf(submitId, approveId))).toEqual([submitId, approveId])
})
