import { nextLabel, standingTerm, thenLabel } from '../../domain/labels.ts'
import type { Standing } from '../../machines/submission-lifecycle/index.ts'
import type { ToText } from '../../messages/index.ts'
import type { Description } from '../../ui/index.ts'

/** Who acts next and what follows, as entries of a list. */
export const standingItems = (text: ToText, standing: Standing): Description[] => {
  const then = thenLabel(standing)
  return [
    { id: 'next', term: text(standingTerm('next')), value: text(nextLabel(standing)) },
    ...(then ? [{ id: 'then', term: text(standingTerm('then')), value: text(then) }] : []),
  ]
}
