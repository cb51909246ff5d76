import type { StatusName } from '../../domain/status.ts'
import type { ProcessingProgress, StageTime } from '../../domain/wire/progress.ts'
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
  /** How far the stage under way is, as it was last told; null when no stage runs. */
  progress: ProcessingProgress | null
  /** What each stage has taken for files of similar size; empty where there are none. */
  stageTimes: readonly StageTime[]
}

/** How far the processing of a submission has come, of all that was told of it. */
export interface Furthest {
  progress: ProcessingProgress | null
  /** Share of the whole processing that is done, 0 to 1. */
  share: number
}

export interface SubmissionContext {
  /** Undefined as long as there is no submission. */
  submission: KnownSubmission | undefined
  /** Facts of the submission, or of the one that would be begun; undefined until the server has sent them. */
  facts: Facts | undefined
  /** What is shown of the processing: news that come late never take back what people have seen. */
  furthest: Furthest
}
