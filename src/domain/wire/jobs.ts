import * as z from 'zod/mini'
import {
  type JobRowState,
  jobKinds,
  jobRowStates,
  jobRowsAtMost,
  jobStates,
  submissionJobKinds,
} from '../job.ts'
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
  /** Of the enumeration of specification 1 §3. */
  status: named,
  /** State of the chart `job`. */
  state: z.enum(jobStates),
  /** Number of its last event. */
  version: z.number(),
  /** Submissions at or beyond approval are taken too. */
  withSubmitted: z.boolean(),
  counts: jobCounts,
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
  /** The submission that is decided, and the status that it had when the job was asked for. */
  submissionId: uuid,
  fileName: z.string(),
  /** Key of the output that is made again; absent where the row is about the whole submission. */
  output: z.optional(z.string()),
  /** What that output is called; absent where it has gone since. */
  outputTitle: z.optional(z.string()),
  statusBefore: statusNamed,
  state: z.enum(jobRowStates),
  /** Why it was refused. */
  reason: z.optional(z.string()),
  settledUtc: z.nullable(instant),
})
export type JobRowWire = z.output<typeof jobRow>

const jobWithRows = z.extend(job, { rows: z.array(jobRow) })
export type JobWithRows = z.output<typeof jobWithRows>

export const startJob = call({
  method: 'POST',
  path: '/jobs',
  summary:
    'Has the latest submission of each of these providers re-processed, or a historic amendment requested of it, as a job with a row for each; `Location` names the job. The same id again finds the same job.',
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
    'Jobs, newest first; of one collection or one kind where they are named. The agency sees all, a regulator those that it has asked for.',
  permission: 'monitoring.view',
  query: z.object({
    collectionReference: z.optional(collectionReference),
    kind: z.optional(z.enum(jobKinds)),
    limit,
    offset,
  }),
  response: z.object({ jobs: z.array(job), pagingMetadata: z.object({ total: z.number() }) }),
})

export const getJob = call({
  method: 'GET',
  path: '/jobs/{id}',
  summary: 'A job with what came of each provider, or that as CSV.',
  permission: 'monitoring.view',
  response: jobWithRows,
  produces: ['text/csv'],
})

export const cancelJob = call({
  method: 'POST',
  path: '/jobs/{id}/cancel',
  summary: 'Ends a job: what was decided stands, the other providers are left as they are.',
  permission: 'monitoring.view',
})

/** Whether the row is about the output that a message tells of. */
const isSameOutput = (
  { submissionId, output }: JobRowWire,
  other: { submissionId?: string | undefined; output?: string | undefined },
): boolean => submissionId === other.submissionId && output === other.output

/** The job after a live message about it; the same where it tells nothing new. */
export const jobAfter = (known: JobWithRows, message: LiveMessage): JobWithRows => {
  if (message.type !== 'JOB' || message.jobId !== known.id || message.version <= known.version) return known
  const { row, state, version, counts } = message
  return {
    ...known,
    state,
    version,
    counts,
    rows: row
      ? known.rows.map(one =>
          one.instId === row.instId && (row.output === undefined || isSameOutput(one, row))
            ? { ...one, state: row.state as JobRowState, settledUtc: message.occurredAt }
            : one,
        )
      : known.rows,
  }
}

/** Whether a message tells of a job what has to be asked for: why a row was refused, how it ended, or more than the next event. */
export const isJobBehind = (known: JobWithRows | undefined, message: LiveMessage): boolean =>
  message.type === 'JOB' &&
  message.jobId === known?.id &&
  message.version > known.version &&
  (message.row?.state === 'REFUSED' || message.row === undefined || message.version > known.version + 1)
