import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type CollectionStateName, collectionStateOf } from '../../../src/domain/collection.ts'
import type { RecordDescription } from '../../../src/domain/record.ts'
import { type SubmissionMode, statusOf } from '../../../src/domain/status.ts'
import { collectionChart } from '../../../src/machines/collection-state/index.ts'
import { issueChart } from '../../../src/machines/issue/index.ts'
import { transferChart } from '../../../src/machines/transfer/index.ts'
import type { Database } from '../schema.ts'
import type { Reads } from '../together.ts'
import { pageOf } from './page.ts'
import { anywhere } from './pattern.ts'

type Tx = Transaction<Database>

/** Status of what was withdrawn: there is no submission (decisions §12). */
const noneId = statusOf('UNKNOWN').id

export interface CollectionRow {
  id: string
  reference: string
  name: string
  reference_period_start: string
  reference_period_end: string
  state_id: number
  allow_submissions: boolean
  disallow_create_issues: boolean
  additional_reports_released: boolean
  signs_in_portal: boolean
  approvers_differ: boolean
  stay_targets: string | null
  support_contact: string | null
  /** A calendar date. */
  submission_deadline: string | null
  pause_reason: string | null
  /** Calendar dates. */
  validation_on: string | null
  opens_on: string | null
  closes_on: string | null
  schedule_refusal: string | null
  specification_id: number | null
  specification_version: string | null
  specification_state: number | null
  record: RecordDescription | null
  /** Live submissions that the scope sees, of one provider or of all. */
  submission_count: number
  /** Status of that provider's latest submission; null without a provider or a submission. */
  latest_status_id: number | null
}

/** What a reader sees (decisions §10): these states, and those in which a submission lies that the scope sees. */
export interface SeenStates {
  always: readonly CollectionStateName[]
  withSubmission: readonly CollectionStateName[]
}

const idsOf = (names: readonly CollectionStateName[]): number[] =>
  names.map(name => collectionStateOf(name).id)

/** SQL: submission `s` is of that provider, where one is named. */
const isOf = (instId: string | undefined) => (instId === undefined ? sql`true` : sql`s.inst_id = ${instId}`)

/** Whether collection `c` is seen; a submission that counts is of that provider where one is named. */
const isSeen = (seen: SeenStates, instId: string | undefined) =>
  sql`(c.state_id = any(${idsOf(seen.always)}::int[]) or c.state_id = any(${idsOf(seen.withSubmission)}::int[])
        and exists (select 1 from submission s where s.collection_id = c.id and s.status_id <> ${noneId} and ${isOf(instId)}))`

/** The collection of an id or a reference; undefined where it is not seen, or there is none. */
export const seenCollection = async (
  tx: Reads,
  by: { id: string } | { reference: string },
  { seen, instId }: { seen: SeenStates; instId?: string },
): Promise<{ id: string; reference: string } | undefined> => {
  const condition = 'id' in by ? sql`c.id = ${by.id}` : sql`c.reference = ${by.reference}`
  const { rows } = await sql<{ id: string; reference: string }>`
    select c.id, c.reference from collection c where ${condition} and ${isSeen(seen, instId)}`.execute(tx)
  return rows[0]
}

/** Which collections somebody sees, and with whose counts. */
interface CollectionFilter {
  seen: SeenStates
  /** The provider whose submissions are counted; all that the scope sees without. */
  instId?: string
}

/**
 * SQL: collections `c` with the counts of one provider or of all that the scope sees. What is not asked for is left out of the
 * statement: with `$1 is null or …` each value would get a plan of its own, which takes longer than to read the rows.
 */
const collectionColumns = (instId: string | undefined) => sql`
    c.id, c.reference, c.name, c.reference_period_start, c.reference_period_end, c.state_id, c.allow_submissions,
      c.disallow_create_issues, c.additional_reports_released, c.signs_in_portal, c.approvers_differ, c.stay_targets, c.support_contact, c.submission_deadline, c.specification_id,
      c.pause_reason, c.validation_on, c.opens_on, c.closes_on, c.schedule_refusal,
      v.version as specification_version, v.state_id as specification_state,
      (select r.record from ruleset_version r where r.version = v.ruleset_version) as record,
      (select count(*)::int from submission s where s.collection_id = c.id and s.mode = 'live' and s.status_id <> ${noneId}
        and ${isOf(instId)}) as submission_count,
      (select s.status_id from submission s where s.collection_id = c.id and s.mode = 'live' and s.is_latest
        and s.inst_id = ${instId ?? null}) as latest_status_id`
const collectionTables = sql`from collection c left join specification v on v.id = c.specification_id`

/** The newest collections that are seen whose name and reference hold every word. */
export const findCollections = async (
  tx: Tx,
  { words, seen, instId, limit }: CollectionFilter & { words: readonly string[]; limit: number },
): Promise<Pick<CollectionRow, 'reference' | 'name'>[]> => {
  const { rows } = await sql<Pick<CollectionRow, 'reference' | 'name'>>`
    select c.reference, c.name from collection c
    where c.name || ' ' || c.reference ilike all(${words.map(anywhere)}::text[]) and ${isSeen(seen, instId)}
    order by c.reference desc limit ${limit}`.execute(tx)
  return rows
}

/** Collections that are seen, newest first, and how many there are. */
export const collectionsOf = async (
  tx: Tx,
  filter: CollectionFilter & { stateIds?: readonly number[]; limit: number; offset: number },
): Promise<{ rows: CollectionRow[]; total: number }> => {
  const { stateIds, instId, seen, ...page } = filter
  const conditions = sql`
    where ${stateIds ? sql`c.state_id = any(${[...stateIds]}::int[])` : sql`true`} and ${isSeen(seen, instId)}`
  const list = { columns: collectionColumns(instId), from: sql`${collectionTables} ${conditions}` }
  return pageOf<CollectionRow>(tx, { ...list, order: sql`c.reference desc` }, page)
}

/** The collection of a reference; undefined where it is not seen, or there is none. */
export const collectionOfReference = async (
  tx: Tx,
  reference: string,
  { seen, instId }: CollectionFilter,
): Promise<CollectionRow | undefined> => {
  const { rows } = await sql<CollectionRow>`select ${collectionColumns(instId)} ${collectionTables}
    where c.reference = ${reference} and ${isSeen(seen, instId)}`.execute(tx)
  return rows[0]
}

export interface MonitoringSubmissionRow {
  id: string
  inst_id: string
  status_id: number
  file_name: string
  file_hash: string | null
  uploaded: Date
  student_count: number | null
  has_error_file: boolean
  is_nil_return: boolean
  copied_from: string | null
  is_latest: boolean
  has_stored_file: boolean
  uploader_id: string | null
  submitter_id: string | null
  version: number
  /** When it came to its status; null where nothing is known of it. */
  status_since: Date | null
}

/** Which submissions Monitoring looks at: of all providers that the scope sees, or of some. */
interface MonitoredOf {
  collectionId: string
  mode: SubmissionMode
  instIds?: readonly string[]
}

/** SQL: a submission is one of those that Monitoring shows of a collection; what was withdrawn is none. */
const isMonitored = (collectionId: string, mode: SubmissionMode): RawBuilder<boolean> =>
  sql<boolean>`collection_id = ${collectionId} and mode = ${mode} and status_id <> ${noneId}`

/**
 * SQL: provider `p`, whose organisation is `o`, is listed where a collection is looked at over all of them. It takes part, or has
 * sent something that the scope sees.
 */
export const isListed = (collectionId: string, mode: SubmissionMode): RawBuilder<boolean> =>
  sql<boolean>`(o.onboarded or exists (select 1 from submission sent
    where sent.inst_id = p.inst_id and ${isMonitored(collectionId, mode)}))`

/** SQL: submissions `s` as Monitoring shows them. */
const monitoredRows = (condition: RawBuilder<boolean>) => sql<MonitoringSubmissionRow>`
    select s.id, s.inst_id, s.status_id, s.file_name, s.file_hash, coalesce(s.uploaded_utc, s.created_utc) as uploaded,
      s.student_count, s.error_file_key is not null as has_error_file,
      exists (select 1 from submission_event e where e.submission_id = s.id and e.event = 'NIL_RETURN_CREATED') as is_nil_return,
      s.copied_from, s.is_latest, s.has_stored_file, s.uploader_id, s.submitter_id, s.version,
      (select max(e.occurred_utc) from submission_event e
        where e.submission_id = s.id and e.to_status_id = s.status_id and e.from_status_id <> e.to_status_id) as status_since
    from submission s where ${condition}`

/** SQL: a submission is of one of those providers. */
const isOfSome = ({ instIds }: MonitoredOf) =>
  instIds ? sql`inst_id = any(${[...instIds]}::text[])` : sql`true`

/** The latest submission of each provider. */
export const latestSubmissions = async (tx: Reads, of: MonitoredOf): Promise<MonitoringSubmissionRow[]> =>
  (
    await monitoredRows(
      sql`${isMonitored(of.collectionId, of.mode)} and is_latest and ${isOfSome(of)}`,
    ).execute(tx)
  ).rows

/** The submissions of these ids. */
export const monitoredSubmissions = async (
  tx: Reads,
  ids: readonly string[],
): Promise<MonitoringSubmissionRow[]> =>
  (await monitoredRows(sql`s.id = any(${[...ids]}::uuid[])`).execute(tx)).rows

/** How far a submission came. */
export type Standing = Pick<
  MonitoringSubmissionRow,
  'id' | 'inst_id' | 'status_id' | 'uploaded' | 'is_latest'
>

/**
 * How far the submissions before the latest one of each provider came: of those that stand at one status the last. A season has
 * thousands, of which Monitoring shows hardly any.
 */
export const earlierStandings = async (tx: Reads, of: MonitoredOf): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    select distinct on (inst_id, status_id) id, inst_id, status_id, coalesce(uploaded_utc, created_utc) as uploaded,
      is_latest
    from submission where ${isMonitored(of.collectionId, of.mode)} and not is_latest and ${isOfSome(of)}
    order by inst_id, status_id, coalesce(uploaded_utc, created_utc) desc`.execute(tx)
  return rows
}

/** When each provider last acted in a collection itself, and was last reminded. Absent if it did neither. */
export interface PaceRow {
  inst_id: string
  acted: Date | null
  reminded: Date | null
}

/**
 * The pace of the providers of a collection: with files, issues and transfers. With the scope 'all': reminders are the agency's, and
 * a transfer is of two providers.
 */
export const paceOf = async (tx: Reads, of: MonitoredOf): Promise<PaceRow[]> => {
  const { collectionId, mode } = of
  const { rows } = await sql<PaceRow>`
    select inst_id, max(acted) as acted, max(reminded) as reminded from (
      select s.inst_id, max(e.occurred_utc) as acted, null::timestamptz as reminded
        from submission s join submission_event e on e.submission_id = s.id
        where s.collection_id = ${collectionId} and s.mode = ${mode} and e.actor ->> 'organisationId' = s.inst_id group by 1
      union all select i.inst_id, max(e.occurred_utc), null
        from issue i join chart_event e on e.chart = ${issueChart.id} and e.subject = i.id::text
        where i.collection_id = ${collectionId} and e.actor ->> 'organisationId' = i.inst_id group by 1
      union all select e.actor ->> 'organisationId', max(e.occurred_utc), null
        from transfer k join chart_event e on e.chart = ${transferChart.id}
          and e.subject = k.collection_id || '/' || k.sender_inst_id || '/' || k.receiver_inst_id
        where k.collection_id = ${collectionId} and e.actor ->> 'organisationId' is not null group by 1
      union all select r.inst_id, null, max(r.sent_utc) from provider_reminder r
        where r.collection_id = ${collectionId} group by 1) x
    where ${isOfSome(of)} group by inst_id`.execute(tx)
  return rows
}

/** When a collection last opened; null if that is not known. */
export const openedAt = async (tx: Reads, reference: string): Promise<Date | null> => {
  const open: CollectionStateName = 'Open'
  const { rows } = await sql<{ at: Date | null }>`
    select max(occurred_utc) as at from chart_event
    where chart = ${collectionChart.id} and subject = ${reference} and to_place = ${open} and from_place <> ${open}`.execute(
    tx,
  )
  return rows[0]?.at ?? null
}

/** When the live submissions of each provider in a collection that the scope sees first came to each status. */
export const arrivalsIn = async (
  tx: Tx,
  collectionId: string,
): Promise<{ inst_id: string; status_id: number; at: Date }[]> => {
  const { rows } = await sql<{ inst_id: string; status_id: number; at: Date }>`
    select e.inst_id, e.to_status_id as status_id, min(e.occurred_utc) as at
    from submission_event e join submission s on s.id = e.submission_id
    where s.collection_id = ${collectionId} and s.mode = 'live' and s.status_id <> ${noneId}
    group by e.inst_id, e.to_status_id`.execute(tx)
  return rows
}

/** SQL of the record of collection `c`; null if it has no specification, or nobody has said. */
export const recordOfCollection = (c: 'b' | 'c') => sql<string | null>`(
    select v.record ->> 'id' from specification s join ruleset_version v on v.version = s.ruleset_version
    where s.id = ${sql.ref(`${c}.specification_id`)})`

/**
 * SQL of the id of the collection before another: of the same stream and record, by period, then reference (decisions §17). A
 * collection whose record is not known may be of any.
 */
export const idOfCollectionBefore = (collectionId: string): RawBuilder<string> => sql<string>`(
  select b.id from collection c
  join collection b on b.stream_id = c.stream_id and b.state_id <> ${collectionStateOf('Deleted').id}
    and (b.reference_period_start, b.reference_period_end, b.reference)
      < (c.reference_period_start, c.reference_period_end, c.reference)
    and coalesce(${recordOfCollection('b')} = ${recordOfCollection('c')}, true)
  where c.id = ${collectionId}
  order by b.reference_period_start desc, b.reference_period_end desc, b.reference desc limit 1)`

/** The collection before another; undefined if there is none. */
export const collectionBefore = async (
  tx: Tx,
  collectionId: string,
): Promise<Pick<CollectionRow, 'id' | 'reference' | 'name'> | undefined> => {
  const { rows } = await sql<Pick<CollectionRow, 'id' | 'reference' | 'name'>>`
    select id, reference, name from collection where id = ${idOfCollectionBefore(collectionId)}`.execute(tx)
  return rows[0]
}

/** Versions of the schema and the ruleset of a collection; null without a specification, undefined without a collection. */
export const versionsOf = async (
  tx: Tx,
  collectionId: string,
): Promise<
  { reference: string; schemaVersion: string | null; rulesetVersion: string | null } | undefined
> => {
  const { rows } = await sql<{
    reference: string
    schemaVersion: string | null
    rulesetVersion: string | null
  }>`
    select c.reference, p.schema_version as "schemaVersion", p.ruleset_version as "rulesetVersion"
    from collection c left join specification p on p.id = c.specification_id where c.id = ${collectionId}`.execute(
    tx,
  )
  return rows[0]
}

export interface ProviderRow {
  inst_id: string
  name: string
  published_name: string
  ukprn: string
  country_code: string
  regulator_code: string
  risk_code: string
  onboarded: boolean
}

/** A provider with what says whether anything of it in a collection has changed. */
export interface ToldProviderRow extends ProviderRow {
  /** Number of the last live message that it was told; 0 where there was none. */
  last_told: number
  /** The transaction that has written the row of its latest submission; null where there is none. */
  latest_written: string | null
}

/** SQL of the providers that the scope may see, by published name: with more columns, of more tables, on a condition. */
const providerRows = <Row extends ProviderRow>(more: {
  columns: RawBuilder<unknown>
  joins: RawBuilder<unknown>
  condition: RawBuilder<boolean>
}) => sql<Row>`
    select p.inst_id, o.name, o.published_name, p.ukprn, p.country_code, p.regulator_code, p.risk_code, o.onboarded
      ${more.columns}
    from provider p join organisation o on o.id = p.inst_id ${more.joins}
    where may_see(p.inst_id) and ${more.condition} order by o.published_name, p.inst_id`

const nothingMore = { columns: sql``, joins: sql`` }

/** Providers that the scope may see, or of these those that a collection lists, by published name. */
export const providersOf = async (
  tx: Reads,
  listed?: { collectionId: string; mode: SubmissionMode },
): Promise<ProviderRow[]> => {
  const condition = listed ? isListed(listed.collectionId, listed.mode) : sql<boolean>`true`
  return (await providerRows({ ...nothingMore, condition }).execute(tx)).rows
}

/** Those that a collection lists, each with what says whether anything of it has changed. */
export const providersTold = async (
  tx: Reads,
  { collectionId, mode }: { collectionId: string; mode: SubmissionMode },
): Promise<ToldProviderRow[]> => {
  const rows = providerRows<ToldProviderRow>({
    columns: sql`, coalesce(q.last, 0)::int as last_told, latest.xmin::text as latest_written`,
    joins: sql`left join live_sequence q on q.inst_id = p.inst_id
      left join submission latest on latest.inst_id = p.inst_id and latest.collection_id = ${collectionId}
        and latest.mode = ${mode} and latest.is_latest`,
    condition: isListed(collectionId, mode),
  })
  return (await rows.execute(tx)).rows
}

/** The provider of an id, as people who build its file need to know it; undefined where there is none. */
export const providerOf = async (
  tx: Tx,
  instId: string,
): Promise<{ ukprn: string; name: string; countryCode: string } | undefined> => {
  const { rows } = await sql<{ ukprn: string; name: string; countryCode: string }>`
    select p.ukprn, o.name, p.country_code as "countryCode" from provider p join organisation o on o.id = p.inst_id
    where p.inst_id = ${instId}`.execute(tx)
  return rows[0]
}

/** A regulator as the register of regulators has it. */
export interface RegulatorRow {
  code: string
  name: string
  short_name: string
  type_code: string
}

/** Every regulator, in no order. */
export const allRegulators = async (tx: Tx): Promise<RegulatorRow[]> => {
  const { rows } = await sql<RegulatorRow>`select code, name, short_name, type_code from regulator`.execute(
    tx,
  )
  return rows
}

export interface ActivityRow {
  id: number
  inst_id: string
  provider_name: string
  submission_id: string | null
  filename: string | null
  created_utc: Date
  username: string
  /** The organisation that the user acted for; null where it is not known. */
  organisation: { id: string; name: string } | null
  is_anonymised: boolean
  type_id: number
  collection_id: string
  /** Statuses before and after; null where none changed. */
  from_status_id: number | null
  to_status_id: number | null
}

/** Activity that the scope sees, newest first. */
export const activityOf = async (
  tx: Tx,
  filter: {
    reference?: string
    instId?: string
    submissionId?: string
    typeId?: number
    /** Part of the name of who did it. */
    person?: string
    limit: number
    offset: number
  },
): Promise<{ rows: ActivityRow[]; total: number }> => {
  const { reference, instId, submissionId, typeId, person, ...page } = filter
  const from = sql`from activity_log a join collection c on c.id = a.collection_id join organisation o on o.id = a.inst_id
    left join organisation w on w.id = a.organisation_id
    where (${reference ?? null}::text is null or c.reference = ${reference ?? null})
      and (${instId ?? null}::text is null or a.inst_id = ${instId ?? null})
      and (${submissionId ?? null}::uuid is null or a.submission_id = ${submissionId ?? null}::uuid)
      and (${typeId ?? null}::int is null or a.type_id = ${typeId ?? null})
      and (${person ?? null}::text is null or strpos(lower(a.username), lower(${person ?? null})) > 0)`
  const columns = sql`a.id, a.inst_id, o.published_name as provider_name, a.submission_id, a.filename, a.created_utc,
    a.username, case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.published_name) end as organisation,
    a.is_anonymised, a.type_id, a.collection_id, (a.detail->>'from')::int as from_status_id,
    (a.detail->>'to')::int as to_status_id`
  return pageOf<ActivityRow>(tx, { columns, from, order: sql`a.id desc` }, page)
}

/** For each of these collections the providers that it lists and the scope sees, and how many latest submissions have which status. */
export const progressOfCollections = async (
  tx: Tx,
  collectionIds: readonly string[],
): Promise<Map<string, { providers: number; statuses: { statusId: number; count: number }[] }>> => {
  const { rows } = await sql<{ id: string; providers: number; statusId: number | null; count: number }>`
    with wanted as (select unnest(${[...collectionIds]}::text[]) as id),
      latest as (select s.collection_id, s.inst_id, s.status_id from submission s join wanted w on w.id = s.collection_id
        where s.mode = 'live' and s.is_latest and s.status_id <> ${noneId}),
      listed as (select w.id, count(*)::int as providers from wanted w cross join provider p join organisation o on o.id = p.inst_id
        where may_see(p.inst_id) and (o.onboarded
          or exists (select 1 from latest l where l.collection_id = w.id and l.inst_id = p.inst_id)) group by w.id)
    select w.id, coalesce(i.providers, 0) as providers, l.status_id as "statusId", count(l.inst_id)::int as count
    from wanted w left join listed i on i.id = w.id left join latest l on l.collection_id = w.id
    group by w.id, i.providers, l.status_id`.execute(tx)
  const found = new Map<string, { providers: number; statuses: { statusId: number; count: number }[] }>()
  for (const { id, providers, statusId, count } of rows) {
    const own = found.get(id) ?? { providers, statuses: [] }
    if (statusId !== null) own.statuses.push({ statusId, count })
    found.set(id, own)
  }
  return found
}
