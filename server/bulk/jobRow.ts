import { sql, type Transaction } from 'kysely'
import type { ImpactFindings } from '../../src/domain/impact.ts'
import { excludesJob, type JobParties } from '../../src/domain/job.ts'
import {
  isJobMade,
  type JobRowState,
  type JobStateName,
  jobTags,
  type RowJobKind,
} from '../../src/domain/jobPlace.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { JobFacts, JobPlace } from '../../src/machines/job/index.ts'
import type { Message } from '../../src/messages/message.ts'
import type { SubmissionRow } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { toColumn } from '../messages.ts'

type Tx = Transaction<Database>

/** A job, with what its rows have come to. */
export interface JobRecord {
  id: string
  kind: RowJobKind
  collectionId: string
  reference: string
  collectionName: string
  /** Whose impact it finds out; null of a job of another kind. */
  specificationId: number | null
  place: JobPlace
  version: number
  actor: UserPrincipal
  withSubmitted: boolean
  created: Date
  started: Date | null
  ended: Date | null
  counts: Record<JobRowState, number>
}

interface Row extends Omit<JobRecord, 'counts'> {
  waiting: number
  done: number
  refused: number
  left: number
}

/** Rows of jobs of every kind; the output is empty where a row is about the whole submission. */
const everyRow = sql`(
    select job_id, ordinal, inst_id, submission_id, '' as output, status_id, state, reason, settled_utc from job_row
    union all
    select job_id, ordinal, inst_id, submission_id, output, status_id, state, reason, settled_utc from job_output)`

/** Where a row stands that is still to be decided. */
const waiting: JobRowState = 'WAITING'
const countOf = (state: JobRowState) => sql`count(*) filter (where state = ${state})::int`

const selection = sql`
  select j.id, j.kind, j.collection_id as "collectionId", c.reference, c.name as "collectionName",
    j.specification_id as "specificationId", j.place, j.version, j.actor,
    j.with_submitted as "withSubmitted", j.created_utc as created, j.started_utc as started, j.ended_utc as ended,
    r.waiting, r.done, r.refused, r."left"
  from job j
  join collection c on c.id = j.collection_id
  cross join lateral (
    select ${countOf('WAITING')} as waiting, ${countOf('DONE')} as done, ${countOf('REFUSED')} as refused,
      ${countOf('LEFT')} as "left"
    from ${everyRow} of_job where job_id = j.id
  ) r`

const plain = ({ waiting: WAITING, done: DONE, refused: REFUSED, left: LEFT, ...job }: Row): JobRecord => ({
  ...job,
  counts: { WAITING, DONE, REFUSED, LEFT },
})

/** Where a job stands that was asked for. */
export const jobStateOf = ({ place }: Pick<JobRecord, 'place'>): JobStateName => {
  if (!isJobMade(place)) throw new Error('A job that nobody has asked for has no state.')
  return place
}

/** The jobs of these ids, in no order. The transaction's scope has to be 'all', here and below. */
export const jobsOf = async (tx: Tx, ids: readonly string[]): Promise<JobRecord[]> => {
  const { rows } = await sql<Row>`${selection} where j.id = any(${ids}::uuid[])`.execute(tx)
  return rows.map(plain)
}

/** The job of an id; undefined where there is none. */
export const findJob = async (tx: Tx, id: string): Promise<JobRecord | undefined> =>
  (await jobsOf(tx, [id]))[0]

/** The same, locked until the transaction ends. */
export const lockJob = async (tx: Tx, id: string): Promise<JobRecord | undefined> => {
  // Locked first: what is counted of the rows is then what the last decision has left.
  await sql`select 1 from job where id = ${id}::uuid for no key update`.execute(tx)
  return findJob(tx, id)
}

/** What became of one row: a provider's submission, or one output of it. */
export interface DecidedRow {
  instId: string
  provider: string
  submissionId: string
  /** Key of the output; empty where the row is about the whole submission. */
  output: string
  fileName: string
  /** Status when the job was asked for. */
  statusId: number
  state: JobRowState
  reason: string | null
  settled: Date | null
}

/** Rows of a job, in the order in which they are decided. */
export const rowsOfJob = async (tx: Tx, jobId: string): Promise<DecidedRow[]> => {
  const { rows } = await sql<DecidedRow>`
    select r.inst_id as "instId", o.published_name as provider, r.submission_id as "submissionId",
      r.output, s.file_name as "fileName", r.status_id as "statusId", r.state, r.reason, r.settled_utc as settled
    from ${everyRow} r
    join organisation o on o.id = r.inst_id
    join submission s on s.id = r.submission_id
    where r.job_id = ${jobId}::uuid order by r.ordinal`.execute(tx)
  return rows
}

/** A row that is to be decided. */
export interface WaitingRow {
  instId: string
  submissionId: string
  output: string
}

/** The rows that are decided next, so many at most. */
export const nextRows = async (tx: Tx, jobId: string, most: number): Promise<WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    select inst_id as "instId", submission_id as "submissionId", output from ${everyRow} r
    where job_id = ${jobId}::uuid and state = ${waiting} order by ordinal limit ${most}`.execute(tx)
  return rows
}

/** The row that is decided next; undefined where none waits. */
export const nextRow = async (tx: Tx, jobId: string): Promise<WaitingRow | undefined> =>
  (await nextRows(tx, jobId, 1))[0]

/** Jobs of the collection that are not over, with what says whether they would do the same. */
const underWay = async (
  tx: Tx,
  { id, collectionId }: Pick<JobRecord, 'id' | 'collectionId'>,
): Promise<JobParties[]> => {
  const { rows } = await sql<JobParties>`select kind, actor, specification_id as "specificationId" from job
    where collection_id = ${collectionId} and id <> ${id}::uuid
      and place = any(${jobTags.placesWith('underWay')}::text[])`.execute(tx)
  return rows
}

/** What the guards of a job read. */
export const factsOfJob = async (
  tx: Tx,
  job: Pick<JobRecord, 'id' | 'collectionId' | 'counts'> & JobParties,
): Promise<JobFacts> => {
  const others = (await underWay(tx, job)).filter(other => excludesJob(job, other)).length
  return { kind: job.kind, waiting: job.counts.WAITING, refused: job.counts.REFUSED, others }
}

/** A row as it is written with its job. */
export interface NewRow {
  ordinal: number
  inst_id: string
  submission_id: string
  status_id: number
  /** Of a job that makes outputs. */
  output?: string
}

/** A submission as the row of a new job. */
export const newRow = (row: SubmissionRow, ordinal: number): NewRow => ({
  ordinal,
  inst_id: row.inst_id,
  submission_id: row.id,
  status_id: row.status_id,
})

/** Writes the rows of a new job. */
export const insertRows = async (
  tx: Tx,
  { id, kind }: Pick<JobRecord, 'id' | 'kind'>,
  rows: readonly NewRow[],
): Promise<void> => {
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r (ordinal int, inst_id text, submission_id uuid, status_id int, output text)`
  await (kind === 'IRIS'
    ? sql`insert into job_output (job_id, ordinal, inst_id, submission_id, output, status_id, state)
        select ${id}::uuid, r.ordinal, r.inst_id, r.submission_id, r.output, r.status_id, ${waiting} from ${given}`
    : sql`insert into job_row (job_id, ordinal, inst_id, submission_id, status_id, state)
        select ${id}::uuid, r.ordinal, r.inst_id, r.submission_id, r.status_id, ${waiting} from ${given}`
  ).execute(tx)
}

/** What came of a row, as it is kept. */
export interface SettledRow extends WaitingRow {
  state: Extract<JobRowState, 'DONE' | 'REFUSED'>
  reason: Message | string | null
  /** What was found out, to be kept with it. */
  findings?: ImpactFindings
}

/** Which row it is: a provider's, or an output of a provider's submission. */
export const rowNamed = ({ instId, submissionId, output }: WaitingRow) =>
  output === '' ? { instId } : { instId, submissionId, output }

/** A row as it is told of. */
export const rowSummary = (row: SettledRow) => ({ ...rowNamed(row), state: row.state })

const tableOf = ({ kind }: Pick<JobRecord, 'kind'>) => sql.table(kind === 'IRIS' ? 'job_output' : 'job_row')

/** Keeps what came of a row that waits. */
export const settleRow = async (
  tx: Tx,
  job: Pick<JobRecord, 'id' | 'kind'>,
  { submissionId, output, state, reason }: SettledRow,
  at: Date,
): Promise<void> => {
  const isOutput = job.kind === 'IRIS' ? sql`and output = ${output}` : sql``
  await sql`update ${tableOf(job)} set state = ${state}, settled_utc = ${at},
      reason = ${reason === null ? null : toColumn(reason)}
    where job_id = ${job.id}::uuid and submission_id = ${submissionId}::uuid and state = ${waiting} ${isOutput}`.execute(
    tx,
  )
}

/** Leaves what waits as it is. */
export const leaveRows = async (tx: Tx, job: Pick<JobRecord, 'id' | 'kind'>, at: Date): Promise<void> => {
  const left: JobRowState = 'LEFT'
  await sql`update ${tableOf(job)} set state = ${left}, settled_utc = ${at}
    where job_id = ${job.id}::uuid and state = ${waiting}`.execute(tx)
}
