import { expect, it } from 'vitest'
import { assign, emit, fromPromise, getInitialSnapshot, setup, transition } from 'xstate'
import { steppingOf } from './stepping.ts'

const chart = setup({
  types: { events: {} as { type: 'PAY'; coin: number } | { type: 'PUSH' }, context: {} as { paid: number } },
  actions: { click: () => undefined },
  actors: { wait: fromPromise(async () => undefined) },
  delays: { tired: 1000 },
}).createMachine({
  id: 'gate',
  context: { paid: 0 },
  initial: 'shut',
  states: {
    shut: {
      on: {
        PAY: {
          target: 'open',
          guard: ({ event }) => event.coin > 0,
          actions: [assign(({ event }) => ({ paid: event.coin })), 'click', emit({ type: 'paid' })],
        },
      },
    },
    open: { invoke: { id: 'wait', src: 'wait' }, after: { tired: 'shut' }, on: { PUSH: 'shut' } },
  },
})

it('a step has the snapshot and the actions of the transition of XState', () => {
  const take = steppingOf(chart)
  const shut = getInitialSnapshot(chart)
  const [open] = transition(chart, shut, { type: 'PAY', coin: 2 })
  const steps = [
    [shut, { type: 'PAY', coin: 2 }],
    [shut, { type: 'PAY', coin: 0 }],
    [shut, { type: 'PUSH' }],
    [open, { type: 'PUSH' }],
  ] as const
  for (const [before, event] of steps) {
    const [[after, actions], [expected, expectedActions]] = [
      take(before, event),
      transition(chart, before, event),
    ]
    expect(
      [after.value, after.context, actions.map(({ type }) => type)],
      'XState asks more of an AnyActorScope than steppingOf gives it: mend it, for every decision takes a step',
    ).toEqual([expected.value, expected.context, expectedActions.map(({ type }) => type)])
  }
})
