import type { Chart } from './chart.ts'

/** Whether a state lies within another, at any depth. */
export const isWithin = (id: string, ancestor: string): boolean =>
  id !== ancestor && (ancestor === '' || id.startsWith(`${ancestor}.`))

/** States that can be folded: all that hold others but the chart itself. */
export const foldableStates = (chart: Chart): string[] =>
  chart.states
    .filter(({ id, kind }) => id !== '' && (kind === 'compound' || kind === 'parallel'))
    .map(({ id }) => id)

/** The folded states that can be seen: known, each once, none within another. */
export const normalFolding = (chart: Chart, folded: readonly string[]): string[] => {
  const known = foldableStates(chart).filter(id => folded.includes(id))
  return known.filter(id => !known.some(other => isWithin(id, other))).toSorted()
}

/** Name of a folding in addresses and files. */
export const foldingKey = (chart: Chart, folded: readonly string[]): string =>
  normalFolding(chart, folded).join('+')

/** Every way to fold a chart. Throws when there are more than `most`: such a chart has to be parted. */
export const foldings = (chart: Chart, most = 512): string[][] => {
  let found: string[][] = [[]]
  for (const id of foldableStates(chart)) {
    const open = found.filter(set => !set.some(other => isWithin(id, other)))
    found = found.concat(open.map(set => [...set, id]))
  }
  const distinct = new Map(found.map(set => [foldingKey(chart, set), normalFolding(chart, set)]))
  if (distinct.size > most)
    throw new Error(
      `The chart "${chart.id}" can be folded in ${distinct.size} ways; at most ${most} are drawn.`,
    )
  return [...distinct.values()]
}

/** The state that stands for another on a drawing with folded states: itself, or the folded one that holds it. */
export const shownState = (id: string, folded: readonly string[]): string =>
  folded.find(other => id === other || isWithin(id, other)) ?? id
