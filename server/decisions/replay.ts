import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import type { Explanation } from '../../src/machines/support/answering.ts'
import type { EnforcedChart } from '../../src/machines/support/enforcedChart.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withSnapshot } from '../database/scope.ts'

/** An event of `chart_event`. */
interface StoredEvent {
  subject: string
  sequence: number
  event: string
  from: string
  to: string
  actor: Principal
  payload: Record<string, unknown>
  /** What the guards read. */
  facts: unknown
  /** What the chart asked for. */
  effects: string[]
}

/** An enforced chart with the ids of the states that it stores. */
interface DrawnChart<Place extends string, Facts, Event extends { type: string }>
  extends Omit<EnforcedChart<Place, Facts, Event, string>, 'explain'> {
  explain: (place: Place, facts: Facts, event: Event) => Explanation<string>
  stateIdOf: (place: Place) => string
}

/** A chart whose history is in `chart_event`. */
export interface StoredChart extends DrawnChart<string, unknown, { type: string }> {
  /** A query of the present states of its subjects, and what people call them. */
  places: RawBuilder<{ subject: string; place: number | string; name: string }>
  /** The name that events have for a state as a row stores it. */
  placeOf: (stored: number | string) => string | undefined
}

/** Prepares a chart for `replayChart`, which reports stored facts and events that do not have its types as deviations. */
export const storedChart = <Place extends string, Facts, Event extends { type: string }>(
  { id, step, explain, stateIdOf }: DrawnChart<Place, Facts, Event>,
  places: StoredChart['places'],
  placeOf: StoredChart['placeOf'] = String,
): StoredChart => ({
  id,
  step: (place, facts, event) => step(place as Place, facts as Facts, event as Event),
  explain: (place, facts, event) => explain(place as Place, facts as Facts, event as Event),
  stateIdOf: place => stateIdOf(place as Place),
  places,
  placeOf,
})

/** An event that the chart of today would decide differently. */
export interface ChartDeviation {
  chart: string
  subject: string
  sequence: number
  event: string
  from: string
  to: string
  reason: Message
}

/** The history of one chart, replayed. */
export interface ReplayedChart {
  chart: string
  subjects: number
  events: number
  deviations: ChartDeviation[]
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((effect, at) => effect === other[at])

type Caused = Pick<StoredEvent, 'event' | 'payload'> & { actor: unknown }

/** A stored event as its chart takes it. */
export const eventOf = ({ payload, event, actor }: Caused): { type: string } =>
  ({ ...payload, type: event, actor }) as { type: string }

/** The facts as a stored event left them. */
export const factsAfter = (chart: StoredChart, past: Caused & Pick<StoredEvent, 'from' | 'facts'>): unknown =>
  chart.step(past.from, past.facts, eventOf(past)).facts

/** Why an event does not conform. The first event of a subject may follow states older than the history. */
const deviationOf = (
  chart: StoredChart,
  past: StoredEvent,
  before: StoredEvent | undefined,
): Message | undefined => {
  if (before && past.sequence !== before.sequence + 1)
    return message('server', 'conformance.missing', { sequence: before.sequence + 1 })
  if (before && past.from !== before.to)
    return message('server', 'conformance.begins', { from: past.from, before: before.to })
  const event = eventOf(past)
  const { refusal } = chart.explain(past.from, past.facts, event)
  if (refusal) return message('server', 'conformance.refused', { reason: refusal.reason })
  const { place: to, effects } = chart.step(past.from, past.facts, event)
  if (to !== past.to) return message('server', 'conformance.leads', { chart: to, history: past.to })
  return isSame(effects, past.effects)
    ? undefined
    : message('server', 'conformance.asks', { chart: effects.join(', '), history: past.effects.join(', ') })
}

const unlessUnreadable = (decide: () => Message | undefined): Message | undefined => {
  try {
    return decide()
  } catch (error) {
    return message('server', 'conformance.unreadable', {
      error: error instanceof Error ? error.message : String(error),
    })
  }
}

/** The last event of a subject must have led to its present state. */
const endOf = (last: StoredEvent, place: string | undefined): Message | undefined =>
  place === undefined || place === last.to
    ? undefined
    : message('server', 'conformance.ends', { place, end: last.to })

/** Replays the history of a chart: every event, with the facts of its time, through the chart of today. */
export const replayChart = async (db: Kysely<Database>, chart: StoredChart): Promise<ReplayedChart> => {
  const { id: name } = chart
  // One snapshot for both: otherwise an event between the two queries would be a deviation.
  const [events, places] = await withSnapshot(db, { scope: 'all' }, async tx => {
    const kept = sql<StoredEvent>`select subject, sequence, event, from_place as "from", to_place as "to", actor, payload, facts, effects
        from chart_event where chart = ${name} order by subject, sequence`
    return [(await kept.execute(tx)).rows, (await chart.places.execute(tx)).rows] as const
  })
  const present = new Map(places.map(({ subject, place }) => [subject, chart.placeOf(place)]))
  const subjects = Map.groupBy(events, ({ subject }) => subject)
  const asDeviation = ({ subject, sequence, event, from, to }: StoredEvent, reason: Message | undefined) =>
    reason ? [{ chart: name, subject, sequence, event, from, to, reason }] : []
  const deviations = [...subjects].flatMap(([subject, history]) => [
    ...history.flatMap((past, at) =>
      asDeviation(
        past,
        unlessUnreadable(() => deviationOf(chart, past, history[at - 1])),
      ),
    ),
    ...history.slice(-1).flatMap(last => asDeviation(last, endOf(last, present.get(subject)))),
  ])
  return { chart: name, subjects: subjects.size, events: events.length, deviations }
}
