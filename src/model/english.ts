import type { Message } from '../messages/message.ts'
import { loadAllMessages, textOf } from '../messages/messages.ts'

await loadAllMessages('en')

/** A message in English: the language of paths, of the documents made of them and of the titles of tests. */
export const inEnglish = (message: Message | string): string =>
  typeof message === 'string' ? message : textOf('en', message)
