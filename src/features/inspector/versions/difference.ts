import type { ChartDifference } from '../../../machines/inspection/diff.ts'
import type { Mark, Marks } from '../diagram/marks.ts'

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
