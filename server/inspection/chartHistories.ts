import { type RawBuilder, sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import {
  type ChartEntry,
  type ChartFigures,
  type ChartHistory,
  type ChartRecord,
  type listChartRecords,
  mostChartEntries,
} from '../../src/domain/wire/chartHistories.ts'
import type { Language } from '../../src/messages/messages.ts'
import { pageOf } from '../database/queries/page.ts'
import { anywhere } from '../database/queries/pattern.ts'
import type { Database } from '../database/schema.ts'
import { eventOf, factsAfter, type StoredChart } from '../decisions/replay.ts'
import { inLanguage } from '../messages.ts'
import { startOfDay } from './heat.ts'
import { actorFor, type NamedEventRow } from './history.ts'

type Tx = Transaction<Database>

/** The leaf of a stored state; undefined if the chart no longer has it. */
const leafOf = (chart: StoredChart, place: string): string | undefined => {
  try {
    return chart.stateIdOf(place)
  } catch {
    return undefined
  }
}

/** The leaf of a stored state. One that the chart no longer has is shown by its own name. */
const stateIdOf = (chart: StoredChart, place: string): string => leafOf(chart, place) ?? place

/** The changes of state of the chart's records, each with the time at which the record left the state again. */
const moves = ({ id }: StoredChart, except: string | undefined): RawBuilder<unknown> => sql`
  moves as (
    select subject, to_place, occurred_utc,
      lead(occurred_utc) over (partition by subject order by sequence) as left_utc
    from chart_event
    where chart = ${id} and from_place <> to_place and subject is distinct from ${except ?? null}::text)`

/** How often and how long the records of a chart were in each state by now, and every transition taken. */
export const chartFiguresOf = async (
  tx: Tx,
  chart: StoredChart,
  except: string | undefined,
  now: Date,
): Promise<ChartFigures> => {
  const { rows: states } = await sql<ChartFigures['states'][number]>`
    with ${moves(chart, except)},
    stays as (
      select to_place, left_utc is null as lasts,
        extract(epoch from coalesce(left_utc, greatest(${now}::timestamptz, occurred_utc)) - occurred_utc)::float8 as seconds
      from moves)
    select to_place as state, count(*) filter (where lasts)::int as current, count(*)::int as visits,
      percentile_cont(0.5) within group (order by seconds) as median,
      percentile_cont(0.95) within group (order by seconds) as p95,
      max(seconds) filter (where lasts) as longest
    from stays group by to_place order by to_place`.execute(tx)
  const { rows: transitions } = await sql<ChartFigures['transitions'][number]>`
    select event, from_place as "from", to_place as "to", count(*)::int as count from chart_event
    where chart = ${chart.id} and subject is distinct from ${except ?? null}::text
    group by 1, 2, 3 order by 4 desc, 1`.execute(tx)
  const { rows: counted } = await sql<{ records: number }>`
    select count(distinct subject)::int as records from chart_event
    where chart = ${chart.id} and subject is distinct from ${except ?? null}::text`.execute(tx)
  return {
    records: counted[0]?.records ?? 0,
    states: states.map(figures => ({ ...figures, state: stateIdOf(chart, figures.state) })),
    transitions: transitions.map(taken => ({
      ...taken,
      from: stateIdOf(chart, taken.from),
      to: stateIdOf(chart, taken.to),
    })),
  }
}

type RecordRow = Omit<ChartRecord, 'since'> & { since: Date }

/** Records with their present states, as a table of a query. What was deleted keeps the name of its subject. */
const records = (chart: StoredChart): RawBuilder<unknown> => sql`(
  select e.subject, coalesce(max(p.name), e.subject) as name, count(*)::int as events,
    (array_agg(e.to_place order by e.sequence desc))[1] as state,
    coalesce(max(e.occurred_utc) filter (where e.from_place <> e.to_place), min(e.occurred_utc)) as since,
    max(e.occurred_utc) as changed
  from chart_event e left join (${chart.places}) p on p.subject = e.subject
  where e.chart = ${chart.id} group by e.subject) r`

const recordFrom = (chart: StoredChart, { since, state, ...row }: RecordRow): ChartRecord => ({
  ...row,
  state: stateIdOf(chart, state),
  since: since.toISOString(),
})

const listed = 100
const columns = sql`r.subject, r.name, r.state, r.since, r.events`

/** The stored names of the states that are the leaf with this id. */
const placesAt = async (tx: Tx, chart: StoredChart, state: string): Promise<string[]> => {
  const { rows } = await sql<{ place: string }>`
    select distinct to_place as place from chart_event where chart = ${chart.id}`.execute(tx)
  return rows.map(({ place }) => place).filter(place => stateIdOf(chart, place) === state)
}

/** The records of a chart that the filters leave: those in a state, the longest stay first; or all, the last changed first. */
export const chartRecordsOf = async (
  tx: Tx,
  chart: StoredChart,
  { state, search, day, limit }: z.output<typeof listChartRecords.query>,
): Promise<{ total: number; records: ChartRecord[] }> => {
  const found = search?.trim() ?? ''
  const places = state === undefined ? null : await placesAt(tx, chart, state)
  const { rows, total } = await pageOf<RecordRow>(
    tx,
    {
      columns,
      from: sql`from ${records(chart)}
        where (${places}::text[] is null or r.state = any(${places}::text[]))
          and (${found} = '' or r.name ilike ${anywhere(found)} or starts_with(lower(r.subject), lower(${found}))
            or exists (select 1 from chart_event e where e.chart = ${chart.id} and e.subject = r.subject
              and e.actor ->> 'name' ilike ${anywhere(found)}))
          and (${day ?? null}::date is null or exists (select 1 from chart_event e
            where e.chart = ${chart.id} and e.subject = r.subject
              and e.occurred_utc >= ${startOfDay(day)} and e.occurred_utc < ${startOfDay(day, 1)}))`,
      order: state === undefined ? sql`r.changed desc, r.subject` : sql`r.since, r.subject`,
    },
    { limit: limit ?? listed, offset: 0 },
  )
  return { total, records: rows.map(row => recordFrom(chart, row)) }
}

interface EntryRow extends Pick<NamedEventRow, 'actor' | 'organisation_name'> {
  sequence: number
  event: string
  from: string
  to: string
  payload: Record<string, unknown>
  facts: Record<string, unknown>
  effects: unknown[]
  occurred_utc: Date
}

const nameOfEffect = (effect: unknown): string =>
  typeof effect === 'string' ? effect : String((effect as { type?: unknown }).type)

type Checks = ReturnType<StoredChart['explain']>['checks']

/** The guards as they decided. None if the event left a state that the chart no longer has. */
const checksOf = (chart: StoredChart, row: EntryRow): Checks =>
  leafOf(chart, row.from) === undefined ? [] : chart.explain(row.from, row.facts, eventOf(row)).checks

const factsLeftBy = (chart: StoredChart, row: EntryRow): Record<string, unknown> =>
  leafOf(chart, row.from) === undefined ? row.facts : (factsAfter(chart, row) as Record<string, unknown>)

const entryOf = (
  chart: StoredChart,
  entry: EntryRow,
  { viewer, language }: { viewer: UserPrincipal; language: Language },
): ChartEntry => {
  const { actor, organisation_name, occurred_utc, effects, ...row } = entry
  return {
    ...row,
    from: stateIdOf(chart, row.from),
    to: stateIdOf(chart, row.to),
    actor: actorFor(viewer, { actor, organisation_name }, language),
    occurredAt: occurred_utc.toISOString(),
    checks: checksOf(chart, entry).map(({ message: reason, ...check }) => ({
      ...check,
      sentence: inLanguage(language, reason),
    })),
    effects: effects.map(nameOfEffect),
  }
}

/** The history of one record of a chart with the guards of every event; undefined if nothing has happened to it. */
export const chartHistoryOf = async (
  tx: Tx,
  chart: StoredChart,
  subject: string,
  reader: { viewer: UserPrincipal; language: Language },
): Promise<ChartHistory | undefined> => {
  const { rows: found } = await sql<RecordRow>`
    select ${columns} from ${records(chart)} where r.subject = ${subject}`.execute(tx)
  const record = found[0]
  if (!record) return undefined
  const { rows } = await sql<EntryRow>`
    select e.sequence, e.event, e.from_place as "from", e.to_place as "to", e.actor, e.payload, e.facts, e.effects,
      e.occurred_utc, o.published_name as organisation_name
    from chart_event e left join organisation o on o.id = e.actor ->> 'organisationId'
    where e.chart = ${chart.id} and e.subject = ${subject}
    order by e.sequence desc limit ${mostChartEntries}`.execute(tx)
  const last = rows[0]
  return {
    ...recordFrom(chart, record),
    factsAfter: last === undefined ? {} : factsLeftBy(chart, last),
    entries: rows.reverse().map(row => entryOf(chart, row, reader)),
  }
}
