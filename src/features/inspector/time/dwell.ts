import { duration } from '../../../domain/dates.ts'
import type { StatusName } from '../../../domain/status.ts'
import type { Heat, LifecycleEntry } from '../../../domain/wire/inspection.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import type { ToText } from '../../../messages/index.ts'
import type { Marks } from '../diagram/marks.ts'
import { statusNameOf, wayOf } from '../history/events.ts'

/**
 * A stay in a status: from the event that led there to the one that led elsewhere, or to the other submission that took its
 * place, as the collection's are counted (`server/inspection/heat.ts`); open-ended while it lasts.
 */
export interface Stay {
  /** Place in the order, from 0. */
  position: number
  status: StatusName
  statusId: number
  /** Milliseconds since 1970. */
  from: number
  to: number
  isOpen: boolean
}

/** The stays of a history, in order; the last one lasts until `now` (ms since 1970) where nothing has ended it. */
export const staysOf = (events: readonly LifecycleEntry[], now: number): Stay[] => {
  const moves = events.filter(({ fromStatusId, toStatusId }) => fromStatusId !== toStatusId)
  return moves.map(({ toStatusId, occurredAt, sequence }, index) => {
    const next =
      moves[index + 1] ?? events.find(later => later.event === 'SUPERSEDED' && later.sequence > sequence)
    const from = Date.parse(occurredAt)
    return {
      position: index,
      status: statusNameOf(toStatusId),
      statusId: toStatusId,
      from,
      to: next ? Date.parse(next.occurredAt) : Math.max(now, from),
      isOpen: next === undefined,
    }
  })
}

export interface Dwell {
  statusId: number
  status: StatusName
  visits: number
  /** Milliseconds in all. */
  total: number
  /** Milliseconds of one visit over the collection; null where nobody was there. */
  median: number | null
  /** Null also where too few other submissions were there to tell what is long. */
  p95: number | null
  /** How this submission's mean stay compares with those of others; `unknown` where there are too few of them. */
  verdict: 'slow' | 'usual' | 'unknown'
}

/** Below that number of stays of others, the 95th of 100 is just the longest one. */
const leastStays = 20

/** Time in each status beside the collection's. */
export const dwellOf = (stays: readonly Stay[], heat: Heat | undefined): Dwell[] =>
  [...Map.groupBy(stays, ({ statusId }) => statusId)].map(([statusId, visits]) => {
    const known = heat?.states.find(state => state.statusId === statusId)
    const inMs = (seconds: number | null | undefined) =>
      seconds === null || seconds === undefined ? null : seconds * 1000
    const total = visits.reduce((sum, { from, to }) => sum + to - from, 0)
    // The collection's stays hold those of the submission itself.
    const isComparable = (known?.visits ?? 0) - visits.length >= leastStays
    const p95 = isComparable ? inMs(known?.p95) : null
    return {
      statusId,
      status: statusNameOf(statusId),
      visits: visits.length,
      total,
      median: inMs(known?.median),
      p95,
      verdict: p95 === null ? 'unknown' : total / visits.length > p95 ? 'slow' : 'usual',
    }
  })

/** The way that a submission took, with the time that it was at each state in all. */
export const dwellMarks = (
  text: ToText,
  chart: Chart,
  events: readonly LifecycleEntry[],
  stays: readonly Stay[],
): Marks => {
  const marks = new Map(wayOf(chart, events, events.length))
  for (const { status, total } of dwellOf(stays, undefined)) {
    const id = leafIdOf(status)
    marks.set(id, { tone: marks.get(id)?.tone ?? 'past', label: text(duration(total)) })
  }
  return marks
}
