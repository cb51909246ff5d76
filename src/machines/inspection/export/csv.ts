import { csvLine } from '../../../domain/csv.ts'
import { type Chart, type ChartTransition, leavesOf } from '../chart.ts'

/** Transitions that a leaf takes for an event, its own before its ancestors', as the chart chooses them. */
const transitionsOf = (chart: Chart, leaf: string, event: string): ChartTransition[] => {
  const parts = leaf.split('.')
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const here = parts.slice(0, depth).join('.')
    const found = chart.transitions.filter(
      transition => transition.source === here && transition.event === event,
    )
    if (found.length > 0) return found
  }
  return []
}

const cell = (transitions: ChartTransition[]): string =>
  transitions
    .map(
      ({ targets, guards }) =>
        `${targets.join(' + ') || 'stays'}${guards.length > 0 ? ` [${guards.join(', ')}]` : ''}`,
    )
    .join(' | ')

/** The chart as a matrix: a row for each leaf state, a column for each event, targets and guards in the cells. */
export const toCsvMatrix = (chart: Chart): string => {
  const events = [...new Set(chart.transitions.map(transition => transition.event))].toSorted()
  const rows = leavesOf(chart).map(leaf => [
    leaf.id,
    ...events.map(event => cell(transitionsOf(chart, leaf.id, event))),
  ])
  return [['state', ...events], ...rows].map(csvLine).join('')
}
