import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/result.ts'

/** Input of the actor `execute`. */
export interface ExecuteInput<Action> {
  action: Action
}
/** Output of the actor `execute`. */
export type ExecuteOutput<Output> = Result<Output>

export interface ActionDialogContext<Action, Output> {
  action: Action | undefined
  output: Output | undefined
  problem: Problem | undefined
}

export type ActionDialogEmitted<Action, Output> = { type: 'action.succeeded'; action: Action; output: Output }

export type ActionDialogEvent<Action> =
  /** The user wants this done; a dialog asks whether really. */
  | { type: 'ASK'; action: Action }
  /** Done at once, where no confirmation is needed (downloads, a form's own button); in a dialog, with what was entered there. */
  | { type: 'RUN'; action: Action }
  | { type: 'CONFIRM' }
  | { type: 'DISMISS' }
  | { type: 'RETRY' }

/** What views ask of an action. `dialog`: the confirmation is open, also while it runs and when it went wrong. */
export type ActionDialogTag = 'dialog' | 'busy'
