import { describe, expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { chartOf } from './chart.ts'
import { compareDecisions, type GuardAnswer } from './decision.ts'

/** A small chart: a request waits in `review.waiting` and can be approved or declined. */
const config = (change: Record<string, unknown> = {}, root: Record<string, unknown> = {}) =>
  chartOf(
    createMachine({
      id: 'request',
      initial: 'review',
      ...root,
      states: {
        review: {
          initial: 'waiting',
          on: { CANCEL: { target: 'closed', guard: 'mayCancel' } },
          states: {
            waiting: { on: { APPROVE: { target: '#request.closed', guard: 'mayApprove' }, ...change } },
          },
        },
        closed: { initial: 'kept', states: { kept: {}, deleted: {} } },
      },
    } as never),
  )

const answers: Record<string, GuardAnswer> = {
  mayApprove: 'depends',
  mayCancel: 'depends',
  isOpen: 'holds',
  isLate: 'fails',
}
const ask = (guard: string): GuardAnswer => answers[guard]
const compare = (after: ReturnType<typeof config>, leaf = 'review.waiting') =>
  compareDecisions(config(), after, leaf, ask)

describe('two charts decide the same', () => {
  it.each([
    [
      'when only a description changes',
      { APPROVE: { target: '#request.closed', guard: 'mayApprove', description: 'New' } },
      {},
    ],
    ['when only the root takes another event', {}, { on: { SUPERSEDED: { target: '.closed' } } }],
    [
      'when only an action changes',
      { APPROVE: { target: '#request.closed', guard: 'mayApprove', actions: 'log' } },
      {},
    ],
    [
      'when the target is named by the state in which it comes to rest',
      { APPROVE: { target: '#request.closed.kept', guard: 'mayApprove' } },
      {},
    ],
  ])('%s', (_, change, root) => {
    expect(compare(config(change, root))).toBeUndefined()
  })

  it('when an added guard holds for the submission', () => {
    const guarded = chartOf(
      createMachine({
        id: 'request',
        initial: 'review',
        states: {
          review: {
            initial: 'waiting',
            on: { CANCEL: { target: 'closed', guard: 'mayCancel' } },
            states: { waiting: { on: { APPROVE: { target: '#request.closed', guard: 'mayApprove' } } } },
          },
          closed: { initial: 'kept', states: { kept: {}, deleted: {} } },
        },
      } as never),
    )
    for (const transition of guarded.transitions) transition.guards.push('isOpen')
    expect(compare(guarded)).toBeUndefined()
  })

  it('in a state that the change does not concern', () => {
    expect(compare(config({ APPROVE: { target: '#request.closed.deleted' } }), 'closed.kept')).toBeUndefined()
  })
})

describe('two charts decide differently', () => {
  it('when an event is gone, or is new', () => {
    const known = config()
    const gone = compare({
      ...known,
      transitions: known.transitions.filter(({ event }) => event !== 'APPROVE'),
    })
    expect(gone?.changes).toMatchObject([{ event: 'APPROVE', after: undefined }])
    const added = compare(config({ DECLINE: { target: '#request.closed' } }))
    expect(added?.changes).toMatchObject([{ event: 'DECLINE', before: undefined }])
  })

  it('when an event leads to another state', () => {
    const other = compare(config({ APPROVE: { target: '#request.closed.deleted', guard: 'mayApprove' } }))
    expect(
      other?.changes.map(({ before, after }) => [before?.moves[0]?.target, after?.moves[0]?.target]),
    ).toEqual([['closed.kept', 'closed.deleted']])
  })

  it('when a guard is added that fails, or that depends on the person', () => {
    const late = config()
    for (const transition of late.transitions) transition.guards.push('isLate')
    expect(compare(late)?.changes.map(({ event, after }) => [event, after])).toEqual([
      ['CANCEL', { event: 'CANCEL', moves: [], refusedBy: ['isLate'] }],
      ['APPROVE', { event: 'APPROVE', moves: [], refusedBy: ['isLate'] }],
    ])
    const unknown = config({ APPROVE: { target: '#request.closed', guard: 'isNew' } })
    expect(compare(unknown)?.changes[0]?.after?.moves[0]?.requires).toEqual(['isNew'])
  })

  it('when the state is missing in one of them', () => {
    const without = config()
    const later = { ...without, states: without.states.filter(({ id }) => id !== 'review.waiting') }
    expect(compare(later)).toEqual({ stateMissing: 'after', changes: [] })
  })
})

it('reads composed guards', () => {
  const either = config()
  for (const transition of either.transitions)
    if (transition.event === 'APPROVE')
      transition.guards = ['or(isLate, isOpen)', 'mayApprove', 'not(isLate)']
  expect(compare(either)).toBeUndefined()
})
