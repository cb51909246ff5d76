import { statuses } from '../../../domain/status.ts'
import type { SequenceMessage } from '../../../domain/wire/inspection.ts'
import { labelOf } from '../history/labels.ts'
import { texts } from './texts.ts'

const stepWords = (step: string): string => {
  const words = step.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const statusWords = (code: unknown): string => statuses.find(status => status.code === code)?.label ?? ''

/** A message in the words of the portal. */
export const nameOf = ({ kind, name, payload }: SequenceMessage): string => {
  switch (kind) {
    case 'event':
    case 'refusal':
      return labelOf(name)
    case 'work':
      return typeof payload.step === 'string' ? stepWords(payload.step) : texts.discard
    case 'live':
      return texts.status(statusWords(payload.status))
    case 'taking':
    case 'fault':
    case 'result':
      return stepWords(name)
  }
}
