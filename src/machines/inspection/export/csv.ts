import { type Chart, type ChartTransition, leavesOf } from '../chart.ts'

const quote = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Rows as CSV (RFC 4180). */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `${rows.map(row => row.map(quote).join(',')).join('\r\n')}\r\n`

/** Transitions that a leaf takes for an event, its own before its ancestors', as the chart chooses them. */
const taken = (chart: Chart, leaf: string, event: string): ChartTransition[] => {
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
    ...events.map(event => cell(taken(chart, leaf.id, event))),
  ])
  return csvOf([['state', ...events], ...rows])
}
