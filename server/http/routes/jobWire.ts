import { deliveryJobPlace } from '../../../src/domain/deliveryPlace.ts'
import { jobStatusId, rowCountsWithin, rowStateWithin, seesFileNames } from '../../../src/domain/job.ts'
import type { JobStateName } from '../../../src/domain/jobPlace.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { pseudonymisationJobPlace } from '../../../src/domain/pseudonymisation.ts'
import { statusNameOf } from '../../../src/domain/status.ts'
import type * as wire from '../../../src/domain/wire/jobs.ts'
import { explainDelivery } from '../../../src/machines/delivery/index.ts'
import { explainJob } from '../../../src/machines/job/index.ts'
import { explainPseudonymisation } from '../../../src/machines/pseudonymisation-task/index.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { type DecidedRow, type JobRecord, jobStateOf } from '../../bulk/index.ts'
import { countsOfDelivery, type DeliveredSubmission, type DeliveryRecord } from '../../delivery/index.ts'
import { fromColumn, inLanguage } from '../../messages.ts'
import { namedStatus } from '../../names.ts'
import type { TaskJob } from '../../pseudonymisation/index.ts'

const statusWire = (state: JobStateName, language: Language): wire.JobWire['status'] => ({
  id: jobStatusId(state),
  name: inLanguage(language, message('job', `states.${state}`)),
})

/** A job that is done row after row, with whether its viewer may cancel it, as the chart of jobs says. */
export const jobWire = (record: JobRecord, viewer: UserPrincipal, language: Language): wire.JobWire => {
  const { id, kind, version, withSubmitted, counts, specificationId } = record
  const state = jobStateOf(record)
  // Cancelling is no question of other jobs.
  const facts = { kind, waiting: counts.WAITING, refused: counts.REFUSED, others: 0 }
  return {
    id,
    kind,
    collection: { id: record.collectionId, reference: record.reference, name: record.collectionName },
    ...(specificationId === null ? {} : { specificationId }),
    status: statusWire(state, language),
    state,
    version,
    withSubmitted,
    counts,
    createdBy: record.actor.name,
    createdUtc: record.created.toISOString(),
    startedUtc: record.started?.toISOString() ?? null,
    endedUtc: record.ended?.toISOString() ?? null,
    mayCancel: explainJob(state, facts, { type: 'CANCEL', actor: viewer }).allowed,
  }
}

const reasonWire = (fault: string | null, language: Language): { reason?: string } =>
  fault === null ? {} : { reason: inLanguage(language, fromColumn(fault)) }

/** A delivery as a job, and whether its viewer may cancel it, as the chart of deliveries says. */
export const deliveryJobWire = (
  record: DeliveryRecord,
  viewer: UserPrincipal,
  language: Language,
): wire.JobWire => {
  const { id, place, version, submissions, attempt, fault } = record
  const state = jobStateOf({ place: deliveryJobPlace(place) })
  // Cancelling is no question of the configuration, nor of the time for which it is kept.
  const facts = { isEnabled: true, submissions, attempt, isExpired: false }
  return {
    id,
    kind: 'DELIVERY',
    collection: {
      id: record.collectionId,
      reference: record.collectionReference,
      name: record.collectionName,
    },
    subject: record.name,
    status: statusWire(state, language),
    state,
    version,
    withSubmitted: true,
    counts: countsOfDelivery(record, state),
    ...reasonWire(fault, language),
    createdBy: record.requestedBy ?? inLanguage(language, message('job', 'bySchedule')),
    createdUtc: record.requested.toISOString(),
    startedUtc: record.started?.toISOString() ?? null,
    endedUtc: record.ended?.toISOString() ?? null,
    mayCancel: explainDelivery(place, facts, { type: 'CANCEL', actor: viewer }).allowed,
  }
}

/** A pseudonymisation as a job, and whether its viewer may cancel it, as its chart says. */
export const taskJobWire = (record: TaskJob, viewer: UserPrincipal, language: Language): wire.JobWire => {
  const { submissionId, place, version, fault } = record
  const state = jobStateOf({ place: pseudonymisationJobPlace(place) })
  // What was asked for was ready and had its file; cancelling is no question of the attempt.
  const facts = { isReady: true, hasFile: true, attempt: 0 }
  return {
    id: submissionId,
    kind: 'PSEUDONYMISATION',
    collection: { id: record.collectionId, reference: record.reference, name: record.collectionName },
    subject: record.provider,
    status: statusWire(state, language),
    state,
    version,
    withSubmitted: true,
    counts: rowCountsWithin(state, 1, 1),
    ...reasonWire(fault, language),
    createdBy: record.requestedBy,
    createdUtc: record.requested.toISOString(),
    startedUtc: record.started?.toISOString() ?? null,
    endedUtc: record.ended?.toISOString() ?? null,
    mayCancel: explainPseudonymisation(place, facts, { type: 'CANCEL', actor: viewer }).allowed,
  }
}

/** A row of a job that is done row after row. */
export const rowWire = (
  row: DecidedRow,
  outputTitle: string | undefined,
  language: Language,
): wire.JobRowWire => ({
  instId: row.instId,
  provider: row.provider,
  submissionId: row.submissionId,
  fileName: row.fileName,
  ...(row.output === '' ? {} : { output: row.output }),
  ...(outputTitle === undefined ? {} : { outputTitle }),
  statusBefore: namedStatus(language, statusNameOf(row.statusId)),
  state: row.state,
  ...(row.reason === null ? {} : { reason: inLanguage(language, fromColumn(row.reason)) }),
  settledUtc: row.settled?.toISOString() ?? null,
})

/** The rows of a job that makes one thing of all of them: they come to their end with it. */
const rowsWithin = (
  { state, endedUtc, reason }: wire.JobWire,
  rows: readonly Pick<DeliveredSubmission, 'instId' | 'provider' | 'submissionId' | 'fileName'>[],
  faultOf: string | null,
  viewer: UserPrincipal,
): wire.JobRowWire[] =>
  rows.map(({ instId, provider, submissionId, fileName }) => {
    const isAtFault = submissionId === faultOf
    return {
      instId,
      provider,
      submissionId,
      ...(seesFileNames(viewer) ? { fileName } : {}),
      state: rowStateWithin(state, isAtFault),
      ...(isAtFault && reason !== undefined ? { reason } : {}),
      settledUtc: endedUtc,
    }
  })

/** A delivery as a job, with a row for each of its submissions. */
export const deliveryWithRows = (
  { record, rows }: { record: DeliveryRecord; rows: readonly DeliveredSubmission[] },
  viewer: UserPrincipal,
  language: Language,
): wire.JobWithRows => {
  const job = deliveryJobWire(record, viewer, language)
  return { ...job, rows: rowsWithin(job, rows, record.faultOf, viewer) }
}

/** A pseudonymisation as a job, whose only row is its submission. */
export const taskWithRows = (
  record: TaskJob,
  viewer: UserPrincipal,
  language: Language,
): wire.JobWithRows => {
  const job = taskJobWire(record, viewer, language)
  return { ...job, rows: rowsWithin(job, [record], record.submissionId, viewer) }
}
