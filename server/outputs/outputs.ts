import { sql, type Transaction } from 'kysely'
import type { JobRowState } from '../../src/domain/jobPlace.ts'
import { pageOf } from '../database/queries/page.ts'
import { anywhere } from '../database/queries/pattern.ts'
import { reportOf } from '../database/queries/results.ts'
import type { SubmissionRow } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** Code of the report whose tabs are files for a regulator (specification 2 §2.1). */
export const outputsCode = 'IRIS'

/** A file for a regulator, as it is kept in its report. */
interface StoredOutput {
  name: string
  total: number
  csv?: string
  /** When it was made again; absent where it is still the one that processing has made. */
  madeUtc?: string
}

/** A file for a regulator. */
export interface RegulatorOutput {
  /** Its place in the report, from 1: names it in calls. */
  key: string
  title: string
  fileName: string
  producedAt: string
  csv: string
}

/** Name under which an output is saved. */
const fileNameOf = (
  {
    collection_reference: reference,
    inst_id: instId,
  }: Pick<SubmissionRow, 'collection_reference' | 'inst_id'>,
  key: string,
): string => `${outputsCode}.${reference}.${instId}.${key}.csv`

/** When the additional reports of a submission were made: the lifecycle says so, and a report made twice is the same. */
const reportedAt = async (tx: Tx, submissionId: string): Promise<string> => {
  const { occurred_utc } = await tx
    .selectFrom('submission_event')
    .select('occurred_utc')
    .where('submission_id', '=', submissionId)
    .where('event', '=', 'COLLECTION_REPORTS_PASSED')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return occurred_utc.toISOString()
}

/** The outputs of a submission; undefined where none were made of it. */
export const regulatorOutputs = async (
  tx: Tx,
  row: SubmissionRow,
): Promise<RegulatorOutput[] | undefined> => {
  const found = await reportOf(tx, row.id, 'additional', outputsCode)
  if (!found) return undefined
  const { tabs } = found.content as { tabs: StoredOutput[] }
  const reported = await reportedAt(tx, row.id)
  return tabs.map(({ name, csv = '', madeUtc }, at) => ({
    key: String(at + 1),
    title: name,
    fileName: fileNameOf(row, String(at + 1)),
    producedAt: madeUtc ?? reported,
    csv,
  }))
}

/** An output as the list of all of them shows it. */
export interface OutputLine {
  submissionId: string
  key: string
  title: string
  fileName: string
  size: number
  producedAt: string
  instId: string
  provider: string
  submissionFile: string
  uploaded: string
  isLatest: boolean
  /** Where it stands in the last job of the reader's organisation that is about it; null where there is none. */
  state: JobRowState | null
  reason: string | null
}

const instantOf = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Outputs of all live submissions that the transaction's scope sees, with what a list needs of each. */
const everyOutput = sql`
  select s.id as "submissionId", t.key::text as key, t.tab ->> 'name' as title, octet_length(t.tab ->> 'csv') as size,
    coalesce(t.tab ->> 'madeUtc', (
      select ${instantOf(sql`max(e.occurred_utc)`)} from submission_event e
      where e.submission_id = s.id and e.event = 'COLLECTION_REPORTS_PASSED')) as "producedAt",
    s.inst_id as "instId", o.published_name as provider, s.file_name as "submissionFile",
    ${instantOf(sql`coalesce(s.uploaded_utc, s.created_utc)`)} as uploaded, s.is_latest as "isLatest",
    s.collection_id as "collectionId", c.reference, s.status_id as "statusId"
  from report r
  join submission s on s.id = r.submission_id
  join collection c on c.id = s.collection_id
  join organisation o on o.id = s.inst_id
  cross join lateral jsonb_array_elements(r.content -> 'tabs') with ordinality as t (tab, key)
  where r.kind = 'additional' and r.code = ${outputsCode} and s.mode = 'live'`

/** Titles of the outputs of these submissions, each list in the order of the outputs' keys. */
export const outputTitles = async (
  tx: Tx,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await sql<{ submissionId: string; titles: string[] }>`
    select r.submission_id as "submissionId", jsonb_path_query_array(r.content, '$.tabs[*].name') as titles
    from report r
    where r.kind = 'additional' and r.code = ${outputsCode} and r.submission_id = any(${submissionIds}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(({ submissionId, titles }) => [submissionId, titles]))
}

/** Collections that have outputs within the transaction's scope, newest first. */
const collectionsWithOutputs = async (tx: Tx): Promise<{ reference: string; name: string }[]> => {
  const { rows } = await sql<{ reference: string; name: string }>`
    select c.reference, c.name from collection c
    where exists (
      select 1 from submission s join report r on r.submission_id = s.id
      where s.collection_id = c.id and s.mode = 'live' and r.kind = 'additional' and r.code = ${outputsCode})
    order by c.reference desc`.execute(tx)
  return rows
}

/**
 * A page of the outputs of a collection by provider and submission, the newest submission first; of the newest collection that
 * has any, where none is named. The search finds them by provider, number, title and file.
 */
export const listOutputs = async (
  tx: Tx,
  of: { reference: string | undefined; search: string; limit: number; offset: number },
): Promise<{
  collections: { reference: string; name: string }[]
  reference: string | undefined
  outputs: Omit<OutputLine, 'state' | 'reason'>[]
  total: number
}> => {
  const collections = await collectionsWithOutputs(tx)
  const reference = of.reference ?? collections[0]?.reference
  const { rows, total } = await pageOf<
    Omit<OutputLine, 'state' | 'reason' | 'fileName'> & { reference: string }
  >(
    tx,
    {
      columns: sql`f."submissionId", f.key, f.title, f.size, f."producedAt", f."instId", f.provider, f."submissionFile",
        f.uploaded, f."isLatest", f.reference`,
      from: sql`from (${everyOutput}) f
        where f.reference = ${reference ?? null}
          and concat_ws(' ', f."instId", f.provider, f.title, f."submissionFile", f."submissionId")
            ilike ${anywhere(of.search)}`,
      order: sql`f.provider, f."instId", f.uploaded desc, f."submissionId", f.key::int`,
    },
    of,
  )
  return {
    collections,
    reference,
    outputs: rows.map(({ reference: of, ...row }) => ({
      ...row,
      fileName: fileNameOf({ collection_reference: of, inst_id: row.instId }, row.key),
    })),
    total,
  }
}

/** The named outputs within the transaction's scope, in the order of their naming; undefined where one is not there. */
export const findOutputs = async (
  tx: Tx,
  requested: readonly { submissionUuid: string; fileCode: string }[],
): Promise<
  | { instId: string; submissionId: string; statusId: number; output: string; collectionId: string }[]
  | undefined
> => {
  const { rows } = await sql<{
    instId: string
    submissionId: string
    statusId: number
    output: string
    collectionId: string
  }>`
    with requested as (
      select w.ordinal, w.submission, w.code from unnest(
        ${requested.map(({ submissionUuid }) => submissionUuid)}::uuid[], ${requested.map(({ fileCode }) => fileCode)}::text[]
      ) with ordinality as w (submission, code, ordinal)
    )
    select f."instId", f."submissionId", f."statusId", f.key as output, f."collectionId"
    from requested w join (${everyOutput}) f on f."submissionId" = w.submission and f.key = w.code
    order by w.ordinal`.execute(tx)
  return rows.length === requested.length ? rows : undefined
}

/** Where outputs stand in the last job of an organisation that is about each. With the scope 'all'. */
export const lastRuns = async (
  tx: Tx,
  organisationId: string,
  outputs: readonly Pick<OutputLine, 'submissionId' | 'key'>[],
): Promise<{ submissionId: string; output: string; state: JobRowState; reason: string | null }[]> => {
  const { rows } = await sql<{
    submissionId: string
    output: string
    state: JobRowState
    reason: string | null
  }>`
    select distinct on (o.submission_id, o.output) o.submission_id as "submissionId", o.output, o.state, o.reason
    from job_output o join job j on j.id = o.job_id
    where j.actor ->> 'organisationId' = ${organisationId}
      and o.submission_id = any(${[...new Set(outputs.map(({ submissionId }) => submissionId))]}::uuid[])
    order by o.submission_id, o.output, j.created_utc desc`.execute(tx)
  return rows
}

/** Puts what was made anew in the place of an output. False where the submission has no such output any more. */
export const keepOutput = async (
  tx: Tx,
  of: { submissionId: string; output: string },
  made: { total: number; csv: string; madeUtc: string },
): Promise<boolean> => {
  const place = Number(of.output) - 1
  const { rows } = await sql`
    update report set content = jsonb_set(content, array['tabs', ${String(place)}],
      (content -> 'tabs' -> ${place}::int) || ${JSON.stringify(made)}::jsonb)
    where submission_id = ${of.submissionId}::uuid and kind = 'additional' and code = ${outputsCode}
      and content -> 'tabs' -> ${place}::int is not null
    returning code`.execute(tx)
  return rows.length > 0
}
