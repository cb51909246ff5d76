import { isSaid } from '../src/messages/isSaid.ts'
import type { Message } from '../src/messages/message.ts'
import {
  allLanguages,
  isMessage,
  type Language,
  loadAllMessages,
  textOf as textOfMessage,
} from '../src/messages/messages.ts'

// English for what is kept: the audit, the log, files. The others for who asks in them.
await Promise.all(allLanguages.map(loadAllMessages))

/**
 * A reason in a language; words that somebody else said stay as they are, and so does the code of a message that an
 * earlier release kept and this one does not have.
 */
export const inLanguage = (language: Language, reason: Message | string): string => {
  if (typeof reason === 'string') return reason
  return isSaid(language, reason) ? textOfMessage(language, reason) : reason.code
}

/** A reason as the audit and the log keep it. */
export const inEnglish = (reason: Message | string): string => inLanguage('en', reason)

/** A reason as a column of text keeps it: a message as JSON, so that everybody reads it in their own language. */
export const toColumn = (reason: Message | string): string =>
  typeof reason === 'string' ? reason : JSON.stringify(reason)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a column of text keeps: a message, or words that somebody else said. */
export const fromColumn = (text: string): Message | string => {
  const value = text.startsWith('{') ? parsed(text) : undefined
  return isMessage(value) ? value : text
}

/** A value that was kept, with text in the place of its messages, at any depth. */
export const withTexts = (language: Language, value: unknown): unknown => {
  if (isMessage(value)) return inLanguage(language, value)
  if (Array.isArray(value)) return value.map(part => withTexts(language, part))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withTexts(language, part)]))
}
