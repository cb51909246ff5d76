import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ApiKeyPlace } from '../../src/domain/apiKey.ts'
import { collectionStateById } from '../../src/domain/collection.ts'
import { contentStateById } from '../../src/domain/content.ts'
import type { ConfigurationPlace } from '../../src/domain/deliveryConfiguration.ts'
import type { DeliveryPlace } from '../../src/domain/deliveryPlace.ts'
import type { IssueStatus } from '../../src/domain/issue.ts'
import type { Principal } from '../../src/domain/principal.ts'
import type { PseudonymisationPlace } from '../../src/domain/pseudonymisation.ts'
import { specificationStateById } from '../../src/domain/specification.ts'
import type { WebhookPlace } from '../../src/domain/webhook.ts'
import {
  type ApiKeyEvent,
  type ApiKeyFacts,
  explainApiKey,
  stepApiKey,
} from '../../src/machines/api-key/index.ts'
import {
  type CollectionEvent,
  type CollectionFacts,
  type CollectionPlace,
  explainCollection,
  stepCollection,
} from '../../src/machines/collection-state/index.ts'
import {
  type DeliveryEvent,
  type DeliveryFacts,
  explainDelivery,
  stepDelivery,
} from '../../src/machines/delivery/index.ts'
import {
  type ConfigurationEvent,
  type ConfigurationFacts,
  explainConfiguration,
  stepConfiguration,
} from '../../src/machines/delivery-configuration/index.ts'
import { explainIssue, type IssueEvent, type IssueFacts, stepIssue } from '../../src/machines/issue/index.ts'
import {
  explainJob,
  type JobEvent,
  type JobFacts,
  type JobPlace,
  stepJob,
} from '../../src/machines/job/index.ts'
import {
  explainPseudonymisation,
  type PseudonymisationEvent,
  type PseudonymisationFacts,
  stepPseudonymisation,
} from '../../src/machines/pseudonymisation-task/index.ts'
import {
  type ContentEvent,
  type ContentFacts,
  type ContentPlace,
  explainContent,
  stepContent,
} from '../../src/machines/schema-state/index.ts'
import {
  explainSpecification,
  type SpecificationEvent,
  type SpecificationFacts,
  type SpecificationPlace,
  stepSpecification,
} from '../../src/machines/specification-state/index.ts'
import {
  explainWebhook,
  stepWebhook,
  type WebhookEvent,
  type WebhookFacts,
} from '../../src/machines/webhook-endpoint/index.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withSnapshot } from '../database/scope.ts'

/** An event as the history of its chart keeps it. */
interface KeptEvent {
  /** What it happened to, as people know it. */
  subject: string
  sequence: number
  event: string
  from: string
  to: string
  actor: Principal
  payload: Record<string, unknown>
  /** What the guards read. */
  facts: unknown
  /** What the chart asked for; null in histories that do not keep it. */
  effects: string[] | null
}

/** What the chart of today says to an event of the past. */
interface Decided {
  refusal: { reason: Message } | undefined
  to: string
  effects: readonly string[]
}

/** A chart besides the lifecycle that the server enforces, with the history of its events. */
interface StoredChart {
  /** Its events, subject by subject and in order, as `KeptEvent`. */
  events: RawBuilder<KeptEvent>
  /** Where its subjects stand now. */
  places: RawBuilder<{ subject: string; place: number | string }>
  /** A stored place by the name that its events have for it. */
  placeOf: (stored: number | string) => string | undefined
  decide: (past: KeptEvent) => Decided
}

const eventOf = <Event>({ event, actor, payload }: KeptEvent): Event =>
  ({ ...payload, type: event, actor }) as Event

/** Events and subjects of a chart whose places are stored by their names, in tables of the same columns. */
const placesIn = ({
  events,
  subject,
  rows,
  id = 'id',
}: {
  events: string
  /** Column of the events that names what they happened to. */
  subject: string
  rows: string
  id?: string
}): Pick<StoredChart, 'events' | 'places' | 'placeOf'> => ({
  events: sql`select ${sql.ref(subject)}::text as subject, sequence, event, from_place as "from", to_place as "to", actor,
    payload, facts, effects from ${sql.table(events)} order by ${sql.ref(subject)}, sequence`,
  places: sql`select ${sql.ref(id)}::text as subject, place from ${sql.table(rows)}`,
  placeOf: String,
})

/** What a chart says that is asked by `explain` and `step`. */
const byChart =
  <Place extends string, Facts, Event>(
    explain: (place: Place, facts: Facts, event: Event) => Partial<Pick<Decided, 'refusal'>>,
    step: (place: Place, facts: Facts, event: Event) => { place: string; effects: readonly string[] },
  ): StoredChart['decide'] =>
  past => {
    const [from, facts, event] = [past.from as Place, past.facts as Facts, eventOf<Event>(past)]
    const { place, effects } = step(from, facts, event)
    return { refusal: explain(from, facts, event).refusal, to: place, effects }
  }

const issue: StoredChart = {
  events: sql`select issue_id::text as subject, sequence, event, from_status as "from", to_status as "to", actor, payload,
    facts, effects from issue_event order by issue_id, sequence`,
  places: sql`select id::text as subject, status as place from issue`,
  placeOf: String,
  decide: past => {
    const [from, facts, event] = [
      past.from as IssueStatus,
      past.facts as IssueFacts,
      eventOf<IssueEvent>(past),
    ]
    const { status, effects } = stepIssue(from, facts, event)
    return { refusal: explainIssue(from, facts, event).refusal, to: status, effects }
  },
}

const collectionState: StoredChart = {
  events: sql`select c.reference as subject, e.sequence, e.event, e.from_state as "from", e.to_state as "to", e.actor, e.payload,
    e.facts, e.effects from collection_event e join collection c on c.id = e.collection_id order by c.reference, e.sequence`,
  places: sql`select reference as subject, state_id as place from collection`,
  placeOf: stored => collectionStateById(Number(stored))?.name,
  decide: byChart<CollectionPlace, CollectionFacts, CollectionEvent>(explainCollection, stepCollection),
}

const specificationState: StoredChart = {
  events: sql`select s.version as subject, e.sequence, e.event, e.from_state as "from", e.to_state as "to", e.actor, e.payload,
    e.facts, e.effects from specification_event e join specification s on s.id = e.specification_id
    order by s.id, e.sequence`,
  // One that is deleted has no state any more.
  places: sql`select version as subject, state_id as place from specification where deleted_utc is null`,
  placeOf: stored => specificationStateById(Number(stored))?.name,
  decide: byChart<SpecificationPlace, SpecificationFacts, SpecificationEvent>(
    explainSpecification,
    stepSpecification,
  ),
}

const schemaState: StoredChart = {
  events: sql`select kind || ' ' || version as subject, sequence, event, from_state as "from", to_state as "to", actor,
    '{}'::jsonb as payload, facts, null as effects from content_event order by kind, version, sequence`,
  places: sql`select 'schema ' || version as subject, state_id as place from schema_version
    union all select 'ruleset ' || version, state_id from ruleset_version`,
  placeOf: stored => contentStateById(Number(stored))?.name,
  decide: byChart<ContentPlace, ContentFacts, ContentEvent>(explainContent, stepContent),
}

const job: StoredChart = {
  ...placesIn({ events: 'job_event', subject: 'job_id', rows: 'job' }),
  decide: byChart<JobPlace, JobFacts, JobEvent>(explainJob, stepJob),
}

const deliveryConfiguration: StoredChart = {
  events: sql`select configuration_id::text as subject, sequence, event, from_place as "from", to_place as "to", actor,
    '{}'::jsonb as payload, facts, effects from delivery_configuration_event order by configuration_id, sequence`,
  places: sql`select id::text as subject, place from delivery_configuration`,
  placeOf: String,
  decide: byChart<ConfigurationPlace, ConfigurationFacts, ConfigurationEvent>(
    explainConfiguration,
    stepConfiguration,
  ),
}

const delivery: StoredChart = {
  ...placesIn({ events: 'delivery_event', subject: 'delivery_id', rows: 'delivery' }),
  decide: byChart<DeliveryPlace, DeliveryFacts, DeliveryEvent>(explainDelivery, stepDelivery),
}

const pseudonymisationTask: StoredChart = {
  ...placesIn({
    events: 'pseudonymisation_event',
    subject: 'submission_id',
    rows: 'pseudonymisation',
    id: 'submission_id',
  }),
  decide: byChart<PseudonymisationPlace, PseudonymisationFacts, PseudonymisationEvent>(
    explainPseudonymisation,
    stepPseudonymisation,
  ),
}

const apiKey: StoredChart = {
  ...placesIn({ events: 'api_key_event', subject: 'api_key_id', rows: 'api_key' }),
  decide: byChart<ApiKeyPlace, ApiKeyFacts, ApiKeyEvent>(explainApiKey, stepApiKey),
}

const webhookEndpoint: StoredChart = {
  ...placesIn({ events: 'webhook_endpoint_event', subject: 'endpoint_id', rows: 'webhook_endpoint' }),
  decide: byChart<WebhookPlace, WebhookFacts, WebhookEvent>(explainWebhook, stepWebhook),
}

/** By the name of the chart. */
const storedCharts = {
  issue,
  collectionState,
  specificationState,
  schemaState,
  job,
  deliveryConfiguration,
  delivery,
  pseudonymisationTask,
  apiKey,
  webhookEndpoint,
} satisfies Record<string, StoredChart>

/** An event that the chart would not have taken so. */
export interface ChartDeviation {
  chart: string
  subject: string
  sequence: number
  event: string
  from: string
  to: string
  reason: Message
}

/** What became of the history of one chart. */
export interface ReplayedChart {
  chart: string
  subjects: number
  events: number
  deviations: ChartDeviation[]
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((effect, at) => effect === other[at])

/** Why an event does not conform; the first one of a subject may follow on what was there before there was a history. */
const deviationOf = (
  chart: StoredChart,
  past: KeptEvent,
  before: KeptEvent | undefined,
): Message | undefined => {
  if (before && past.sequence !== before.sequence + 1)
    return message('server', 'conformance.missing', { sequence: before.sequence + 1 })
  if (before && past.from !== before.to)
    return message('server', 'conformance.begins', { from: past.from, before: before.to })
  const { refusal, to, effects } = chart.decide(past)
  if (refusal) return message('server', 'conformance.refused', { reason: refusal.reason })
  if (to !== past.to) return message('server', 'conformance.leads', { chart: to, history: past.to })
  return past.effects === null || isSame(effects, past.effects)
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

/** The last event of a subject has to have led to where it stands. */
const endOf = (last: KeptEvent, place: string | undefined): Message | undefined =>
  place === undefined || place === last.to
    ? undefined
    : message('server', 'conformance.ends', { place, end: last.to })

const replayChart = async (
  db: Kysely<Database>,
  name: string,
  chart: StoredChart,
): Promise<ReplayedChart> => {
  // One moment for both: nothing is decided between the events and where they have led.
  const [events, places] = await withSnapshot(
    db,
    { scope: 'all' },
    async tx => [(await chart.events.execute(tx)).rows, (await chart.places.execute(tx)).rows] as const,
  )
  const standing = new Map(places.map(({ subject, place }) => [subject, chart.placeOf(place)]))
  const subjects = Map.groupBy(events, ({ subject }) => subject)
  const asDeviation = ({ subject, sequence, event, from, to }: KeptEvent, reason: Message | undefined) =>
    reason ? [{ chart: name, subject, sequence, event, from, to, reason }] : []
  const deviations = [...subjects].flatMap(([subject, history]) => [
    ...history.flatMap((past, at) =>
      asDeviation(
        past,
        unlessUnreadable(() => deviationOf(chart, past, history[at - 1])),
      ),
    ),
    ...history.slice(-1).flatMap(last => asDeviation(last, endOf(last, standing.get(subject)))),
  ])
  return { chart: name, subjects: subjects.size, events: events.length, deviations }
}

/**
 * Replays the histories of the charts besides the lifecycle that the server enforces, chart after chart: every event with the
 * facts of its moment through the chart of today (decisions §10).
 */
export async function* replayOtherCharts(db: Kysely<Database>): AsyncGenerator<ReplayedChart> {
  for (const [name, chart] of Object.entries(storedCharts)) yield await replayChart(db, name, chart)
}
