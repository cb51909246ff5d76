import type { StatusName } from '../../domain/status.ts'
import type { Facts } from '../submission-lifecycle/index.ts'
import type { KnownSubmission, ToldDetails } from './types.ts'

export type SubmissionEvent =
  /** An answer of the API: of a page's question, or of an action. */
  | { type: 'SUBMISSION_RECEIVED'; submission: KnownSubmission }
  /**
   * A live message about this submission, or about another of the provider in the same collection and mode: it has another
   * status, or is the latest no more.
   */
  | {
      type: 'MOVED'
      submissionId: string
      version: number
      status: StatusName
      /** When it happened: an instant of ISO 8601. */
      at: string
      isLatest: boolean
      facts: Facts
      /** The submission that it was made from, where it was re-processed from the stored file of another. */
      copiedFrom?: string | undefined
    }
  /** A live message about a submission: how far its processing is, where it waits, what is ready. */
  | { type: 'TOLD'; submissionId: string; details: ToldDetails }
  /** There is no submission yet; what decides whether one can be begun. */
  | { type: 'NEW_SUBMISSION_RECEIVED'; facts: Facts }

/** Where a submission stands, and its re-processed copy, if there is one. */
export type Standing = Pick<KnownSubmission, 'submissionId' | 'status' | 'copiedTo'>

export type SubmissionEmitted =
  /** Where the submission stands now, for the charts of its page and its steps. */
  | ({ type: 'submission.stands' } & Standing)
  /** What the guards read is known now, or is otherwise: of the submission, or of the one that would be begun. */
  | { type: 'submission.facts' }
  /** A submission of the provider in this collection and mode has moved: this one, or another. */
  | { type: 'submission.moved'; submissionId: string; hasStoredFile: boolean }
