import type { SnapshotFrom } from 'xstate'
import type { Problem } from '../../domain/problem.ts'
import type { ActionDialogMachine } from './machine.ts'

export type ActionDialogSnapshot<Action, Output> = SnapshotFrom<ActionDialogMachine<Action, Output>>

/** The action that is asked about, running or just done. */
export const selectAction = <Action, Output>(
  snapshot: ActionDialogSnapshot<Action, Output>,
): Action | undefined => snapshot.context.action

/** Whether the confirmation is open. */
export const selectIsOpen = <Action, Output>(snapshot: ActionDialogSnapshot<Action, Output>): boolean =>
  snapshot.hasTag('dialog')

/** What came of the one that is done; undefined before, and once anything else is asked. */
export const selectOutput = <Action, Output>(
  snapshot: ActionDialogSnapshot<Action, Output>,
): Output | undefined => snapshot.context.output

/** Whether the action has been sent and not been answered yet. */
export const selectIsRunning = <Action, Output>(snapshot: ActionDialogSnapshot<Action, Output>): boolean =>
  snapshot.hasTag('busy')

/** Why it was refused or failed. */
export const selectActionProblem = <Action, Output>(
  snapshot: ActionDialogSnapshot<Action, Output>,
): Problem | undefined => snapshot.context.problem
