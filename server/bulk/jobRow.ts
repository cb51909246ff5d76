import { sql, type Transaction } from 'kysely'
import type { JobKind, JobRowState, JobStateName } from '../../src/domain/job.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { JobFacts, JobPlace } from '../../src/machines/job/index.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** A job, with what its rows have come to. */
export interface JobRecord {
  id: string
  kind: JobKind
  collectionId: string
  reference: string
  collectionName: string
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

const selection = sql`
  select j.id, j.kind, j.collection_id as "collectionId", c.reference, c.name as "collectionName", j.place, j.version, j.actor,
    j.with_submitted as "withSubmitted", j.created_utc as created, j.started_utc as started, j.ended_utc as ended,
    r.waiting, r.done, r.refused, r."left"
  from job j
  join collection c on c.id = j.collection_id
  cross join lateral (
    select count(*) filter (where state = 'WAITING')::int as waiting, count(*) filter (where state = 'DONE')::int as done,
      count(*) filter (where state = 'REFUSED')::int as refused, count(*) filter (where state = 'LEFT')::int as "left"
    from job_row where job_id = j.id
  ) r`

const plain = ({ waiting, done, refused, left, ...job }: Row): JobRecord => ({
  ...job,
  counts: { WAITING: waiting, DONE: done, REFUSED: refused, LEFT: left },
})

/** Where a job stands that was asked for. */
export const jobStateOf = ({ place }: Pick<JobRecord, 'place'>): JobStateName => {
  if (place === 'NONE') throw new Error('A job that nobody has asked for has no state.')
  return place
}

/** The job of an id; undefined where there is none. The transaction's scope has to be 'all', here and below. */
export const findJob = async (tx: Tx, id: string): Promise<JobRecord | undefined> => {
  const { rows } = await sql<Row>`${selection} where j.id = ${id}::uuid`.execute(tx)
  return rows.map(plain)[0]
}

/** The same, locked until the transaction ends. */
export const lockJob = async (tx: Tx, id: string): Promise<JobRecord | undefined> => {
  // Locked first: what is counted of the rows is then what the last decision has left.
  await sql`select 1 from job where id = ${id}::uuid for update`.execute(tx)
  return findJob(tx, id)
}

/** Jobs of all collections or of one, newest first, with how many there are. */
export const listJobs = async (
  tx: Tx,
  of: { reference: string | undefined; kind: JobKind | undefined; limit: number; offset: number },
): Promise<{ jobs: JobRecord[]; total: number }> => {
  const wanted = sql`(${of.reference ?? null}::text is null or c.reference = ${of.reference ?? null})
    and (${of.kind ?? null}::text is null or j.kind = ${of.kind ?? null})`
  const { rows } = await sql<Row>`${selection} where ${wanted}
    order by j.created_utc desc, j.id limit ${of.limit} offset ${of.offset}`.execute(tx)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from job j join collection c on c.id = j.collection_id where ${wanted}`.execute(
    tx,
  )
  return { jobs: rows.map(plain), total: counted.rows[0]?.total ?? 0 }
}

/** What became of one provider. */
export interface DecidedRow {
  instId: string
  provider: string
  submissionId: string
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
      s.file_name as "fileName", r.status_id as "statusId", r.state, r.reason, r.settled_utc as settled
    from job_row r
    join organisation o on o.id = r.inst_id
    join submission s on s.id = r.submission_id
    where r.job_id = ${jobId}::uuid order by r.ordinal`.execute(tx)
  return rows
}

/** A row that is to be decided. */
export interface WaitingRow {
  instId: string
  submissionId: string
}

/** The row that is decided next; undefined where none waits. */
export const nextRow = async (tx: Tx, jobId: string): Promise<WaitingRow | undefined> => {
  const { rows } = await sql<WaitingRow>`
    select inst_id as "instId", submission_id as "submissionId" from job_row
    where job_id = ${jobId}::uuid and state = 'WAITING' order by ordinal limit 1`.execute(tx)
  return rows[0]
}

/** What the guards of a job read. */
export const factsOfJob = async (
  tx: Tx,
  { id, kind, collectionId, counts }: Pick<JobRecord, 'id' | 'kind' | 'collectionId' | 'counts'>,
): Promise<JobFacts> => {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from job
    where collection_id = ${collectionId} and id <> ${id}::uuid and place in ('NEW', 'IN_PROGRESS')`.execute(
    tx,
  )
  return { kind, waiting: counts.WAITING, refused: counts.REFUSED, others: rows[0]?.others ?? 0 }
}
