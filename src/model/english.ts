import type { Message } from '../messages/message.ts'
import { loadMessages, textOf } from '../messages/messages.ts'

/** The messages that states, steps and documents of paths are named with; call it before any of them is asked for. */
export const loadEnglish = async (): Promise<void> => {
  await Promise.all((['domain', 'lifecycle'] as const).map(scope => loadMessages('en', scope)))
}

/** A message in English: the language of paths, of the documents made of them and of the titles of tests. */
export const inEnglish = (message: Message | string): string =>
  typeof message === 'string' ? message : textOf('en', message)
