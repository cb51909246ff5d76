import type { Scope } from './message.ts'
import { type Language, loadMessages, localeOf } from './messages.ts'

let spoken: Language = 'en'

/** The language of the page in this browser. The server has none: it answers each request in its own. */
export const pageLanguage = (): Language => spoken

/** The locale of the page: how it writes numbers and sorts. */
export const pageLocale = (): string => localeOf[spoken]

/** Chooses the language of the page, before anything is rendered; another one needs a reload. */
export const setPageLanguage = (language: Language): void => {
  spoken = language
}

/** Loads code and the messages it shows side by side, so that a screen does not wait for one after the other. */
export const withMessages =
  <M>(load: () => Promise<M>, ...scopes: readonly Scope[]) =>
  async (): Promise<M> => {
    const [module] = await Promise.all([load(), ...scopes.map(scope => loadMessages(spoken, scope))])
    return module
  }
