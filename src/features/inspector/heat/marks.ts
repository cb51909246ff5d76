import { duration } from '../../../domain/dates.ts'
import type { Heat } from '../../../domain/wire/inspection.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import type { ToText } from '../../../messages/index.ts'
import type { Mark, Marks } from '../diagram/marks.ts'
import { statusNameOf, transitionOf } from '../history/events.ts'

export const measures = ['visits', 'dwell', 'current'] as const
export type Measure = (typeof measures)[number]

/** Many orders of magnitude lie between a step and an approval: the level grows with the logarithm. */
export const levelOf = (value: number, most: number): number =>
  most <= 0 ? 0 : Math.log1p(value) / Math.log1p(most)

/** A way as the call takes it: ids of the statuses before and after. */
export const wayIdOf = ({ fromStatusId, toStatusId }: Heat['transitions'][number]): string =>
  `${fromStatusId}-${toStatusId}`

/** The ways of real submissions that are one transition of the chart. */
export const waysOf = (chart: Chart, heat: Heat, transition: string): string[] =>
  heat.transitions.filter(taken => transitionOf(chart, taken)?.id === transition).map(wayIdOf)

/** How hot each state and transition of the chart is, by a measure. Transitions are always counted. */
export const heatMarks = (text: ToText, chart: Chart, heat: Heat, measure: Measure): Marks => {
  const amountOf = (state: Heat['states'][number]): number =>
    measure === 'dwell' ? (state.median ?? 0) : state[measure]
  const labelOf = (value: number): string =>
    measure === 'dwell' ? text(duration(value * 1000)) : String(value)
  const marks = new Map<string, Mark>()
  const hottest = Math.max(0, ...heat.states.map(amountOf))
  for (const state of heat.states) {
    const value = amountOf(state)
    if (value <= 0) continue
    marks.set(leafIdOf(statusNameOf(state.statusId)), {
      tone: 'heat',
      level: levelOf(value, hottest),
      label: labelOf(value),
    })
  }
  const counts = new Map<string, number>()
  for (const taken of heat.transitions) {
    const transition = transitionOf(chart, taken)
    if (transition) counts.set(transition.id, (counts.get(transition.id) ?? 0) + taken.count)
  }
  const most = Math.max(0, ...counts.values())
  for (const [id, count] of counts)
    marks.set(id, { tone: 'heat', level: levelOf(count, most), label: String(count) })
  return marks
}
