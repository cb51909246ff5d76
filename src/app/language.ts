import { type Language, setPageLanguage } from '../messages/index.ts'

const key = 'locale'
const ownMachine = ['localhost', '127.0.0.1', '[::1]']

/** Languages that an address may ask for; the pseudo-language is for those who develop and test the portal. */
const offered: readonly Language[] = ['en', 'en-XA']

/**
 * Chooses the language of the page. `?locale=en-XA` shows the portal in the pseudo-language until the tab is closed or
 * `?locale=en` is asked for; only where the portal runs on one's own machine, so that no user is offered it.
 */
export const chooseLanguage = ({ location, sessionStorage, document }: Window): void => {
  if (!ownMachine.includes(location.hostname)) return
  const asked = new URLSearchParams(location.search).get(key) ?? sessionStorage.getItem(key)
  const language = offered.find(other => other === asked)
  if (language === undefined) return
  sessionStorage.setItem(key, language)
  setPageLanguage(language)
  if (language !== 'en') document.documentElement.lang = language
}
