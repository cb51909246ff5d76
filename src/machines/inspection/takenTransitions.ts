import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, EventObject } from 'xstate'

/**
 * Ids of the transitions (as in `chartOf`) that a machine takes for an event at a snapshot; none when it takes none.
 * Asked of the machine itself, so guards count.
 */
export const takenTransitions = (
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: EventObject,
): string[] =>
  machine.getTransitionData(snapshot, event).map(transition => {
    const source: AnyStateNode = transition.source
    const position = (source.transitions.get(transition.eventType) ?? []).indexOf(transition)
    return `${source.path.join('.')}:${transition.eventType}:${position}`
  })
