import type { Message } from '../src/messages/message.ts'
import { type Language, loadAllMessages, textOf as textOfMessage } from '../src/messages/messages.ts'

// English for what is kept: the audit, the reason of a failure. The others for who asks in them.
await Promise.all((['en', 'en-XA'] as const satisfies readonly Language[]).map(loadAllMessages))

/** A reason in a language; words that somebody else said stay as they are. */
export const inLanguage = (language: Language, reason: Message | string): string =>
  typeof reason === 'string' ? reason : textOfMessage(language, reason)

/** A reason as the audit and the log keep it. */
export const inEnglish = (reason: Message | string): string => inLanguage('en', reason)
