import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/contract.ts'

/** Input of the actor `carryOut`. */
export interface CarryOutInput<Action> {
  action: Action
}
/** Output of the actor `carryOut`. */
export type CarryOutOutput<Output> = Result<Output>

export interface ActionDialogContext<Action, Output> {
  action: Action | undefined
  output: Output | undefined
  problem: Problem | undefined
}

export type ActionDialogEmitted<Action, Output> =
  | { type: 'action.succeeded'; action: Action; output: Output }
  | { type: 'action.failed'; action: Action; problem: Problem }
