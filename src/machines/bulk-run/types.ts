import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/result.ts'

/** What the chart follows of a job. */
export interface FollowedJob {
  /** Number of its last event: what has an older one changes nothing. */
  version: number
  isOver: boolean
}

/** What a job is to decide. */
export interface Asked {
  instIds: readonly string[]
  withSubmitted: boolean
}
/** Input of the actor `request`: the providers that the job is to decide, and its id. */
export interface RequestInput extends Asked {
  jobId: string
}
/** Output of the actor `request`. */
export type RequestOutput = Result<unknown>
/** Input of the actor `cancel`. */
export interface CancelInput {
  jobId: string
}
export type CancelOutput = Result<undefined>

export interface BulkRunInput {
  /** A job that is followed from the start, as the address names it. */
  jobId: string | undefined
  /** Everybody who can be decided about is to be chosen from the start, as soon as they are known. */
  isForAll?: boolean | undefined
}

export interface BulkRunContext {
  jobId: string | undefined
  isForAll: boolean
  /** Providers that are chosen. */
  chosen: readonly string[]
  /** Submissions at or beyond approval are taken too. */
  withSubmitted: boolean
  /** What was asked for and not answered yet, or never: the server may have made that job. */
  asked: RequestInput | undefined
  job: FollowedJob | undefined
  problem: Problem | undefined
}

export type BulkRunEvent =
  /** Who can be decided about is known. */
  | { type: 'ROWS_KNOWN'; instIds: readonly string[] }
  | { type: 'CHOOSE'; instIds: readonly string[]; isChosen: boolean }
  | { type: 'ASK' }
  | { type: 'INCLUDE_SUBMITTED'; isIncluded: boolean }
  | { type: 'DISMISS' }
  /**
   * With the providers that the confirmation names. The id is made by the caller, fresh for each press; one for which the same was
   * asked and no answer came counts in its place.
   */
  | { type: 'CONFIRM'; instIds: readonly string[]; jobId: string }
  /** An answer or a live message says where the job stands. */
  | { type: 'PROGRESS'; job: FollowedJob }
  | { type: 'CANCEL' }
  | { type: 'AGAIN' }

export type BulkRunEmitted =
  | { type: 'bulkRun.started'; jobId: string }
  /** The table is chosen from anew. */
  | { type: 'bulkRun.again' }

/** What views ask. */
export type BulkRunTag = 'dialog' | 'busy'
