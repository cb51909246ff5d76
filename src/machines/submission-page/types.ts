import type { Principal } from '../../domain/principal.ts'
import type { Problem } from '../../domain/problem.ts'
import type { SubmissionMode, SubmissionPage } from '../../domain/status.ts'
import type { NewSubmissionWire } from '../../domain/wire/submissions.ts'
import type { KnownSubmission } from '../submission/index.ts'
import type { Facts } from '../submission-lifecycle/index.ts'
import type { UploadFacts } from '../upload/types.ts'

/** What an address says about the submission; undefined where it says nothing. */
export interface Named {
  mode: SubmissionMode
  collectionId: string
  reference: string | undefined
  instId: string | undefined
}

/** The same about the submission in the answer, or about the one that can be begun. */
export interface Found {
  mode: SubmissionMode
  collectionId: string
  reference: string
  instId: string
}

/** The page in the address, and whether the viewer may see it. */
export interface Place {
  page: SubmissionPage | undefined
  isAllowed: boolean
}

export interface Address {
  /** Undefined for a submission that has not begun. */
  submissionId: string | undefined
  /** Institution that the page is about. */
  instId: string
  named: Named
  place: Place
}

/** The request to the server: a submission, or whether one can be begun. */
export type SubmissionQuestion =
  | { submissionId: string; mode: SubmissionMode }
  | Pick<Found, 'mode' | 'collectionId' | 'instId'>

/** The answer: a submission, one that can be begun, or none because the provider cannot have one there. */
export type SubmissionAnswer = {
  found: Found
  /** Until a fact changes by time alone; undefined where none does. */
  changesInMs: number | undefined
} & (
  | { is: 'begun'; submission: KnownSubmission; liveSequence?: number | undefined }
  | { is: 'notBegun' | 'notOffered'; facts: Facts; beginning: NewSubmissionWire }
)

/** Who would send a file, and the limits of the installation. */
export interface Sender extends Pick<UploadFacts, 'maxBytes' | 'atOnceBytes'> {
  principal: Principal
}

export interface SubmissionPageInput extends Address {
  /** The viewer whom a stepper leads; undefined: the page has no steps. */
  leads?: { isStatutoryCustomer: boolean } | undefined
  /** Spread of the pauses before a retry (`ResourceInput`). */
  spread?: number | undefined
}

export interface SubmissionPageContext extends SubmissionPageInput {
  /** What the last answer says about its address; undefined before the first, and after a deletion. */
  answer: Pick<SubmissionAnswer, 'found' | 'is'> | undefined
  /** The submission as its actor last reported it; undefined before it has begun. */
  known: KnownSubmission | undefined
  /** Facts of the submission, or of the one that would be begun, as its actor last reported them. */
  facts: Facts | undefined
  /** Undefined until the page Upload is shown. */
  sender: Sender | undefined
  problem: Problem | undefined
}
