import { statuses } from '../../../domain/status.ts'
import type { SequenceMessage } from '../../../domain/wire/inspection.ts'
import type { ToText, Translate } from '../../../messages/index.ts'
import { labelOf } from '../history/labels.ts'

const stepWords = (step: string): string => {
  const words = step.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const labelOfStatus = (code: unknown): string | undefined =>
  statuses.find(status => status.code === code)?.label

/** A message in the words of the portal. */
export const nameOf = (
  t: Translate<'inspector.sequence'>,
  text: ToText,
  { kind, name, payload }: SequenceMessage,
): string => {
  switch (kind) {
    case 'event':
    case 'refusal':
      return labelOf(text, name)
    case 'work':
      return typeof payload.step === 'string' ? stepWords(payload.step) : t('discard')
    case 'live': {
      const label = labelOfStatus(payload.status)
      return label ? t('status.known', { label }) : t('status.unknown')
    }
    case 'attempt':
    case 'fault':
    case 'result':
      return stepWords(name)
  }
}
