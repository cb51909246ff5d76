import type { ChartHistory } from '../../../domain/wire/chartHistories.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import type { Explanation } from '../../../machines/support/answering.ts'
import type { Stepped } from '../../../machines/support/enforcedChart.ts'
import { withMessages } from '../../../messages/index.ts'
import type { Person, Place } from '../question/people.ts'
import { isRecordChart, type RecordChart } from './recordCharts.ts'

/** A chart as the server enforces it, asked in the browser. States are those that the server stores. */
export interface AskedChart {
  explain: (place: string, facts: unknown, event: { type: string }) => Explanation<string>
  step: (place: string, facts: unknown, event: { type: string }) => Stepped<string, unknown, string>
  stateIdOf: (place: string) => string
  placeAt: (leaf: string) => string | undefined
}

/** A chart without its own types: records come from the server as data. */
const asked = <Place extends string, Facts, Event extends { type: string }>(chart: {
  explain: (place: Place, facts: Facts, event: Event) => Explanation<string>
  step: (place: Place, facts: Facts, event: Event) => Stepped<Place, Facts, string>
  stateIdOf: (place: Place) => string
  placeAt: (leaf: string) => Place | undefined
}): AskedChart => ({
  explain: (place, facts, event) => chart.explain(place as Place, facts as Facts, event as Event),
  step: (place, facts, event) => chart.step(place as Place, facts as Facts, event as Event),
  stateIdOf: place => chart.stateIdOf(place as Place),
  placeAt: chart.placeAt,
})

/** Each chart is fetched with its messages when it is first asked. */
const loaders: Readonly<Record<RecordChart, () => Promise<AskedChart>>> = {
  issue: withMessages(
    async () => asked((await import('../../../machines/issue/index.ts')).issueChart),
    'issue',
  ),
  collectionState: withMessages(
    async () => asked((await import('../../../machines/collection-state/index.ts')).collectionChart),
    'collection',
  ),
  specificationState: withMessages(
    async () => asked((await import('../../../machines/specification-state/index.ts')).specificationChart),
    'specification',
  ),
  schemaState: withMessages(
    async () => asked((await import('../../../machines/schema-state/index.ts')).contentChart),
    'specification',
  ),
  pseudonymisationTask: withMessages(
    async () =>
      asked((await import('../../../machines/pseudonymisation-task/index.ts')).pseudonymisationChart),
    'pseudonymisation',
  ),
  transfer: withMessages(
    async () => asked((await import('../../../machines/transfer/index.ts')).transferChart),
    'transfer',
  ),
  apiKey: withMessages(
    async () => asked((await import('../../../machines/api-key/index.ts')).apiKeyChart),
    'apiKey',
  ),
  webhookEndpoint: withMessages(
    async () => asked((await import('../../../machines/webhook-endpoint/index.ts')).webhookChart),
    'webhook',
  ),
  deliveryConfiguration: withMessages(
    async () => asked((await import('../../../machines/delivery-configuration/index.ts')).configurationChart),
    'delivery',
  ),
  delivery: withMessages(
    async () => asked((await import('../../../machines/delivery/index.ts')).deliveryChart),
    'delivery',
  ),
  supportSession: withMessages(
    async () => asked((await import('../../../machines/support-session/index.ts')).supportSessionChart),
    'supportSession',
  ),
  job: withMessages(async () => asked((await import('../../../machines/job/index.ts')).jobChart), 'job'),
}

const fetched = new Map<string, Promise<AskedChart>>()

/** The enforced chart with this id: the same promise each time. */
export const loadAskedChart = ({ id }: Chart): Promise<AskedChart> => {
  const load = isRecordChart(id) ? loaders[id] : () => Promise.reject(new Error(`"${id}" has no records.`))
  const chart = fetched.get(id) ?? load()
  fetched.set(id, chart)
  // What did not arrive is asked for again next time.
  chart.catch(() => fetched.delete(id))
  return chart
}

/** A record at a moment: its stored state, and what the guards read. */
export interface Situation {
  place: string
  facts: Readonly<Record<string, unknown>>
}

/** The record as it is now; undefined if the chart no longer has its state. */
export const situationOf = (
  asking: AskedChart,
  { state, factsAfter }: ChartHistory,
): Situation | undefined => {
  const place = asking.placeAt(state)
  return place === undefined ? undefined : { place, facts: factsAfter }
}

/** An event that somebody causes, without data of its own. */
export interface Act {
  event: string
  person: Person
  at: Place
}

/** The answer to an event: why not, or where it leads. */
export interface Answer {
  event: string
  code: 204 | 403 | 409
  explanation: Explanation<string>
  /** Undefined if it is refused. */
  after: (Situation & { effects: readonly string[] }) | undefined
}

/** The events of a chart. */
export const eventsOfChart = (chart: Chart): string[] => [
  ...new Set(chart.transitions.map(({ event }) => event).filter(event => event !== '')),
]

/** What the server would answer to an event. */
export const answerTo = (
  asking: AskedChart,
  { place, facts }: Situation,
  event: { type: string },
): Answer => {
  const explanation = asking.explain(place, facts, event)
  const { refusal } = explanation
  if (refusal)
    return {
      event: event.type,
      code: refusal.kind === 'forbidden' ? 403 : 409,
      explanation,
      after: undefined,
    }
  const { place: to, facts: next, effects } = asking.step(place, facts, event)
  return {
    event: event.type,
    code: 204,
    explanation,
    after: { place: to, facts: next as Situation['facts'], effects },
  }
}
