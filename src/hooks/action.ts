import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { fromPromise } from 'xstate'
import type { Problem } from '../domain/problem.ts'
import {
  actionDialogMachine,
  type ExecuteInput,
  type ExecuteOutput,
  selectAction,
  selectActionProblem,
  selectIsOpen,
  selectIsRunning,
  selectOutput,
} from '../machines/action-dialog/index.ts'
import type { Result } from '../machines/support/index.ts'
import { attached } from './running/index.ts'

export interface ActionHandle<Action, Output = unknown> {
  /** What is asked about, under way or done. */
  action: Action | undefined
  /** Whether the confirmation is to be shown. */
  isOpen: boolean
  isRunning: boolean
  /** What came of it, once it is done. */
  output: Output | undefined
  /** Why it was refused or failed. */
  problem: Problem | undefined
  /** Opens the confirmation. */
  ask: (action: Action) => void
  /** Does it without asking. */
  run: (action: Action) => void
  confirm: () => void
  dismiss: () => void
  retry: () => void
}

/**
 * Something that a person does, with or without confirmation, kept by an action-dialog actor. `key` is the id of what the action
 * makes: the same again after a lost answer has the same one.
 */
export const useAction = <Action, Output>(
  execute: (action: Action, key: string) => Promise<Result<Output>>,
  options: {
    onDone?: (action: Action, output: Output) => void
    /** Where the page shows no `problem`. */
    onFailed?: (problem: Problem) => void
  } = {},
): ActionHandle<Action, Output> => {
  const machine = useMemo(() => actionDialogMachine<Action, Output>('action'), [])
  // The actor takes over what is provided at each drawing, so that it executes what is in sight.
  const actor = useActorRef(
    machine.provide({
      actors: {
        execute: fromPromise<ExecuteOutput<Output>, ExecuteInput<Action>>(({ input }) =>
          execute(input.action, input.key),
        ),
      },
    }),
    attached,
  )
  const notifyDone = useEffectEvent((action: Action, output: Output) => options.onDone?.(action, output))
  const notifyFailed = useEffectEvent((problem: Problem) => options.onFailed?.(problem))
  useEffect(() => {
    const subscriptions = [
      actor.on('action.succeeded', ({ action, output }) => notifyDone(action, output)),
      actor.on('action.failed', ({ problem }) => notifyFailed(problem)),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor])
  // The same functions each time: what a table is made of depends on them.
  const gestures = useMemo(
    () => ({
      ask: (action: Action) => actor.send({ type: 'ASK', action, key: crypto.randomUUID() }),
      run: (action: Action) => actor.send({ type: 'RUN', action, key: crypto.randomUUID() }),
      confirm: () => actor.send({ type: 'CONFIRM' }),
      dismiss: () => actor.send({ type: 'DISMISS' }),
      retry: () => actor.send({ type: 'RETRY' }),
    }),
    [actor],
  )
  return {
    ...gestures,
    action: useSelector(actor, selectAction<Action, Output>),
    isOpen: useSelector(actor, selectIsOpen<Action, Output>),
    isRunning: useSelector(actor, selectIsRunning<Action, Output>),
    output: useSelector(actor, selectOutput<Action, Output>),
    problem: useSelector(actor, selectActionProblem<Action, Output>),
  }
}
