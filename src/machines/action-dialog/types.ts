import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/result.ts'

/** Input of the actor `execute`. */
export interface ExecuteInput<Action> {
  action: Action
  /** For a call that makes something: the id of what is made, by which the server knows the same request again. */
  key: string
}
/** Output of the actor `execute`. */
export type ExecuteOutput<Output> = Result<Output>

export interface ActionDialogContext<Action, Output> {
  action: Action | undefined
  /** Of the action. */
  key: string | undefined
  /** What got no answer: the server may have done it. */
  unanswered: ExecuteInput<Action> | undefined
  output: Output | undefined
  problem: Problem | undefined
}

export type ActionDialogEmitted<Action, Output> =
  | { type: 'action.succeeded'; action: Action; output: Output }
  /** It was refused, or could not be done. */
  | { type: 'action.failed'; action: Action; problem: Problem }

export type ActionDialogEvent<Action> =
  /**
   * The user wants this done; a dialog asks whether really. The key is made by the caller, fresh each time; where the same got no
   * answer, the key of that counts in its place.
   */
  | { type: 'ASK'; action: Action; key: string }
  /** Done at once, where no confirmation is needed (downloads, a form's own button); in a dialog, with what was entered there. */
  | { type: 'RUN'; action: Action; key: string }
  | { type: 'CONFIRM' }
  | { type: 'DISMISS' }
  | { type: 'RETRY' }

/** What views ask of an action. `dialog`: the confirmation is open, also while it runs and when it went wrong. */
export type ActionDialogTag = 'dialog' | 'busy'
