import { auditActionNames, auditDeeds, auditedCall } from '../../../domain/auditActions.ts'
import { isSaid, pageLanguage, type ToText, type Translate } from '../../../messages/index.ts'

/** An action of the audit in words; its code if this release has no words for it. */
export const actionText = (t: Translate<'management.audit'>, text: ToText, action: string): string => {
  const call = auditedCall(action)
  if (call !== undefined) return t('call', { call })
  const name = auditActionNames(action).find(({ event }) => isSaid(pageLanguage(), event))
  if (name === undefined) return action
  const event = text(name.event)
  return name.subject === undefined ? event : t(`subjects.${name.subject}`, { event })
}

/** What was done, in the past tense; or what was refused. */
export const deedText = (
  t: Translate<'management.audit'>,
  text: ToText,
  { action, outcome }: { action: string; outcome: 'done' | 'refused' },
): string => {
  if (outcome === 'refused') return t('wasRefused', { action: actionText(t, text, action) })
  const deed = auditDeeds(action).find(message => isSaid(pageLanguage(), message))
  return deed ? text(deed) : actionText(t, text, action)
}
