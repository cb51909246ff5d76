import { duration } from '../../../domain/dates.ts'
import { type OtherStays, type Percentile, percentileOf } from '../../../domain/percentile.ts'
import { isOverTarget, readTargets, targetStatuses } from '../../../domain/stayTargets.ts'
import type { Heat, LifecycleEntry } from '../../../domain/wire/inspection.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import type { ToText } from '../../../messages/index.ts'
import type { Marks } from '../diagram/marks.ts'
import { statusNameOf } from '../history/events.ts'

/**
 * A stay in a status: from the event that led there to the one that led elsewhere, or to the other submission that took its
 * place, as the collection's are counted (`server/inspection/heat.ts`); open-ended while it lasts.
 */
export interface Stay {
  /** Place in the order, from 0. */
  position: number
  /** Id of the leaf. */
  state: string
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
      state: leafIdOf(statusNameOf(toStatusId)),
      from,
      to: next ? Date.parse(next.occurredAt) : Math.max(now, from),
      isOpen: next === undefined,
    }
  })
}

/** Stays of others in a state, in seconds. */
export interface OthersInState extends OtherStays {
  state: string
  median: number | null
  /** Median in the collection before; absent where there is none to compare with. */
  formerMedian?: number | null
  /** In working days; absent or null without a target. */
  target?: number | null
}

/** The stays of a collection's submissions by the leaf of their status, with the targets of statuses that no other came to. */
export const othersIn = (heat: Heat): OthersInState[] => {
  const targets = readTargets(heat.stayTargets) ?? {}
  const counted = heat.states.map(({ statusId, visits, median, p95, formerMedian, target }) => ({
    state: leafIdOf(statusNameOf(statusId)),
    visits,
    median,
    p95,
    formerMedian,
    target,
  }))
  const others = targetStatuses
    .map(name => ({
      state: leafIdOf(name),
      visits: 0,
      median: null,
      p95: null,
      target: targets[name] ?? null,
    }))
    .filter(({ state }) => !counted.some(known => known.state === state))
  return [...counted, ...others]
}

export interface Dwell {
  state: string
  visits: number
  /** Milliseconds in all. */
  total: number
  /** Milliseconds of a visit by other submissions; null if there is none. */
  median: number | null
  /** Milliseconds of a visit in the collection before; null if there is none. */
  formerMedian: number | null
  /** Working days, and whether one of the stays is over them; undefined without a target. */
  target: { days: number; isOver: boolean } | undefined
  /** Of visits by other submissions; undefined until they are counted. */
  p95: Percentile | undefined
  /** How this submission's mean stay compares with those of others; `unknown` without their 95th percentile. */
  verdict: 'slow' | 'usual' | 'unknown'
}

/** The target of a state, held against each stay in it. */
const targetFor = (stays: readonly Stay[], days: number | null | undefined): Dwell['target'] =>
  days == null
    ? undefined
    : { days, isOver: stays.some(({ from, to }) => isOverTarget(new Date(from), new Date(to), days)) }

/** Time in each state, next to the visits of others; undefined until they are counted. */
export const dwellOf = (stays: readonly Stay[], others: readonly OthersInState[] | undefined): Dwell[] =>
  [...Map.groupBy(stays, ({ state }) => state)].map(([state, visits]) => {
    const known = others?.find(other => other.state === state) ?? {
      visits: 0,
      median: null,
      p95: null,
      formerMedian: null,
      target: null,
    }
    const total = visits.reduce((sum, { from, to }) => sum + to - from, 0)
    const p95 = others && percentileOf(known)
    return {
      state,
      visits: visits.length,
      total,
      median: known.median === null ? null : known.median * 1000,
      formerMedian: known.formerMedian == null ? null : known.formerMedian * 1000,
      target: targetFor(visits, known.target),
      p95,
      verdict:
        p95?.kind !== 'known' ? 'unknown' : total / visits.length > p95.seconds * 1000 ? 'slow' : 'usual',
    }
  })

/** A way with the time that was spent in each state in all. */
export const dwellMarks = (text: ToText, way: Marks, stays: readonly Stay[]): Marks => {
  const marks = new Map(way)
  for (const { state, total } of dwellOf(stays, undefined))
    marks.set(state, { tone: marks.get(state)?.tone ?? 'past', label: text(duration(total)) })
  return marks
}
