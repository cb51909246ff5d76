import { sql, type Transaction } from 'kysely'
import type { RecordDescription } from '../../../src/domain/record.ts'
import { type SubmissionMode, statusOf } from '../../../src/domain/status.ts'
import type { Database } from '../schema.ts'
import type { Reads } from '../together.ts'

type Tx = Transaction<Database>

/** Status of what was withdrawn: there is no submission (decisions §12). */
const noneId = statusOf('UNKNOWN').id

export interface HistoryRow {
  status_id: number
  actioned: string
}

/** A submission with the names that screens show beside it. Rows of other organisations are not seen (row-level security). */
export interface SubmissionRow {
  id: string
  collection_id: string
  inst_id: string
  mode: SubmissionMode
  status_id: number
  version: number
  is_latest: boolean
  has_stored_file: boolean
  uploader_id: string | null
  submitter_id: string | null
  file_name: string
  file_size: number | null
  file_hash: string | null
  object_key: string | null
  created_utc: Date
  uploaded_utc: Date | null
  /** When its file and the records made of it were removed. */
  content_discarded_utc: Date | null
  uploaded_by: string
  /** The organisation that the uploader acted for; null where it is not known. */
  uploader_organisation: { id: string; name: string } | null
  copied_from: string | null
  originally_uploaded: Date | null
  copied_to: string | null
  student_count: number | null
  /** The record of its specification; null if nobody has said. */
  record: RecordDescription | null
  failure_reason: string | null
  progress: unknown
  error_file_key: string | null
  failures_file_key: string | null
  tsv_delivery_location: string | null
  history: HistoryRow[]
  provider_name: string
  ukprn: string
  country_code: string
  risk_code: string
  regulator_code: string
  collection_reference: string
  collection_name: string
  schema_version: string | null
  ruleset_version: string | null
  /** Versions of the specification that it is processed with, and of the one that its collection has now. */
  specification: string | null
  collection_specification: string | null
}

/** What of a submission its facts are gathered by. */
export type SubjectRow = Pick<
  SubmissionRow,
  | 'id'
  | 'collection_id'
  | 'inst_id'
  | 'mode'
  | 'is_latest'
  | 'has_stored_file'
  | 'uploader_id'
  | 'submitter_id'
>

const columns =
  sql.raw(`s.id, s.collection_id, s.inst_id, s.mode, s.status_id, s.version, s.is_latest, s.has_stored_file, s.uploader_id, s.submitter_id, s.file_name,
    s.file_size, s.file_hash, s.object_key, s.created_utc, s.uploaded_utc, s.content_discarded_utc, s.uploaded_by,
    case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.published_name) end as uploader_organisation, s.copied_from,
    (select f.uploaded_utc from submission f where f.id = s.copied_from) as originally_uploaded,
    (select t.id from submission t where t.copied_from = s.id order by t.created_utc desc limit 1) as copied_to,
    s.student_count, s.failure_reason, s.progress, s.error_file_key, s.failures_file_key, s.tsv_delivery_location,
    coalesce((select jsonb_agg(jsonb_build_object('status_id', e.to_status_id, 'actioned', e.occurred_utc) order by e.sequence)
      from submission_event e where e.submission_id = s.id and e.from_status_id <> e.to_status_id), '[]') as history,
    o.name as provider_name, p.ukprn, p.country_code, p.risk_code, p.regulator_code,
    c.reference as collection_reference, c.name as collection_name, v.schema_version, v.ruleset_version,
    (select r.record from ruleset_version r where r.version = v.ruleset_version) as record,
    w.version as specification, n.version as collection_specification`)

const source = sql.raw(`submission s
  join provider p on p.inst_id = s.inst_id
  join organisation o on o.id = s.inst_id
  left join organisation u on u.id = s.uploader_organisation_id
  join collection c on c.id = s.collection_id
  left join specification w on w.id = s.specification_id
  left join specification n on n.id = c.specification_id
  left join specification v on v.id = coalesce(w.id, n.id)`)

const selection = sql`select ${columns} from ${source}`

/** A submission, and what its institution's live channel had sent when it was read. */
export interface CurrentSubmission extends SubmissionRow {
  live_sequence: number
  /** The latest submission of the provider, if that is another one. */
  replaced_by: string | null
  /** The last declined one of the same bytes. */
  declined_before: { submissionId: string; at: string } | null
}

const plain = <Row extends SubmissionRow>(row: Row): Row => ({
  ...row,
  file_size: row.file_size === null ? null : Number(row.file_size),
})

/** One submission; undefined when the scope sees none of this id. */
export const submissionById = async (tx: Tx, id: string): Promise<CurrentSubmission | undefined> => {
  // In one statement, so that the row is no older than the number.
  const { rows } = await sql<CurrentSubmission>`
    select ${columns}, coalesce((select last from live_sequence q where q.inst_id = s.inst_id), 0)::int as live_sequence,
      case when not s.is_latest then (select l.id from submission l
        where l.collection_id = s.collection_id and l.inst_id = s.inst_id and l.mode = s.mode and l.is_latest) end as replaced_by,
      (select jsonb_build_object('submissionId', d.id,
          'at', to_char(e.occurred_utc at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from submission d join submission_event e on e.submission_id = d.id and e.event in ('DECLINE', 'REQUEST_RESUBMISSION')
        where d.collection_id = s.collection_id and d.inst_id = s.inst_id and d.mode = s.mode and d.file_hash = s.file_hash
          and d.created_utc < s.created_utc and s.copied_from is null
        order by e.occurred_utc desc limit 1) as declined_before
    from ${source} where s.id = ${id}::uuid`.execute(tx)
  return rows[0] && plain(rows[0])
}

/** The newest submission whose stored file has this hash, live, and of the given statuses. */
export const submissionByHash = async (
  tx: Tx,
  hash: string,
  statusIds: readonly number[],
): Promise<SubmissionRow | undefined> => {
  const { rows } = await sql<SubmissionRow>`${selection}
    where s.file_hash = ${hash} and s.mode = 'live' and s.status_id = any(${[...statusIds]}::int[])
    order by s.is_latest desc, s.uploaded_utc desc limit 1`.execute(tx)
  return rows[0] && plain(rows[0])
}

/** A provider's submissions of a collection, newest first; a withdrawn nil return is none any more. */
export const submissionsOf = async (
  tx: Tx,
  of: { collectionId: string; instId: string; mode: SubmissionMode },
): Promise<SubmissionRow[]> => {
  const { rows } = await sql<SubmissionRow>`${selection}
    where s.collection_id = ${of.collectionId} and s.inst_id = ${of.instId} and s.mode = ${of.mode} and s.status_id <> ${noneId}
    order by s.created_utc desc, s.id`.execute(tx)
  return rows.map(plain)
}

/** The latest live submissions of a collection, of one provider or of all that the scope sees. */
export const latestSubmissions = async (
  tx: Tx,
  of: { collectionReference: string; instId?: string | undefined },
): Promise<SubmissionRow[]> => {
  const { rows } = await sql<SubmissionRow>`${selection}
    where c.reference = ${of.collectionReference} and s.mode = 'live' and s.is_latest
      and (${of.instId ?? null}::text is null or s.inst_id = ${of.instId ?? null})
    order by s.inst_id`.execute(tx)
  return rows.map(plain)
}

/** The latest live submissions of one provider, that of the newest collection first. */
export const latestOfProvider = async (
  tx: Tx,
  of: { instId: string; limit: number },
): Promise<SubmissionRow[]> => {
  const { rows } = await sql<SubmissionRow>`${selection}
    where s.inst_id = ${of.instId} and s.mode = 'live' and s.is_latest and s.status_id <> ${noneId}
    order by c.reference desc, s.id limit ${of.limit}`.execute(tx)
  return rows.map(plain)
}

/** Whether the scope sees this provider, and there is one. */
export const seesProvider = async (tx: Reads, instId: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from provider where inst_id = ${instId} and may_see(inst_id)`.execute(
    tx,
  )
  return rows.length > 0
}

/** The id of a collection, by id or reference. */
export const collectionOf = async (
  tx: Tx,
  by: { id: string } | { reference: string },
): Promise<{ id: string; reference: string } | undefined> => {
  const condition = 'id' in by ? sql`id = ${by.id}` : sql`reference = ${by.reference}`
  const { rows } = await sql<{
    id: string
    reference: string
  }>`select id, reference from collection where ${condition}`.execute(tx)
  return rows[0]
}

/** The names of a provider and of a collection; undefined where one of them does not exist. */
export const namesOf = async (
  tx: Reads,
  of: { instId: string; collectionId: string },
): Promise<{ provider: string; reference: string; collection: string } | undefined> => {
  const { rows } = await sql<{ provider: string; reference: string; collection: string }>`
    select o.name as provider, c.reference, c.name as collection from organisation o, collection c
    where o.id = ${of.instId} and c.id = ${of.collectionId}`.execute(tx)
  return rows[0]
}
