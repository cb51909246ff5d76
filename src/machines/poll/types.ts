import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/result.ts'

/** Input of the actor `ask`. */
export interface AskInput<Params> {
  params: Params
}

/** Output of the actor `ask`; `isAwaited`: it is what is waited for. */
export type AskOutput<Data> = Result<{ data: Data; isAwaited: boolean }>

export interface PollInput<Params> {
  /** Absent: nothing is asked until PARAMS_CHANGED. */
  params: Params | undefined
  everyMs: number
}

export interface PollContext<Data, Params> extends PollInput<Params> {
  data: Data | undefined
  /** Why the question was refused; undefined where it was not. */
  problem: Problem | undefined
  /** Questions in a row without an answer. */
  failures: number
}

export type PollEvent<Params> =
  /** Another question; undefined: none. */
  | { type: 'PARAMS_CHANGED'; params: Params | undefined }
  /** Something may have changed, or somebody wants to know: ask now. */
  | { type: 'ASK' }
