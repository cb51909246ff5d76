import { duration } from '../../../domain/dates.ts'
import { type Percentile, percentileOf } from '../../../domain/percentile.ts'
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
  /** Milliseconds of a visit by other submissions; null if there is none. */
  median: number | null
  /** Of visits by other submissions; undefined until they are counted. */
  p95: Percentile | undefined
  /** How this submission's mean stay compares with those of others; `unknown` without their 95th percentile. */
  verdict: 'slow' | 'usual' | 'unknown'
}

/** Time in each status, next to the visits of other submissions, which `others` counts. */
export const dwellOf = (stays: readonly Stay[], others: Heat | undefined): Dwell[] =>
  [...Map.groupBy(stays, ({ statusId }) => statusId)].map(([statusId, visits]) => {
    const known = others?.states.find(state => state.statusId === statusId) ?? {
      visits: 0,
      median: null,
      p95: null,
    }
    const total = visits.reduce((sum, { from, to }) => sum + to - from, 0)
    const p95 = others && percentileOf(known)
    return {
      statusId,
      status: statusNameOf(statusId),
      visits: visits.length,
      total,
      median: known.median === null ? null : known.median * 1000,
      p95,
      verdict:
        p95?.kind !== 'known' ? 'unknown' : total / visits.length > p95.seconds * 1000 ? 'slow' : 'usual',
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
