import { allLanguages, languageOf, setPageLanguage, userLanguages } from '../messages/index.ts'

const key = 'locale'
const ownMachine = ['localhost', '127.0.0.1', '[::1]']

/**
 * Chooses the language of the page: the one that its address asks for, as `?locale=cy`, until the tab is closed or another is
 * asked for; else the first of the browser's that the portal speaks. The pseudo-language, `?locale=en-XA`, can be asked for only
 * where the portal runs on one's own machine, so that no user is offered it.
 */
export const chooseLanguage = ({ location, sessionStorage, document, navigator }: Window): void => {
  const offered = ownMachine.includes(location.hostname) ? allLanguages : userLanguages
  const requested = new URLSearchParams(location.search).get(key) ?? sessionStorage.getItem(key)
  const chosen = offered.find(other => other === requested)
  if (chosen !== undefined) sessionStorage.setItem(key, chosen)
  const language = chosen ?? languageOf(navigator.languages.join(), userLanguages)
  setPageLanguage(language)
  if (language !== 'en') document.documentElement.lang = language
}
