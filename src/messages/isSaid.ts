import type { Message } from './message.ts'
import { type Language, loadedMessages } from './messages.ts'

/** Whether there is such a message; one that was kept may come from another release. Its scope must be loaded. */
export const isSaid = (language: Language, { scope, code }: Message): boolean =>
  loadedMessages(language, scope)?.[code] !== undefined
