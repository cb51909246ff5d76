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

/** The transition of the chart that an event of a history took; undefined where the chart has none such. */
export const transitionOf = (
  chart: Chart,
  { event, fromStatusId, toStatusId }: Pick<LifecycleEntry, 'event' | 'fromStatusId' | 'toStatusId'>,
): ChartTransition | undefined => {
  const from = leafIdOf(statusNameOf(fromStatusId))
  const to = leafIdOf(statusNameOf(toStatusId))
  return chart.transitions
    .filter(transition => transition.event === event && isSelfOrAbove(transition.source, from))
    .sort((one, other) => other.source.length - one.source.length)
    .find(({ targets }) =>
      targets.length === 0 ? from === to : targets.some(target => leadsTo(chart, target, to)),
    )
}

/** The way that a submission took up to an event: where it is, where it was, and the transitions between. */
export const wayOf = (chart: Chart, events: readonly LifecycleEntry[], at: number): Marks => {
  const marks = new Map<string, Mark>()
  const taken = events.slice(0, at)
  const visits = new Map<string, number>()
  for (const entry of taken) {
    const transition = transitionOf(chart, entry)
    if (transition) marks.set(transition.id, { tone: 'past' })
    const state = leafIdOf(statusNameOf(entry.fromStatusId))
    if (entry.fromStatusId !== entry.toStatusId) visits.set(state, (visits.get(state) ?? 0) + 1)
  }
  for (const [state, count] of visits)
    marks.set(state, { tone: 'past', ...(count > 1 ? { label: `${count} ×` } : {}) })
  const last = taken.at(-1)
  if (!last) return marks
  const transition = transitionOf(chart, last)
  if (transition) marks.set(transition.id, { tone: 'current' })
  marks.set(leafIdOf(statusNameOf(last.toStatusId)), { tone: 'current' })
  return marks
}

/**
 * What the quality report had found by the end of the events; undefined before there was one. An issue is about a rule
 * that fails, so the failures alone say whether anything was found.
 */
export const qualityOf = (events: readonly LifecycleEntry[]): QualityOutcome | undefined => {
  const outside = events.findLast(({ event }) => event === 'QUALITY_RULES_PASSED')?.detail.outside
  return typeof outside === 'number' ? { ruleFailures: outside } : undefined
}

/** Milliseconds between each event and the one before. */
export const gapsOf = (events: readonly LifecycleEntry[]): number[] =>
  events.map(({ occurredAt }, index) => {
    const before = events[index - 1]
    return before ? Math.max(Date.parse(occurredAt) - Date.parse(before.occurredAt), 0) : 0
  })

/** Positions, from 1, of the events of a type or that lead to a status. */
export const stopsOf = (events: readonly LifecycleEntry[], stopOn: string | undefined): number[] =>
  stopOn === undefined
    ? []
    : events.flatMap(({ event, toStatusId }, index) =>
        event === stopOn || String(toStatusId) === stopOn ? [index + 1] : [],
      )
