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

/**
 * What every screen speaks of besides its own: its parts, and what domain, charts and calls give. A part that is drawn
 * later would otherwise wait for them, and take the screen away that stands already.
 */
export const everyScreen = [
  'common',
  'domain',
  'formats',
  'problems',
  'ui',
] as const satisfies readonly Scope[]

/** Loads code and the messages it shows side by side, so that a screen does not wait for one after the other. */
export const withMessages =
  <M>(load: () => Promise<M>, ...scopes: readonly Scope[]) =>
  async (): Promise<M> => {
    const needed = [...everyScreen, ...scopes]
    const [module] = await Promise.all([load(), ...needed.map(scope => loadMessages(spoken, scope))])
    return module
  }
