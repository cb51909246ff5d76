import type { StatusName } from '../../domain/status.ts'
import type { Facts } from '../submission-lifecycle/index.ts'
import type { KnownSubmission, PatchedDetails } from './types.ts'

export type SubmissionEvent =
  /**
   * An answer of the API: of a page's question, or of an action. `changesInMs`: until a fact changes by time alone; absent where
   * none does.
   */
  | { type: 'SUBMISSION_RECEIVED'; submission: KnownSubmission; changesInMs?: number | undefined }
  /**
   * A live message about this submission, or about another of the provider in the same collection and mode: it has another
   * status, or is the latest no more.
   */
  | {
      type: 'STATUS_CHANGED'
      submissionId: string
      version: number
      status: StatusName
      /** When it happened: an instant of ISO 8601. */
      at: string
      isLatest: boolean
      facts: Facts
      /** The submission that it was made from, where it was re-processed from the stored file of another. */
      copiedFrom?: string | undefined
      /** SHA-256 of its stored file, where the message says it. */
      fileHash?: string | undefined
    }
  /** A live message about a submission: how far its processing is, where it waits, what is ready. */
  | { type: 'DETAILS_PATCHED'; submissionId: string; details: PatchedDetails }
  /** There is no submission yet; what decides whether one can be begun. */
  | { type: 'NEW_SUBMISSION_RECEIVED'; facts: Facts; changesInMs?: number | undefined }
