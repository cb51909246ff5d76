import * as z from 'zod/mini'
import { call } from './call.ts'
import { instant, limit, searchText } from './common.ts'
import { lifecycleActor, lifecycleCheck } from './inspection.ts'

/**
 * Histories of every enforced chart except the lifecycle (`inspection.ts`). A record is an issue, a collection, a delivery or another
 * thing with a state. A state is given by the id of its leaf, which is its path with dots.
 */

/** An event and the states between which it leads. */
const wayTaken = { event: z.string(), from: z.string(), to: z.string() }

const permission = 'monitoring.inspector'

export const chartFigures = z.object({
  records: z.number(),
  states: z.array(
    z.object({
      state: z.string(),
      /** How many records are there now, and how often it was entered. */
      current: z.number(),
      visits: z.number(),
      /** Seconds of a stay, until now if it still lasts. */
      median: z.nullable(z.number()),
      p95: z.nullable(z.number()),
      /** Seconds of the longest stay of those there now. */
      longest: z.nullable(z.number()),
    }),
  ),
  transitions: z.array(z.object({ ...wayTaken, count: z.number() })),
})
export type ChartFigures = z.output<typeof chartFigures>

export const getChartFigures = call({
  method: 'GET',
  path: '/inspection/charts/{chartId}/figures',
  summary: 'How often and how long the records of a chart were in each state, and every transition taken.',
  permission,
  query: z.object({
    /** A record to leave out, so that it is compared with the others only. */
    except: z.optional(z.string()),
  }),
  response: chartFigures,
})

export const chartRecord = z.object({
  subject: z.string(),
  name: z.string(),
  state: z.string(),
  /** When it came into its state. */
  since: instant,
  events: z.number(),
})
export type ChartRecord = z.output<typeof chartRecord>

export const listChartRecords = call({
  method: 'GET',
  path: '/inspection/charts/{chartId}/records',
  summary:
    'Records with a history of a chart: those in a state, the longest stay first; or all, the last changed first.',
  permission,
  query: z.object({
    /** The state that they are in now. */
    state: z.optional(z.string()),
    /** A part of the record's name or of the name of somebody who caused an event, or the beginning of its id. */
    search: searchText,
    /** A calendar day in London on which something happened to them. */
    day: z.optional(z.iso.date()),
    limit,
  }),
  response: z.object({ total: z.number(), records: z.array(chartRecord) }),
})

export const chartEntry = z.object({
  sequence: z.number(),
  ...wayTaken,
  actor: lifecycleActor,
  occurredAt: instant,
  /** The event without type and actor. */
  payload: z.record(z.string(), z.unknown()),
  /** The facts that decided. */
  facts: z.record(z.string(), z.unknown()),
  checks: z.array(lifecycleCheck),
  /** What the chart asked the server to do. */
  effects: z.array(z.string()),
})
export type ChartEntry = z.output<typeof chartEntry>

/** The events of a history that are given at most: the latest. */
export const mostChartEntries = 500

export const chartHistory = z.object({
  ...chartRecord.shape,
  /** Events in order; of more than `mostChartEntries`, the latest. */
  entries: z.array(chartEntry),
  /** The facts after the last event. */
  factsAfter: z.record(z.string(), z.unknown()),
})
export type ChartHistory = z.output<typeof chartHistory>

export const getChartHistory = call({
  method: 'GET',
  path: '/inspection/charts/{chartId}/history',
  summary: 'Every event of one record of a chart, in order, with what decided on it.',
  permission,
  query: z.object({ subject: z.string() }),
  response: chartHistory,
})

export const getChartConformance = call({
  method: 'GET',
  path: '/inspection/charts/{chartId}/conformance',
  summary: 'Replays the stored history of a chart; lists every event that the chart would not have taken.',
  permission,
  response: z.object({
    records: z.number(),
    events: z.number(),
    deviations: z.array(
      z.object({ subject: z.string(), sequence: z.number(), ...wayTaken, reason: z.string() }),
    ),
  }),
})
