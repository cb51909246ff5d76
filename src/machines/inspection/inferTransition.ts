import type { Chart, ChartTransition } from './chart.ts'
import { isWithin } from './folding.ts'

/** The leaf state in which a chart comes to rest when a state is entered. */
export const restOf = (chart: Chart, id: string): string => {
  const initial = chart.states.find(state => state.id === id)?.initial
  return initial ? restOf(chart, initial) : id
}

/** Transitions that a leaf state takes for an event, the innermost state's first. */
export const candidatesOf = (chart: Chart, leaf: string, event: string): ChartTransition[] => {
  const depth = ({ source }: ChartTransition) => (source === '' ? 0 : source.split('.').length)
  return chart.transitions
    .filter(transition => transition.event === event)
    .filter(({ source }) => source === leaf || isWithin(leaf, source))
    .toSorted((one, other) => depth(other) - depth(one))
}

/**
 * The transition by which a history went from one leaf state to another; undefined when the chart
 * knows of none. Where several guards lead to the same place it is the first.
 */
export const inferTransition = (
  chart: Chart,
  from: string,
  event: string,
  to: string,
): ChartTransition | undefined =>
  candidatesOf(chart, from, event).find(({ targets }) =>
    targets.length === 0 ? from === to : targets.some(target => restOf(chart, target) === to),
  )
