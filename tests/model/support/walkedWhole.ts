import { expect, it } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { measure } from '../../../scripts/model/measure.ts'
import { chartOf } from '../../../src/machines/inspection/chart.ts'
import type { ModelSpec } from '../../../src/model/modelOf.ts'

/**
 * The tests that every chart passes: words on every state, no wildcard, an id and an `onError` on every invoke, a bound
 * on eventless loops, and every state, transition and pair of transitions walked on a live actor.
 */
export const isWalkedWhole = <M extends AnyStateMachine>(spec: ModelSpec<M>): void => {
  const chart = chartOf(spec.machine)

  it('says in words what each state is', () => {
    expect(chart.states.filter(({ description }) => description === '').map(({ id }) => id)).toEqual([])
  })

  it('has no wildcard, and handles the failure of everything it invokes', () => {
    expect(chart.transitions.filter(({ event }) => event.includes('*')).map(({ id }) => id)).toEqual([])
    const invokes = chart.states.flatMap(({ id, invokes: invoked }) =>
      invoked.map(one => ({ state: id, id: one.id })),
    )
    const unhandled = invokes.filter(
      ({ state, id }) =>
        !chart.transitions.some(
          ({ source, event }) => source === state && event === `xstate.error.actor.${id}`,
        ),
    )
    expect(unhandled).toEqual([])
    expect(invokes.filter(({ id }) => /^\d+\./.test(id))).toEqual([])
    expect(spec.machine.options?.maxIterations).toBe(1000)
  })

  it('reaches every state and takes every transition and pair on a live actor', async () => {
    const { walks: coverage } = await measure(spec)
    expect(coverage.diverged.slice(0, 3)).toEqual([])
    // A missed state or transition needs another sample, settlement or input in its spec, or is dead and goes.
    expect({
      states: coverage.states.missed,
      transitions: coverage.transitions.missed,
      pairs: coverage.pairs.missed,
      edges: coverage.edges.missed,
    }).toEqual({ states: [], transitions: [], pairs: [], edges: [] })
    expect(coverage.pairs.total).toBeGreaterThan(0)
  })

  it('has only transitions among its exceptions', () => {
    const ids = new Set(chart.transitions.map(({ id }) => id))
    expect(Object.keys(spec.unreachable ?? {}).filter(id => !ids.has(id))).toEqual([])
  })
}
