import type { StatusName } from '../../domain/status.ts'
import type { Facts } from '../submission-lifecycle/index.ts'

/** A submission as the server last described it. */
export interface KnownSubmission {
  submissionId: string
  /** Number of its last event: of two, the one with the higher number is newer. */
  version: number
  status: StatusName
  facts: Facts
  /** Every status that it has come to, oldest first. */
  history: readonly StatusName[]
}

export interface SubmissionContext {
  /** Undefined as long as there is no submission. */
  submission: KnownSubmission | undefined
  /** Facts of the submission, or of the one that would be begun; undefined until the server has sent them. */
  facts: Facts | undefined
}
