import { bytes } from '../../domain/bytes.ts'
import { type Message, message } from '../../messages/message.ts'
import type { FileRefusal } from './types.ts'

/** A refused choice as a message: what is wrong and what to do. */
export const refusalMessage = (refusal: FileRefusal): Message => {
  switch (refusal.kind) {
    case 'noneChosen':
      return message('problems', 'choice.none')
    case 'several':
      return message('problems', 'choice.several', { count: refusal.count })
    case 'wrongType':
      return message('problems', 'choice.wrongType', { name: refusal.name })
    case 'empty':
      return message('problems', 'choice.empty', { name: refusal.name })
    case 'tooLarge':
      return message('problems', 'choice.tooLarge', {
        name: refusal.name,
        size: bytes(refusal.size),
        reason: message('problems', 'fileTooLarge', { limit: bytes(refusal.maxBytes) }),
      })
    case 'otherFile':
      return message(
        'problems',
        refusal.name === refusal.expected ? 'choice.changedFile' : 'choice.otherFile',
        {
          name: refusal.name,
          wanted: refusal.expected,
        },
      )
  }
}

/** What is read out while a file is checked (specification 2 §5). */
export const announcements = {
  validating: message('problems', 'check.validating'),
  failed: message('problems', 'check.failed'),
} as const
