import { describe, expect, it } from 'vitest'
import { type IssueStatus, issueStatuses } from '../../domain/issue.ts'
import { issueFacts } from '../../model/charts/issue.ts'
import { people } from '../../model/people.ts'
import { issueTaskOf, issueTaskStatusesOf } from './awaiting.ts'

/* Tasks with an issue, by person (decisions §5, §11, §16), written from the specification. */

const asking = {
  submitter: people.submitter,
  signOff: people.signOff,
  guest: people.guest,
  foreigner: people.foreigner,
  admin: people.admin,
  analyst: people.analyst,
  staff: people.staff,
  special: { ...people.staff, roles: ['special-category'] },
  specialEdit: { ...people.staff, roles: ['special-category-edit'] },
  anon: { ...people.staff, roles: ['anon-data-user'] },
  pii: { ...people.staff, roles: ['pii-edit', 'non-pii-edit'] },
  regulator: people.regulator,
  otherRegulator: people.otherRegulator,
  delivery: people.delivery,
}
type Person = keyof typeof asking

const each = (who: readonly Person[], action: string) => Object.fromEntries(who.map(name => [name, action]))
const provider = ['submitter', 'signOff'] as const
const deciders = ['admin', 'analyst'] as const

const expected: Partial<Record<IssueStatus, Record<string, string>>> = {
  FAILED: each(provider, 'retryIssue'),
  AWAITING_PROVIDER: each(provider, 'answerIssue'),
  OVERRIDE_DECLINED: each(provider, 'answerIssue'),
  AWAITING_AGENCY: each(deciders, 'answerIssue'),
  OVERRIDE_REQUESTED: each(deciders, 'decideOverride'),
  AWAITING_STATUTORY_CUSTOMER: each(['regulator'], 'answerIssue'),
}

const tasksAt = (status: IssueStatus, changes: Partial<typeof issueFacts> = {}) =>
  Object.fromEntries(
    Object.entries(asking).flatMap(([name, person]) => {
      const action = issueTaskOf(status, { ...issueFacts, ...changes }, person)
      return action ? [[name, action]] : []
    }),
  )

describe('tasks with an issue', () => {
  it.each(issueStatuses.map(status => [status]))('at %s are as specified', status => {
    expect(tasksAt(status)).toEqual(expected[status] ?? {})
  })

  it('go on after the collection has closed, until it is archived', () => {
    expect(tasksAt('AWAITING_PROVIDER', { collectionState: 'Closed' })).toEqual(expected.AWAITING_PROVIDER)
    expect(tasksAt('OVERRIDE_REQUESTED', { collectionState: 'Closed' })).toEqual(expected.OVERRIDE_REQUESTED)
    for (const status of issueStatuses) expect(tasksAt(status, { collectionState: 'Archived' })).toEqual({})
  })

  it('are looked for at no status by staff who can only read issues', () => {
    for (const name of ['staff', 'special', 'specialEdit', 'anon', 'pii', 'guest', 'delivery'] as const)
      expect(issueTaskStatusesOf(asking[name])).toEqual([])
    expect(issueTaskStatusesOf(people.analyst)).toEqual(['AWAITING_AGENCY', 'OVERRIDE_REQUESTED'])
    expect(issueTaskStatusesOf(people.submitter)).toEqual([
      'FAILED',
      'AWAITING_PROVIDER',
      'OVERRIDE_DECLINED',
    ])
  })
})
