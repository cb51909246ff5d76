import type { StatusName } from '../../domain/status.ts'
import type { Facts } from '../submission-lifecycle/index.ts'
import type { KnownSubmission } from './types.ts'

export type SubmissionEvent =
  /** An answer of the API: of a page's question, or of an action. */
  | { type: 'SUBMISSION_RECEIVED'; submission: KnownSubmission }
  /** A live message about this submission. */
  | { type: 'MOVED'; submissionId: string; version: number; status: StatusName; facts: Facts }
  /** A live message about another submission of the provider in the same collection and mode. */
  | { type: 'OTHER_MOVED'; facts: Facts }
  /** There is no submission yet; what decides whether one can be begun. */
  | { type: 'NEW_SUBMISSION_RECEIVED'; facts: Facts }
