import { exactStatusLabel } from '../../../domain/labels.ts'
import { readTargets, targetStatuses } from '../../../domain/stayTargets.ts'
import type { ToText, Translate } from '../../../messages/index.ts'

/** Targets of a collection in words: "Awaiting SC approval: 5 working days". */
export const targetWords = (
  t: Translate<'management.collection'>,
  text: ToText,
  stored: string | null,
): string => {
  const targets = readTargets(stored) ?? {}
  const words = targetStatuses.flatMap(status => {
    const days = targets[status]
    return days === undefined ? [] : [t('targets.one', { status: text(exactStatusLabel(status)), days })]
  })
  return words.join(', ') || t('value.none')
}
