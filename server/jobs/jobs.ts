import type { JobWithMetadata } from 'pg-boss'
import type { SubmissionMode } from '../../src/domain/status.ts'
import type { Stage } from '../../src/machines/submission-lifecycle/index.ts'

/** One stage of one submission, to be done by some worker. */
export interface StageJob {
  submissionId: string
  instId: string
  stage: Stage
  mode: SubmissionMode
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

/** A workbook that somebody has asked for. */
export interface WorkbookJob {
  submissionId: string
  field: string
  isWhole: boolean
  regulator: string
}

/** The pseudonymised form of a submission's record is to be made. */
export interface PseudonymisationJob {
  submissionId: string
  /** Nothing is to be made: it was cancelled, and what the attempts up to this one have written goes. */
  removes?: number
}

/** The files that are delivered of a submission are to be made. */
export interface DeliverySetJob {
  submissionId: string
}

/** The package of a delivery is to be made. */
export interface DeliveryJob {
  deliveryId: string
  /** As above. */
  removes?: number
}

/** A decision about many submissions, to be gone through row by row. */
export interface BulkJob {
  jobId: string
}

/** Outputs of submissions that are to be made again, one after another. */
export interface OutputsJob {
  jobId: string
}

/** A mail to be sent. */
export interface MailJob {
  mailId: string
}

/** An event that an address of a provider is to be told of. */
export interface WebhookJob {
  deliveryId: string
}

/** Queues of what is made, or gone through, beside the stages: at somebody's wish or by a schedule. */
export const makingQueues = [
  'workbook',
  'pseudonymisation',
  'deliverySet',
  'delivery',
  'bulk',
  'outputs',
] as const
export type MakingQueue = (typeof makingQueues)[number]

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
  trackerEntry: 'issues.tracker.entry',
  trackerEntryDead: 'issues.tracker.entry.dead',
  trackerPoll: 'issues.tracker.poll',
  makingDead: 'making.dead',
  workbook: 'workbook',
  pseudonymisation: 'pseudonymisation',
  deliverySet: 'delivery.set',
  delivery: 'delivery.package',
  bulk: 'bulk',
  outputs: 'outputs',
  places: 'places',
  sweep: 'sweep',
  auditSeal: 'audit.seal',
  notices: 'notices',
  mail: 'mail',
  webhook: 'webhook',
  webhookDead: 'webhook.dead',
} as const

/** What the jobs of each queue carry. */
export interface Jobs {
  stage: StageJob
  deadLetter: StageJob
  deadline: DeadlineJob
  discard: DiscardJob
  issues: IssuesJob
  tracker: TrackerJob
  trackerEntry: TrackerJob
  trackerEntryDead: TrackerJob
  trackerPoll: object
  makingDead: Jobs[MakingQueue]
  workbook: WorkbookJob
  pseudonymisation: PseudonymisationJob
  deliverySet: DeliverySetJob
  delivery: DeliveryJob
  bulk: BulkJob
  outputs: OutputsJob
  places: object
  sweep: object
  auditSeal: object
  notices: object
  mail: MailJob
  webhook: WebhookJob
  webhookDead: WebhookJob
}
export type QueueName = keyof Jobs
