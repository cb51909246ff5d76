import { type StatusName, statusById } from '../../../domain/status.ts'
import type { LifecycleEntry } from '../../../domain/wire/inspection.ts'
import type { Chart, ChartTransition } from '../../../machines/inspection/chart.ts'
import type { QualityOutcome } from '../../../machines/stepper/steps.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import type { Mark, Marks } from '../diagram/marks.ts'

/** The status of an id on the wire; Unknown for one that this version does not know. */
export const statusNameOf = (id: number): StatusName => statusById(id)?.name ?? 'UNKNOWN'

const isSelfOrAbove = (ancestor: string, id: string): boolean =>
  ancestor === '' || ancestor === id || id.startsWith(`${ancestor}.`)

/** Where a transition ends: its target or the leaf that the target begins with. */
const leadsTo = (chart: Chart, target: string, leaf: string): boolean => {
  const state = chart.states.find(({ id }) => id === target)
  return (
    target === leaf ||
    (state?.initial !== null && state?.initial !== undefined && leadsTo(chart, state.initial, leaf))
  )
}

/** An event and the leaves of the chart between which it led. */
export interface Move {
  event: string
  from: string
  to: string
}

/** The transition of the chart that a move took; undefined if the chart has none such. */
export const transitionTaken = (chart: Chart, { event, from, to }: Move): ChartTransition | undefined =>
  chart.transitions
    .filter(transition => transition.event === event && isSelfOrAbove(transition.source, from))
    .sort((one, other) => other.source.length - one.source.length)
    .find(({ targets }) =>
      targets.length === 0 ? from === to : targets.some(target => leadsTo(chart, target, to)),
    )

type StatusMove = Pick<LifecycleEntry, 'event' | 'fromStatusId' | 'toStatusId'>

/** The leaves of the lifecycle between which an event led. */
export const moveOf = ({ event, fromStatusId, toStatusId }: StatusMove): Move => ({
  event,
  from: leafIdOf(statusNameOf(fromStatusId)),
  to: leafIdOf(statusNameOf(toStatusId)),
})

/** The transition of the lifecycle that an event of a history took; undefined where the chart has none such. */
export const transitionOf = (chart: Chart, move: StatusMove): ChartTransition | undefined =>
  transitionTaken(chart, moveOf(move))

/** The way along some moves: where it leads, where it was, and the transitions between. */
export const wayAlong = (chart: Chart, moves: readonly Move[]): Marks => {
  const marks = new Map<string, Mark>()
  const visits = new Map<string, number>()
  for (const move of moves) {
    const transition = transitionTaken(chart, move)
    if (transition) marks.set(transition.id, { tone: 'past' })
    if (move.from !== move.to) visits.set(move.from, (visits.get(move.from) ?? 0) + 1)
  }
  for (const [state, count] of visits)
    marks.set(state, { tone: 'past', ...(count > 1 ? { label: `${count} ×` } : {}) })
  const last = moves.at(-1)
  if (!last) return marks
  const transition = transitionTaken(chart, last)
  if (transition) marks.set(transition.id, { tone: 'current' })
  marks.set(last.to, { tone: 'current' })
  return marks
}

/** The way that a submission took up to an event. */
export const wayOf = (chart: Chart, events: readonly LifecycleEntry[], at: number): Marks =>
  wayAlong(chart, events.slice(0, at).map(moveOf))

/**
 * What the quality report had found by the end of the events; undefined before there was one. An issue is about a rule
 * that fails, so the failures alone say whether anything was found.
 */
export const qualityOf = (events: readonly LifecycleEntry[]): QualityOutcome | undefined => {
  const outside = events.findLast(({ event }) => event === 'QUALITY_RULES_PASSED')?.detail.outside
  return typeof outside === 'number' ? { ruleFailures: outside } : undefined
}

/** Milliseconds between each event and the one before. */
export const gapsOf = (events: readonly Pick<LifecycleEntry, 'occurredAt'>[]): number[] =>
  events.map(({ occurredAt }, index) => {
    const before = events[index - 1]
    return before ? Math.max(Date.parse(occurredAt) - Date.parse(before.occurredAt), 0) : 0
  })

/** An event of a history as the player offers it. */
export interface Moment {
  event: string
  eventLabel: string
  /** What it led to. */
  state: string
  stateLabel: string
}

/** Positions, from 1, of the events of a type or that lead to a state. */
export const stopsOf = (
  moments: readonly Pick<Moment, 'event' | 'state'>[],
  stopOn: string | undefined,
): number[] =>
  stopOn === undefined
    ? []
    : moments.flatMap(({ event, state }, index) => (event === stopOn || state === stopOn ? [index + 1] : []))
