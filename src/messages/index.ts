export { setPageLanguage, withMessages } from './language.ts'
export type { Language, Scope, Translate } from './messages.ts'
export { type Messages, useMessages } from './useMessages.ts'
