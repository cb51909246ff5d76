import {
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type ExecutableActionsFrom,
} from 'xstate'

type Action = ExecutableActionsFrom<AnyStateMachine>

/** What a chart makes of an event: the snapshot after it and the actions to do, none of which is done. */
export type Stepping = (
  before: AnyMachineSnapshot,
  event: AnyEventObject,
) => [after: AnyMachineSnapshot, actions: Action[]]

/**
 * Takes single steps of one chart: as xstate's `transition`, which makes an actor of the chart anew for every event, and here
 * a million events are asked about. No actor of the chart may have a system-wide id: all steps share one system.
 */
export const steppingOf = (machine: AnyStateMachine): Stepping => {
  const self = createActor(machine)
  return (before, event) => {
    const actions: Action[] = []
    const scope: AnyActorScope = {
      self,
      system: self.system,
      id: '',
      sessionId: '',
      defer: () => undefined,
      logger: () => undefined,
      stopChild: () => undefined,
      emit: () => undefined,
      actionExecutor: action => actions.push(action as Action),
    }
    return [machine.transition(before, event, scope), actions]
  }
}
