import type { Chart } from '../../../machines/inspection/chart.ts'
import { type ChartDifference, compareCharts } from '../../../machines/inspection/diff.ts'
import type { Mark, Marks } from '../diagram/marks.ts'

/** A chart that one of two versions may not have. */
export const emptyLike = (chart: Chart): Chart => ({ ...chart, states: [], transitions: [] })

const countOf = ({
  added,
  removed,
  changed,
}: Record<'added' | 'removed' | 'changed', readonly unknown[]>): number =>
  added.length + removed.length + changed.length

/** How many states, transitions and guards differ. */
export const sizeOf = ({ states, transitions, guards }: ChartDifference): number =>
  countOf(states) + countOf(transitions) + guards.added.length + guards.removed.length

/** What differs in each chart that either version has, in the order of the later one. */
export const differencesOf = (
  before: readonly Chart[],
  after: readonly Chart[],
): { chart: Chart; difference: ChartDifference }[] => {
  const gone = before.filter(({ id }) => !after.some(other => other.id === id))
  return [...after, ...gone].map(chart => {
    const [old, young] = [before, after].map(list => list.find(({ id }) => id === chart.id))
    return { chart, difference: compareCharts(old ?? emptyLike(chart), young ?? emptyLike(chart)) }
  })
}

/** The difference on the drawing of one of the two versions: what is new or gone, and what is not the same. */
export const marksOf = ({ states, transitions }: ChartDifference, drawn: 'before' | 'after'): Marks => {
  const marks = new Map<string, Mark>()
  for (const { added, removed, changed } of [states, transitions]) {
    for (const { id } of changed) marks.set(id, { tone: 'changed', label: '~' })
    if (drawn === 'after') for (const { id } of added) marks.set(id, { tone: 'added', label: '+' })
    else for (const { id } of removed) marks.set(id, { tone: 'removed', label: '−' })
  }
  return marks
}
