import { expect, it } from 'vitest'
import { type AnyStateMachine, setup } from 'xstate'
import type { ModelSpec } from '../../src/model/modelOf.ts'
import { walkChart } from '../../src/model/walk.ts'

/*
 * What `npm run model` counts: what there is to walk comes from the model, what was walked from live actors. A chart whose guard
 * holds while it is explored, and not for the actor that walks, shows the difference.
 */

/** A door that can be opened, closed and locked; `canLock` is asked each time. */
const doorSpec = (canLock: () => boolean) => {
  const machine = setup({
    types: { events: {} as { type: 'OPEN' } | { type: 'CLOSE' } | { type: 'LOCK' } },
    guards: { canLock },
  }).createMachine({
    id: 'door',
    initial: 'closed',
    states: {
      closed: { on: { OPEN: 'open', LOCK: { target: 'locked', guard: 'canLock' } } },
      open: { on: { CLOSE: 'closed' } },
      locked: {},
    },
  })
  return {
    machine,
    samples: { OPEN: [{ type: 'OPEN' }], CLOSE: [{ type: 'CLOSE' }], LOCK: [{ type: 'LOCK' }] },
    project: () => null,
    inputs: { 'a door': undefined },
  } as ModelSpec<AnyStateMachine>
}

it('counts every edge, transition and pair of a chart that does what its model says', async () => {
  const { edges, transitions, pairs, diverged } = await walkChart(doorSpec(() => true))
  expect({ edges, transitions: transitions.missed, pairs: pairs.missed, diverged }).toEqual({
    edges: { total: 3, missed: [] },
    transitions: [],
    pairs: [],
    diverged: [],
  })
  expect(Object.keys(pairs.counts).toSorted()).toEqual([
    'closed:OPEN:0 → open:CLOSE:0',
    'open:CLOSE:0 → closed:LOCK:0',
    'open:CLOSE:0 → closed:OPEN:0',
  ])
})

/** Whether a live actor is being sent an event: `cause` of `src/model/live.ts` calls. */
const isAskedByWalk = (): boolean => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 100
  const { stack = '' } = new Error('Who asks?')
  Error.stackTraceLimit = stackTraceLimit
  return /model\/live\.ts/.test(stack) && /\bcause\b/.test(stack)
}

it('misses what the live actor does not do, and still counts it as something to walk', async () => {
  const { edges, states, transitions, pairs, diverged } = await walkChart(doorSpec(() => !isAskedByWalk()))
  expect(diverged.length).toBeGreaterThan(0)
  expect(edges).toEqual({ total: 3, missed: ['a door: closed {"type":"LOCK"} locked'] })
  expect(states.missed).toEqual(['locked'])
  expect(transitions.missed).toEqual(['closed:LOCK:0'])
  expect([pairs.total, pairs.missed]).toEqual([3, ['open:CLOSE:0 → closed:LOCK:0']])
})
