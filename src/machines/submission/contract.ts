import type { StatusName } from '../../domain/status.ts'
import type { Facts } from '../submission-lifecycle/index.ts'

/** How a submission stands, as the server says it. */
export interface Standing {
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
  standing: Standing | undefined
  /** Facts of the submission, or of the one that would be begun; undefined until the server has told them. */
  facts: Facts | undefined
}
