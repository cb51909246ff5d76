import { type Message, message } from '../messages/message.ts'
import {
  isJobMade,
  type JobKind,
  type JobPlace,
  type JobRowState,
  type JobStateName,
  jobKinds,
  jobTags,
  type RowJobKind,
  type SubmissionJobKind,
  submissionJobKinds,
} from './jobPlace.ts'
import { type Holder, isPermitted, type Permission } from './permissions.ts'
import {
  isHandedOver,
  isResubmissionRequired,
  isSignedOff,
  type StatusName,
  type StatusTone,
} from './status.ts'

/*
 * Jobs: work on submissions of a collection, one row for each (specification 1 §3 "Job status enumeration"; decisions §10 "Jobs",
 * "Re-processing what was submitted").
 */

/** Whether each row is a decision of the lifecycle. */
export const isOfLifecycle = (kind: RowJobKind): kind is SubmissionJobKind =>
  submissionJobKinds.some(one => one === kind)

const statusIds: Readonly<Record<JobStateName, number>> = {
  NEW: 10,
  IN_PROGRESS: 20,
  COMPLETED: 30,
  COMPLETED_WITH_ERRORS: 40,
  // The enumeration has no word of its own: not everything that was asked for is done.
  CANCELLED: 40,
  FAILED: 50,
}

/** Id of a state in the enumeration of specification 1 §3. */
export const jobStatusId = (state: JobStateName): number => statusIds[state]

/** Whether no worker has begun with it. */
export const isJobNew = (place: JobPlace): boolean => place === 'NEW'

/** Whether its rows are being decided. */
export const isJobRunning = (place: JobPlace): boolean => place === 'IN_PROGRESS'

/** Whether nothing follows any more. */
export const isJobOver = (place: JobPlace): boolean => isJobMade(place) && !jobTags.has(place, 'underWay')

const jobTones: Readonly<Record<JobStateName, StatusTone>> = {
  NEW: 'waiting',
  IN_PROGRESS: 'waiting',
  COMPLETED: 'good',
  COMPLETED_WITH_ERRORS: 'attention',
  CANCELLED: 'attention',
  FAILED: 'failed',
}

/** Colour and icon of a job's state. */
export const jobTone = (state: JobStateName): StatusTone => jobTones[state]

/**
 * Where a row stands of a job that makes one thing of all of its rows: they are done together. Where it failed, the row is refused
 * that it failed for, if there is one.
 */
export const rowStateWithin = (state: JobStateName, isAtFault: boolean): JobRowState => {
  if (jobTags.has(state, 'underWay')) return 'WAITING'
  if (state === 'COMPLETED') return 'DONE'
  return state === 'FAILED' && isAtFault ? 'REFUSED' : 'LEFT'
}

/** How many rows of such a job stand where; `atFault` of them are known to be what it would fail for. */
export const rowCountsWithin = (
  state: JobStateName,
  rows: number,
  atFault: number,
): Record<JobRowState, number> => {
  const counts = { WAITING: 0, DONE: 0, REFUSED: 0, LEFT: 0 }
  counts[rowStateWithin(state, false)] += rows - atFault
  counts[rowStateWithin(state, true)] += atFault
  return counts
}

/** Whether what a row asked for was done. */
export const isRowDone = (state: JobRowState): boolean => state === 'DONE'

/** Where a row stands, as people read it: what was done has a word for each kind of job. */
export const jobRowLabel = (state: JobRowState, kind: JobKind): Message =>
  message('job', state === 'DONE' ? `rows.DONE.${kind}` : `rows.${state}`)

/** What a person needs to have a job of a kind done, or to cancel one. */
export const jobPermission: Readonly<Record<RowJobKind, Permission>> = {
  REPROCESS: 'management.bulk-reprocess',
  HISTORIC_AMENDMENT: 'management.historic-amendment',
  IRIS: 'iris.reprocess',
  IMPACT: 'management.specifications',
}

/** What a person needs to see jobs of a kind: the same as for what they are about. */
const readPermission: Readonly<Record<JobKind, Permission>> = {
  REPROCESS: 'monitoring.view',
  HISTORIC_AMENDMENT: 'monitoring.view',
  IRIS: 'monitoring.view',
  IMPACT: 'monitoring.view',
  DELIVERY: 'delivery.view',
  PSEUDONYMISATION: 'management.view-pseudonymisation',
}

/** Who asks what there is of jobs: for which organisation, in which roles there. */
export interface JobReader extends Holder {
  organisationId: string
}

/** The kinds of which the reader sees jobs. */
export const jobKindsSeenBy = (reader: JobReader): JobKind[] =>
  jobKinds.filter(kind => isPermitted(reader, readPermission[kind]))

/** The organisation whose jobs alone the reader sees; undefined for the agency, which sees those of all. */
export const jobPartyOf = ({ organisationType, organisationId }: JobReader): string | undefined =>
  organisationType === 'agency' ? undefined : organisationId

/** Whether the reader sees a job, and hears of it. `partyId` is whose it is: who asked for it, or to whom it delivers. */
export const seesJob = (
  reader: JobReader,
  { kind, partyId }: { kind: JobKind; partyId: string },
): boolean => {
  const party = jobPartyOf(reader)
  return jobKindsSeenBy(reader).includes(kind) && (party === undefined || party === partyId)
}

/**
 * Whether the reader is told what providers have called their files, of a job that makes one thing of them: a customer gets the
 * delivery, not the submissions that it is made of.
 */
export const seesFileNames = (reader: JobReader): boolean =>
  isPermitted(reader, 'collections.view-submission')

/** What says whether two jobs would do the same. */
export interface JobParties {
  kind: RowJobKind
  /** Who asked for it. */
  actor: { organisationId: string }
  /** Whose impact it finds out; null of a job of another kind. */
  specificationId: number | null
}

/**
 * Whether two jobs of a collection that are under way at once would do the same twice: two that decide about its submissions,
 * two of one organisation that make its outputs again, or two that find out what one specification would change.
 */
export const excludesJob = (one: JobParties, other: JobParties): boolean => {
  if (isOfLifecycle(one.kind)) return isOfLifecycle(other.kind)
  return (
    one.kind === other.kind &&
    (one.kind === 'IRIS'
      ? one.actor.organisationId === other.actor.organisationId
      : one.specificationId === other.specificationId)
  )
}

const jobDecisions = {
  REPROCESS: 'REPROCESSED',
  HISTORIC_AMENDMENT: 'HISTORIC_AMENDMENT_REQUESTED',
} as const satisfies Record<SubmissionJobKind, string>

/** The event of the lifecycle that a job of this kind asks for, row by row. */
export const jobDecision = (kind: SubmissionJobKind): (typeof jobDecisions)[SubmissionJobKind] =>
  jobDecisions[kind]

/** Most rows of one job. */
export const jobRowsAtMost = 1000

/** Whether an approval that is asked for or given would be lost with another submission in this one's place. */
export const wouldLoseApproval = (status: StatusName): boolean =>
  isHandedOver(status) && !isResubmissionRequired(status)

/** What is lost when the file of a submission is processed again, as another submission in its place. */
export const lostByReprocessing = (status: StatusName): 'approval' | 'signOff' | undefined => {
  if (!wouldLoseApproval(status)) return undefined
  return isSignedOff(status) ? 'signOff' : 'approval'
}

/**
 * Whether a job leaves a submission out: re-processing takes only what is not submitted, which is what stands at or beyond
 * approval, unless who asked has ticked the others on purpose (decisions §10). A nil return was never submitted for approval.
 */
export const leavesOut = (
  { kind, withSubmitted }: { kind: RowJobKind; withSubmitted: boolean },
  status: StatusName,
): boolean => kind === 'REPROCESS' && !withSubmitted && isHandedOver(status)
