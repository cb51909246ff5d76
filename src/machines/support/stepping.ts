import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  type ExecutableActionsFrom,
  type SnapshotFrom,
} from 'xstate'

/*
 * An internal of XState: the scope in which a machine takes a transition, made here instead of an actor. `stepping.test.ts` fails if another
 * version asks more of it.
 */

/** What a chart makes of an event: the snapshot after it and the actions to do, none of which is done. */
export type Stepping<M extends AnyStateMachine = AnyStateMachine> = (
  before: SnapshotFrom<M>,
  event: EventFromLogic<M>,
) => [after: SnapshotFrom<M>, actions: ExecutableActionsFrom<M>[]]

/**
 * Takes single steps of one chart. The same as xstate's `transition`, which makes an actor of the chart anew for every
 * event: half of what a decision costs. No actor of the chart may have a system-wide id, for all steps share one system.
 */
export const steppingOf = <M extends AnyStateMachine>(machine: M): Stepping<M> => {
  let self: AnyActorRef | undefined
  return (before, event) => {
    self ??= createActor(machine)
    const actions: ExecutableActionsFrom<M>[] = []
    const scope: AnyActorScope = {
      self,
      system: self.system,
      id: '',
      sessionId: '',
      defer: () => undefined,
      logger: () => undefined,
      stopChild: () => undefined,
      emit: () => undefined,
      actionExecutor: action => actions.push(action as ExecutableActionsFrom<M>),
    }
    return [machine.transition(before, event, scope) as SnapshotFrom<M>, actions]
  }
}
