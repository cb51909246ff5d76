import type { JobWithMetadata } from 'pg-boss'
import type { Stage } from '../../src/machines/submission-lifecycle/index.ts'

/** One stage of one submission, to be done by some worker. */
export interface StageJob {
  submissionId: string
  instId: string
  stage: Stage
}

export const deadlineKinds = ['UPLOAD_EXPIRED', 'DISCARD_CONTENT'] as const
export type DeadlineKind = (typeof deadlineKinds)[number]

/** A deadline of a submission. `due` is an instant of the application's clock, in ISO form. */
export interface DeadlineJob {
  kind: DeadlineKind
  submissionId: string
  due: string
}

/** The stored file of a submission is of no use any more. */
export interface DiscardJob {
  submissionId: string
}

/** What is outside tolerance of a submission that was submitted for approval is to have issues. */
export interface IssuesJob {
  submissionId: string
}

/** An event of an issue that the tracker has not heard of. */
export interface TrackerJob {
  issueId: string
  sequence: number
}

/** A job in the hands of this process; `id` and `retryCount` name the attempt. */
export type Held<Data> = JobWithMetadata<Data>

/** Names of the queues in the database. */
export const names = {
  stage: 'stage',
  deadLetter: 'stage.dead',
  deadline: 'deadline',
  discard: 'discard',
  issues: 'issues',
  tracker: 'issues.tracker',
  places: 'places',
  sweep: 'sweep',
  auditSeal: 'audit.seal',
} as const

/** What the jobs of each queue carry. */
export interface Jobs {
  stage: StageJob
  deadLetter: StageJob
  deadline: DeadlineJob
  discard: DiscardJob
  issues: IssuesJob
  tracker: TrackerJob
  places: object
  sweep: object
  auditSeal: object
}
export type QueueName = keyof Jobs
