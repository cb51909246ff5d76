import { type RawBuilder, sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import {
  isErrorOrFailure,
  type StatusName,
  statusIdsWhere,
  statusNameOf,
  statusOf,
} from '../../src/domain/status.ts'
import {
  isOverTarget,
  readTargets,
  type StayTargets,
  targetOf,
  writeTargets,
} from '../../src/domain/stayTargets.ts'
import { factsToWire } from '../../src/domain/wire/facts.ts'
import {
  type FailureWire,
  type getHeat,
  type Heat,
  type InspectedSubmission,
  type listInspectedSubmissions,
  stayEdges,
} from '../../src/domain/wire/inspection.ts'
import { type LifecycleEventType, stageOfEvent } from '../../src/machines/submission-lifecycle/index.ts'
import type { Language } from '../../src/messages/messages.ts'
import { collectionBefore } from '../database/queries/collections.ts'
import { pageOf } from '../database/queries/page.ts'
import { anywhere } from '../database/queries/pattern.ts'
import type { Database } from '../database/schema.ts'
import { gatherAllFacts } from '../lifecycle/facts.ts'
import { fromColumn, inLanguage } from '../messages.ts'

type Tx = Transaction<Database>
type HeatQuery = z.output<typeof getHeat.query>
type ListQuery = z.output<typeof listInspectedSubmissions.query>

/** The beginning of a day in London, whatever the session's time zone; null without a day. */
export const startOfDay = (day: string | undefined, daysLater = 0): RawBuilder<unknown> =>
  sql`((${day ?? null}::date + ${sql.lit(daysLater)})::timestamp at time zone 'Europe/London')`

/** The submissions of a collection that the filters leave. */
const chosen = (reference: string, filters: HeatQuery): RawBuilder<unknown> => sql`
  select s.id, s.inst_id, s.collection_id, s.status_id, s.file_name, s.is_latest, s.has_stored_file,
    s.uploader_id, s.submitter_id,
    s.created_utc, o.name as provider_name
  from submission s join collection c on c.id = s.collection_id
  join provider p on p.inst_id = s.inst_id join organisation o on o.id = s.inst_id
  left join specification v on v.id = s.specification_id
  where c.reference = ${reference} and s.mode = 'live'
    and (${filters.except ?? null}::uuid is null or s.id <> ${filters.except ?? null}::uuid)
    and (${filters.instId ?? null}::text is null or s.inst_id = ${filters.instId ?? null})
    and (${filters.regulatorCode ?? null}::text is null or p.regulator_code = ${filters.regulatorCode ?? null})
    and (${filters.riskCode ?? null}::text is null or p.risk_code = ${filters.riskCode ?? null})
    and (${filters.specification ?? null}::text is null or v.version = ${filters.specification ?? null})
    and (${filters.from ?? null}::date is null or s.created_utc >= ${startOfDay(filters.from)})
    and (${filters.to ?? null}::date is null or s.created_utc < ${startOfDay(filters.to, 1)})`

/**
 * When another submission took the place of a chosen one; null of those that are at their status now. One that was replaced keeps
 * its status for ever, but nobody waits for it there. Not the latest alone says less: an upload under way is none yet.
 */
const replacedAt = sql`case when not chosen.is_latest then (select min(x.occurred_utc) from submission_event x
  where x.submission_id = chosen.id and x.event = 'SUPERSEDED') end`

/**
 * A visit of a status: from the event that led there to the next that led elsewhere. One that still lasts counts as
 * long as it has lasted by now, or until another submission took its place: without those, a status that nobody leaves
 * would look quick.
 */
const visits = (submissions: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  chosen as (${submissions}),
  placed as (select id, inst_id, status_id, ${replacedAt} as replaced_utc from chosen),
  moves as (
    select placed.id as submission_id, placed.inst_id, e.to_status_id, e.occurred_utc,
      coalesce(lead(e.occurred_utc) over (partition by e.submission_id order by e.sequence),
        case when placed.replaced_utc is not null then greatest(placed.replaced_utc, e.occurred_utc) end) as left_utc
    from submission_event e join placed on placed.id = e.submission_id
    where e.from_status_id <> e.to_status_id
  ),
  timed as (
    select submission_id, inst_id, to_status_id, left_utc is null as lasts,
      extract(epoch from coalesce(left_utc, greatest(${now}::timestamptz, occurred_utc)) - occurred_utc)::float8 as seconds
    from moves
  ),
  stays as (select *, width_bucket(seconds, ${sql.val([...stayEdges])}::float8[]) as length from timed)`

/** How many stays are of each class of length. */
const lengths = sql`array[${sql.join(
  [...stayEdges, Number.POSITIVE_INFINITY].map(
    (_, place) => sql`count(*) filter (where length = ${place}::int)::int`,
  ),
)}]`

const choicesOf = async (tx: Tx, reference: string): Promise<Heat['choices']> => {
  const { rows } = await sql<Heat['choices']>`
    select coalesce((select jsonb_agg(jsonb_build_object('instId', p.inst_id, 'name', o.name) order by p.inst_id)
        from provider p join organisation o on o.id = p.inst_id
        where exists (select 1 from submission s join collection c on c.id = s.collection_id
          where s.inst_id = p.inst_id and c.reference = ${reference})), '[]') as providers,
      coalesce((select jsonb_agg(distinct regulator_code) from provider), '[]') as regulators,
      coalesce((select jsonb_agg(distinct risk_code) from provider), '[]') as "riskCodes",
      coalesce((select jsonb_agg(distinct v.version) from submission s join collection c on c.id = s.collection_id
        join specification v on v.id = s.specification_id where c.reference = ${reference}), '[]') as specifications`.execute(
    tx,
  )
  return rows[0] ?? { providers: [], regulators: [], riskCodes: [], specifications: [] }
}

interface CurrentStay {
  id: string
  statusId: number
  since: Date
}

/** The submissions that are over the target of the status that they are at now. Empty without targets. */
const overTarget = async (
  tx: Tx,
  submissions: RawBuilder<unknown>,
  targets: StayTargets,
  now: Date,
): Promise<CurrentStay[]> => {
  const statusIds = Object.keys(targets).map(name => statusOf(name as StatusName).id)
  if (statusIds.length === 0) return []
  const { rows } = await sql<CurrentStay>`
    with chosen as (${submissions})
    select chosen.id, chosen.status_id as "statusId",
      coalesce((select max(e.occurred_utc) from submission_event e
        where e.submission_id = chosen.id and e.from_status_id <> e.to_status_id), chosen.created_utc) as since
    from chosen where chosen.status_id = any(${statusIds}::int[]) and ${replacedAt} is null`.execute(tx)
  return rows.filter(({ statusId, since }) => {
    const target = targetOf(targets, statusNameOf(statusId))
    return target !== undefined && isOverTarget(since, now, target)
  })
}

/** The collection with its targets. */
const collectionWithTargets = async (
  tx: Tx,
  reference: string,
): Promise<{ id: string; targets: StayTargets } | undefined> => {
  const row = await tx
    .selectFrom('collection')
    .select(['id', 'stay_targets'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row && { id: row.id, targets: readTargets(row.stay_targets) ?? {} }
}

/** The median stay by status in a collection, in seconds. */
const mediansOf = async (
  tx: Tx,
  reference: string,
  filters: HeatQuery,
  now: Date,
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ statusId: number; median: number }>`
    with ${visits(chosen(reference, filters), now)}
    select to_status_id as "statusId", percentile_cont(0.5) within group (order by seconds) as median
    from stays group by 1`.execute(tx)
  return new Map(rows.map(({ statusId, median }) => [statusId, median]))
}

/** What another year's submissions can be chosen by: neither days nor a specification are of that year. */
const filtersOfAnyYear = ({ instId, regulatorCode, riskCode }: HeatQuery): HeatQuery => ({
  ...(instId === undefined ? {} : { instId }),
  ...(regulatorCode === undefined ? {} : { regulatorCode }),
  ...(riskCode === undefined ? {} : { riskCode }),
})

/** Count and dwell of every status by now and the count of every transition, over the submissions of a collection. */
export const heatOf = async (tx: Tx, reference: string, filters: HeatQuery, now: Date): Promise<Heat> => {
  const submissions = chosen(reference, filters)
  const { rows: states } = await sql<Omit<Heat['states'][number], 'formerMedian' | 'target' | 'over'>>`
    with ${visits(submissions, now)},
    present as (select status_id, count(*)::int as current from placed where replaced_utc is null group by status_id),
    dwelt as (
      select to_status_id as status_id, count(*)::int as visits, count(distinct inst_id)::int as providers,
        percentile_cont(0.5) within group (order by seconds) as median,
        percentile_cont(0.95) within group (order by seconds) as p95,
        max(seconds) filter (where lasts) as longest, ${lengths} as lengths
      from stays group by to_status_id
    )
    select coalesce(d.status_id, n.status_id) as "statusId", coalesce(n.current, 0) as current,
      coalesce(d.visits, 0) as visits, coalesce(d.providers, 0) as providers, d.median, d.p95, d.longest,
      coalesce(d.lengths, '{}') as lengths
    from dwelt d full join present n on n.status_id = d.status_id order by 1`.execute(tx)
  const { rows: transitions } = await sql<Heat['transitions'][number]>`
    with chosen as (${submissions})
    select e.event, e.from_status_id as "fromStatusId", e.to_status_id as "toStatusId", count(*)::int as count
    from submission_event e join chosen on chosen.id = e.submission_id
    group by 1, 2, 3 order by 4 desc, 1`.execute(tx)
  const { rows: counted } = await sql<Pick<Heat, 'submissions' | 'providers'>>`
    with chosen as (${submissions})
    select count(*)::int as submissions, count(distinct inst_id)::int as providers from chosen`.execute(tx)
  const collection = await collectionWithTargets(tx, reference)
  const targets = collection?.targets ?? {}
  const over = await overTarget(tx, submissions, targets, now)
  const before = collection && (await collectionBefore(tx, collection.id))
  const medians = before && (await mediansOf(tx, before.reference, filtersOfAnyYear(filters), now))
  return {
    ...(counted[0] ?? { submissions: 0, providers: 0 }),
    stayTargets: writeTargets(targets),
    former: before ? { reference: before.reference, name: before.name } : null,
    states: states.map(state => {
      const target = targetOf(targets, statusNameOf(state.statusId)) ?? null
      return {
        ...state,
        formerMedian: medians?.get(state.statusId) ?? null,
        target,
        over: target === null ? null : over.filter(({ statusId }) => statusId === state.statusId).length,
      }
    }),
    transitions,
    choices: await choicesOf(tx, reference),
  }
}

const listed = 100

/** The events of a day in London; none without a day. */
const eventsOfDay = (day: string | undefined): RawBuilder<unknown> => sql`(
  select x.submission_id, x.sequence from submission_event x
  where x.occurred_utc >= ${startOfDay(day)} and x.occurred_utc < ${startOfDay(day, 1)}) e`

type ListedRow = Omit<InspectedSubmission, 'since' | 'facts'> & {
  since: Date
  uploaderId: string | null
  submitterId: string | null
  collectionId: string
}

/**
 * The submissions behind a number of the heat view: of those in a status, or once in it, the longest stay first, else the last changed
 * first.
 */
export const inspectedSubmissions = async (
  tx: Tx,
  reference: string,
  { statusId, visited, over, event, ways, search, day, limit, ...filters }: ListQuery,
  now: Date,
): Promise<{ total: number; submissions: InspectedSubmission[] }> => {
  const taken = ways?.split(',') ?? null
  const found = search?.trim() ?? ''
  const stayedAt = statusId ?? visited
  const targets = over && (await collectionWithTargets(tx, reference))?.targets
  const late = targets && (await overTarget(tx, chosen(reference, filters), targets, now)).map(({ id }) => id)
  const { rows, total } = await pageOf<ListedRow>(
    tx,
    {
      first: sql`with ${visits(chosen(reference, filters), now)},
    matching as (
      select * from chosen
      where (${statusId ?? null}::int is null or (status_id = ${statusId ?? null} and ${replacedAt} is null))
        and (${late ?? null}::uuid[] is null or id = any(${late ?? null}::uuid[]))
        and (${visited ?? null}::int is null or exists (
          select 1 from submission_event e where e.submission_id = chosen.id
            and e.to_status_id = ${visited ?? null} and e.from_status_id <> e.to_status_id))
        and (${event ?? null}::text is null or exists (
          select 1 from submission_event e where e.submission_id = chosen.id and e.event = ${event ?? null}
            and (${taken}::text[] is null or e.from_status_id || '-' || e.to_status_id = any(${taken}::text[]))))
        and (${day ?? null}::date is null or exists (select 1 from ${eventsOfDay(day)} where e.submission_id = chosen.id))
        and (${found} = '' or file_name ilike ${anywhere(found)} or provider_name ilike ${anywhere(found)}
          or inst_id = ${found} or starts_with(id::text, lower(${found}))
          or exists (select 1 from submission_event e where e.submission_id = chosen.id
            and e.actor ->> 'name' ilike ${anywhere(found)}))
    )`,
      columns: sql`w.id as "submissionId", w.collection_id as "collectionId", w.inst_id as "instId", w.provider_name as "providerName", w.file_name as "fileName",
      w.status_id as "statusId", w.is_latest as "isLatest", w.has_stored_file as "hasStoredFile", w.uploader_id as "uploaderId", w.submitter_id as "submitterId",
      coalesce((select max(e.occurred_utc) from submission_event e
        where e.submission_id = w.id and e.from_status_id <> e.to_status_id), w.created_utc) as since,
      (select min(e.sequence) from ${eventsOfDay(day)} where e.submission_id = w.id) as "firstOfDay",
      ${stayedAt === undefined ? sql`null::float8` : sql`stay.seconds`} as "longestStay"`,
      from:
        stayedAt === undefined
          ? sql`from matching w`
          : sql`from matching w left join (select submission_id, max(seconds) as seconds from stays
              where to_status_id = ${stayedAt} group by submission_id) stay on stay.submission_id = w.id`,
      order: sql`"longestStay" desc nulls last, since desc, w.id`,
    },
    { limit: limit ?? listed, offset: 0 },
  )
  const facts = await gatherAllFacts(
    tx,
    rows.map(row => ({ ...row, mode: 'live' as const })),
    now,
  )
  return {
    total,
    submissions: rows.flatMap(({ collectionId: _, uploaderId: __, submitterId: ___, since, ...row }, at) => {
      const own = facts[at]
      return own ? [{ ...row, since: since.toISOString(), facts: factsToWire(own) }] : []
    }),
  }
}

const failing = statusIdsWhere(({ name }) => isErrorOrFailure(name))

type FailureRow = Omit<FailureWire, 'lastAt' | 'retries'> & {
  lastAt: Date
  /** What led to the status, last. */
  event: LifecycleEventType
  /** How often each stage was tried again. */
  retried: Record<string, number>
}

/** Where the submissions of a collection came to grief: how many, why last, and how often a stage was tried again. */
export const failuresOf = async (tx: Tx, reference: string, language: Language): Promise<FailureWire[]> => {
  const { rows } = await sql<FailureRow>`
    with chosen as (${chosen(reference, {})}),
    retried as (
      select t.stage, count(*)::int as count from stage_attempt t join chosen on chosen.id = t.submission_id
      where t.fencing_token > 1 group by t.stage
    ),
    failed as (
      select e.*, row_number() over (partition by e.to_status_id order by e.occurred_utc desc, e.sequence desc) as newest
      from submission_event e join chosen on chosen.id = e.submission_id
      where e.to_status_id = any(${failing}::int[]) and e.from_status_id <> e.to_status_id
    )
    select f.to_status_id as "statusId", count(*)::int as visits,
      (select count(*)::int from chosen where chosen.status_id = f.to_status_id and ${replacedAt} is null) as current,
      (array_agg(coalesce(f.detail ->> 'reason', s.failure_reason) order by f.newest))[1] as "lastReason",
      (array_agg(f.occurred_utc order by f.newest))[1] as "lastAt",
      (array_agg(f.submission_id order by f.newest))[1] as "lastSubmissionId",
      (array_agg(f.event order by f.newest))[1] as event,
      (select coalesce(jsonb_object_agg(stage, count), '{}') from retried) as retried
    from failed f join submission s on s.id = f.submission_id
    group by f.to_status_id order by visits desc, 1`.execute(tx)
  return rows.map(({ event, retried, ...row }) => ({
    ...row,
    retries: retried[stageOfEvent(event) ?? ''] ?? 0,
    lastAt: row.lastAt.toISOString(),
    lastReason: row.lastReason === null ? null : inLanguage(language, fromColumn(row.lastReason)),
  }))
}
