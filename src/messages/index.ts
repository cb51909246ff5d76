export { pageLanguage, setPageLanguage, withMessages } from './language.ts'
export { type Message, message, type Scope } from './message.ts'
export type { Language, Translate } from './messages.ts'
export { type Messages, type ToText, useMessages, useText } from './useMessages.ts'
