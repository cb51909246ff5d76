import * as z from 'zod/mini'
import { isJobOver, jobRowsAtMost } from '../job.ts'
import {
  type JobKind,
  type JobRowState,
  jobKinds,
  jobRowStates,
  jobStates,
  submissionJobKinds,
} from '../jobPlace.ts'
import { call } from './call.ts'
import {
  collectionId,
  collectionReference,
  instant,
  instId,
  limit,
  named,
  offset,
  statusNamed,
  uuid,
} from './common.ts'
import type { LiveMessage } from './live.ts'

/** How many rows stand where. */
export const jobCounts = z.object({
  WAITING: z.number(),
  DONE: z.number(),
  REFUSED: z.number(),
  LEFT: z.number(),
})

export const job = z.object({
  id: uuid,
  kind: z.enum(jobKinds),
  collection: z.object({ id: collectionId, reference: collectionReference, name: z.string() }),
  /** Which one of its kind: the name of the delivery, the provider of the record that is pseudonymised. */
  subject: z.optional(z.string()),
  /** Of a job of the kind IMPACT: the specification that it is about. */
  specificationId: z.optional(z.number()),
  /** Of the enumeration of specification 1 §3. */
  status: named,
  /** State of the chart `job`. */
  state: z.enum(jobStates),
  /** Number of its last event. */
  version: z.number(),
  /** Submissions at or beyond approval are taken too. */
  withSubmitted: z.boolean(),
  counts: jobCounts,
  /** Why all of it failed. */
  reason: z.optional(z.string()),
  /** Who asked for it; empty where it is not known. */
  createdBy: z.string(),
  createdUtc: instant,
  startedUtc: z.nullable(instant),
  endedUtc: z.nullable(instant),
  /** Whether this reader may cancel it now. */
  mayCancel: z.boolean(),
})
export type JobWire = z.output<typeof job>

const jobRow = z.object({
  instId,
  provider: z.string(),
  submissionId: uuid,
  /** Absent of deliveries and pseudonymisations where the reader may not view submissions. */
  fileName: z.optional(z.string()),
  /** Key of the output that is made again; absent where the row is about the whole submission. */
  output: z.optional(z.string()),
  /** What that output is called; absent where it has gone since. */
  outputTitle: z.optional(z.string()),
  /** The status that the submission had when the job was asked for. Absent where the job does not change it: of deliveries and pseudonymisations. */
  statusBefore: z.optional(statusNamed),
  state: z.enum(jobRowStates),
  /** Why it was refused. */
  reason: z.optional(z.string()),
  settledUtc: z.nullable(instant),
})
export type JobRowWire = z.output<typeof jobRow>

const jobWithRows = z.extend(job, { rows: z.array(jobRow) })
export type JobWithRows = z.output<typeof jobWithRows>

const jobList = z.object({ jobs: z.array(job), pagingMetadata: z.object({ total: z.number() }) })
type JobList = z.output<typeof jobList>

export const startJob = call({
  method: 'POST',
  path: '/jobs',
  summary:
    'Has the latest submission of each of these providers re-processed, or a historic amendment requested of it, as a job with a row for each; `Location` names the job. The same request again finds the same job; another one under its id is refused.',
  permission: 'management.view',
  status: 202,
  body: z.object({
    id: uuid,
    kind: z.enum(submissionJobKinds),
    collectionReference,
    instIds: z.array(instId).check(z.minLength(1), z.maxLength(jobRowsAtMost)),
    /** Re-processing takes submissions at or beyond approval too; by default it leaves them out. */
    withSubmitted: z.optional(z.boolean()),
  }),
})

export const listJobs = call({
  method: 'GET',
  path: '/jobs',
  summary:
    'Jobs, newest first; of one collection or one kind where they are named. The agency sees those of all, a regulator those that it has asked for, a customer its deliveries. A delivery has its own id here, a pseudonymisation that of its submission.',
  permission: 'monitoring.jobs',
  query: z.object({
    collectionReference: z.optional(collectionReference),
    kind: z.optional(z.enum(jobKinds)),
    limit,
    offset,
  }),
  response: jobList,
})

export const getJob = call({
  method: 'GET',
  path: '/jobs/{id}',
  summary: 'A job with what came of each provider, or that as CSV.',
  permission: 'monitoring.jobs',
  response: jobWithRows,
  produces: ['text/csv'],
})

export const cancelJob = call({
  method: 'POST',
  path: '/jobs/{id}/cancel',
  summary: 'Ends a job: what was decided stands, the other providers are left as they are.',
  permission: 'monitoring.jobs',
})

/** Whether the row is about the output that a message tells of. */
const isSameOutput = (
  { submissionId, output }: JobRowWire,
  other: { submissionId?: string | undefined; output?: string | undefined },
): boolean => submissionId === other.submissionId && output === other.output

type JobNews = Extract<LiveMessage, { type: 'JOB' }>

/** A live message that tells something new of a job; undefined of another one. */
const newsOf = (
  { id, kind, version }: Pick<JobWire, 'id' | 'kind' | 'version'>,
  message: LiveMessage,
): JobNews | undefined =>
  message.type === 'JOB' && message.jobId === id && message.kind === kind && message.version > version
    ? message
    : undefined

/** Where a job stands after a message. The decision about its last row ends it, and no other message says when that was. */
const standingAfter = ({ state, version, counts, occurredAt }: JobNews) => ({
  state,
  version,
  counts,
  ...(isJobOver(state) ? { endedUtc: occurredAt } : {}),
})

/** The job after a live message about it; the same where it tells nothing new. */
export const jobAfter = (known: JobWithRows, message: LiveMessage): JobWithRows => {
  const news = newsOf(known, message)
  if (!news) return known
  const { row, occurredAt } = news
  return {
    ...known,
    ...standingAfter(news),
    rows: row
      ? known.rows.map(one =>
          one.instId === row.instId && (row.output === undefined || isSameOutput(one, row))
            ? { ...one, state: row.state as JobRowState, settledUtc: occurredAt }
            : one,
        )
      : known.rows,
  }
}

/** A page of jobs after a live message about one of them; the same where it tells nothing new. */
export const jobsAfter = (known: JobList, message: LiveMessage): JobList =>
  known.jobs.some(job => newsOf(job, message))
    ? {
        ...known,
        jobs: known.jobs.map(job => {
          const news = newsOf(job, message)
          return news ? { ...job, ...standingAfter(news) } : job
        }),
      }
    : known

/** Whether a message tells of a job what has to be asked for: why a row was refused, how it ended, or more than the next event. */
export const isJobBehind = (known: JobWithRows | undefined, message: LiveMessage): boolean =>
  message.type === 'JOB' &&
  message.jobId === known?.id &&
  message.version > known.version &&
  (message.row?.state === 'REFUSED' || message.row === undefined || message.version > known.version + 1)

/**
 * Whether a list of jobs, of one kind where it is named, has to be asked for again: one was asked for, has begun, is over, or is
 * none any more. What was decided of its rows `jobsAfter` takes of the messages, of which there is one for each.
 */
export const isJobListBehind = (message: LiveMessage, kind?: JobKind): boolean => {
  if (message.type === 'JOB')
    return (
      (kind === undefined || message.kind === kind) && (message.row === undefined || isJobOver(message.state))
    )
  // A pseudonymisation was let begin anew.
  return (
    message.type === 'DPS_STATUS' &&
    message.dpsFileStatus === null &&
    (kind === undefined || kind === 'PSEUDONYMISATION')
  )
}
