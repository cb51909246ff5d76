import type { ActorRef, Snapshot } from 'xstate'
import type { StatusName } from '../../domain/status.ts'
import type { ProcessingProgress } from '../../domain/wire/progress.ts'
import type { SubmissionWire } from '../../domain/wire/submissions.ts'
import type { Facts } from '../submission-lifecycle/index.ts'

/** A status that a submission came to, and when: an instant of ISO 8601. */
export interface Reached {
  status: StatusName
  at: string
}

/** A submission as the server last described it; what the API says in its own terms is here in those of the domain. */
export interface KnownSubmission
  extends Omit<SubmissionWire, 'uuid' | 'status' | 'stateHistory' | 'facts' | 'now' | 'liveSequence'> {
  submissionId: string
  status: StatusName
  facts: Facts
  /** Every status that it has come to, oldest first. */
  history: readonly Reached[]
}

/** What live messages tell of a submission besides its status: one of these at a time. */
export type PatchedDetails = Partial<Pick<KnownSubmission, 'progress' | 'queue' | 'tsvDeliveryLocation'>>

/** How far the processing of a submission has come, of all that was told of it. */
export interface Furthest {
  progress: ProcessingProgress | null
  /** Share of the whole processing that is done, 0 to 1. */
  share: number
}

/** Events to the page that runs it. */
export type SubmissionParentEvent =
  /** After each change of status or facts, in the same step. */
  | {
      type: 'SUBMISSION_UPDATED'
      /** As it is known now; undefined as long as it has not begun. */
      submission: KnownSubmission | undefined
      /** Facts of the submission, or of the one that would be begun. */
      facts: Facts | undefined
      /** The submission of which the news say that its file is stored: this one, or another. */
      stored: string | undefined
      /** SHA-256 of that file, where the message has it. */
      storedHash?: string | undefined
    }
  /** A fact has changed by time alone, of which no message tells: it has to be asked for again. */
  | { type: 'SUBMISSION_DUE' }

export interface SubmissionInput {
  /** The page of the submission. */
  parent: ActorRef<Snapshot<unknown>, SubmissionParentEvent>
}

export interface SubmissionContext extends SubmissionInput {
  /** Undefined as long as there is no submission. */
  submission: KnownSubmission | undefined
  /** Facts of the submission, or of the one that would be begun; undefined until the server has sent them. */
  facts: Facts | undefined
  /** From the last answer, or the last wait, until a fact changes by time alone, in ms; undefined where none does. */
  changesInMs: number | undefined
  /** What is shown of the processing: news that come late never take back what people have seen. */
  furthest: Furthest
}
