import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { chartOf, leavesOf } from '../machines/inspection/chart.ts'

const everyNode = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(everyNode),
]

/** Ids of the machine's transitions as `chartOf` gives them, by definition. */
export const transitionIds = (machine: AnyStateMachine): Map<AnyTransitionDefinition, string> => {
  const ids = new Map<AnyTransitionDefinition, string>()
  for (const node of everyNode(machine.root)) {
    const listed = [...node.transitions].flatMap(([event, definitions]) =>
      definitions.map(definition => ({ event, definition })),
    )
    const always = (node.always ?? []).map(definition => ({ event: '', definition }))
    const seen = new Map<string, number>()
    for (const { event, definition } of [...listed, ...always]) {
      const position = seen.get(event) ?? 0
      seen.set(event, position + 1)
      ids.set(definition, `${node.path.join('.')}:${event}:${position}`)
    }
  }
  return ids
}

/** Ids of all transitions of a chart, those excepted that only its own completion raises. */
export const allTransitions = (machine: AnyStateMachine): string[] =>
  chartOf(machine)
    .transitions.filter(({ event }) => !event.startsWith('xstate.done.state.'))
    .map(({ id }) => id)

/** Leaves in which the chart can rest: not those that an unguarded eventless transition leaves at once. */
export const stableLeaves = (machine: AnyStateMachine): string[] => {
  const chart = chartOf(machine)
  const isLeftAtOnce = (leaf: string) =>
    chart.transitions.some(
      ({ source, event, guards }) => source === leaf && event === '' && guards.length === 0,
    )
  return leavesOf(chart)
    .map(({ id }) => id)
    .filter(id => !isLeftAtOnce(id))
}

/**
 * Types of the events by which an actor ends without its state being left: each can come once, since the actor is then
 * gone.
 */
export const onceOnly = (machine: AnyStateMachine): Set<string> =>
  new Set(
    chartOf(machine)
      .transitions.filter(
        ({ event, targets }) => /^xstate\.(done|error)\.actor\./.test(event) && targets.length === 0,
      )
      .map(({ event }) => event),
  )
