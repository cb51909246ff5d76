import { calendarDay } from '../../../domain/dates.ts'
import type { CollectionEventWire } from '../../../domain/wire/management.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { targetWords } from './targetWords.ts'

type Change = CollectionEventWire['changes'][number]

const days: readonly Change['field'][] = [
  'referencePeriodStart',
  'referencePeriodEnd',
  'submissionDeadline',
  'validationOn',
  'opensOn',
  'closesOn',
]

const valueWords = (
  t: Translate<'management.collection'>,
  text: ToText,
  { field }: Change,
  value: Change['after'],
): string => {
  if (value === null) return t('value.none')
  if (field === 'stayTargets') return targetWords(t, text, String(value))
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
  return days.includes(field) ? text(calendarDay(value)) : value
}

const changeWords = (t: Translate<'management.collection'>, text: ToText, change: Change): string => {
  const field = t(`fields.${change.field}`)
  const after = valueWords(t, text, change, change.after)
  return t('events.was', { field, after, before: valueWords(t, text, change, change.before) })
}

/** What happened to a collection, in words: a title with who did it, and what was changed by it. */
export const useEventWords = (): ((event: CollectionEventWire) => { title: string; hint?: string }) => {
  const t = useMessages('management.collection')
  const text = useText()
  return ({ event, from, to, changes, by }) => {
    const [first] = changes
    if (event === 'CREATE') return { title: t('events.created', { by }) }
    if (event === 'ASSIGN_SPECIFICATION')
      return { title: t('events.specification', { to: String(first?.after ?? ''), by }) }
    if (event !== 'CHANGE_DETAILS')
      return { title: t('events.state', { from: from?.name ?? '', to: to.name, by }) }
    return first
      ? {
          title: t('events.details', { by }),
          hint: changes.map(change => changeWords(t, text, change)).join(' · '),
        }
      : { title: t('events.unchanged', { by }) }
  }
}
