import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/result.ts'

/** What is decided about one provider, as it was confirmed: news that arrive meanwhile do not change it. */
export interface RowDecision {
  instId: string
  submissionId: string
  /** Where the lifecycle leads by what was confirmed; the server refuses where it leads elsewhere by now. */
  statusId: number
  /** What the provider, and who decides next, is to know; empty where nothing. Stored with each decision. */
  note: string
}

/** What became of a row: `undefined` of the problem where it is done. */
export interface RowOutcome {
  isDone: boolean
  problem: Problem | undefined
}

/** Input of the actor `decide`. */
export type DecideInput = RowDecision
/** Output of the actor `decide`. */
export type DecideOutput = Result<unknown>

export interface BulkDecisionContext {
  /** Providers that are chosen. */
  chosen: readonly string[]
  /** Decisions that are still to be made, the one that is being made first. */
  waiting: readonly RowDecision[]
  /** What became of the rows that are decided, by provider. */
  outcomes: Readonly<Record<string, RowOutcome>>
}

export type BulkDecisionEvent =
  | { type: 'CHOOSE'; instIds: readonly string[]; isChosen: boolean }
  | { type: 'ASK' }
  /** Goes back from the dialog, or puts the result away. */
  | { type: 'DISMISS' }
  /** With the decisions that the confirmation names. */
  | { type: 'CONFIRM'; decisions: readonly RowDecision[] }
  /** Ends it after the row that is being decided. */
  | { type: 'STOP' }

export type BulkDecisionEmitted =
  /** All rows are decided, or it was stopped. */
  { type: 'bulkDecision.settled' }

/** What views ask. */
export type BulkDecisionTag = 'choosing' | 'dialog' | 'busy' | 'settled'
