import type { SubmissionJobKind } from '../../domain/jobPlace.ts'
import type { UserPrincipal } from '../../domain/principal.ts'
import type { Problem } from '../../domain/problem.ts'
import type { ResponseOf } from '../../domain/wire/call.ts'
import type { listCollectionSubmissions } from '../../domain/wire/collections.ts'
import type { JobWithRows } from '../../domain/wire/jobs.ts'
import type { ResourceParentEvent } from '../resource/index.ts'
import type { Result } from '../support/result.ts'

/** Whose submissions the job would decide, what it would do, and who starts it. */
export interface CollectionOfRun {
  id: string
  reference: string
  kind: SubmissionJobKind
  principal: UserPrincipal
}

/** An answer of the page's resources: the rows while choosing, the job while following. */
export type FetchedAnswer = ResponseOf<typeof listCollectionSubmissions> | JobWithRows

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
  /** Whose rows are chosen from; undefined where the page lists something else. */
  collection?: CollectionOfRun | undefined
  /** Spread of the pauses before a retry (`ResourceInput`). */
  spread?: number | undefined
}

export interface BulkRunContext {
  jobId: string | undefined
  isForAll: boolean
  collection: CollectionOfRun | undefined
  spread: number | undefined
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
  /** From the page's resources. */
  | ResourceParentEvent<FetchedAnswer>
  /** The router went to an address; also sent when the page starts. */
  | { type: 'ADDRESS_CHANGED'; jobId: string | undefined; isForAll: boolean }
  | { type: 'CHOOSE'; instIds: readonly string[]; isChosen: boolean }
  | { type: 'ASK' }
  | { type: 'INCLUDE_SUBMITTED'; isIncluded: boolean }
  | { type: 'DISMISS' }
  /**
   * With the providers that the confirmation names. The id is made by the caller, fresh for each press; one for which the same was
   * asked and no answer came counts in its place.
   */
  | { type: 'CONFIRM'; instIds: readonly string[]; jobId: string }
  | { type: 'CANCEL' }
  | { type: 'AGAIN' }

export type BulkRunEmitted =
  /** The address has to name this job; undefined: none, the table is shown again. */
  | { type: 'bulkRun.leads'; jobId: string | undefined }
  /** A resource of the page has crashed. */
  | { type: 'bulkRun.fault'; error: unknown }

/** What views ask. */
export type BulkRunTag = 'dialog' | 'busy' | 'following'
