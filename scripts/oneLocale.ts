/**
 * Leaves out of the browser's bundle the words of React Aria in languages that the product does not speak, and the calendars
 * that none of them uses. Words are some thirty per component, 16 kB gzip for the drop zone alone. The page must name its locale by I18nProvider
 * (en-GB), since the words of the others are then empty.
 */
import type { Plugin } from 'vite'

const spoken = ['en-GB', 'en-US']
const localeModule =
  /\/react-(?:aria|aria-components|stately)\/dist\/private\/intl\/.*?([a-z]{2}-[A-Z]{2})\.mjs$/

/** Makes a calendar by its name; ours is the Gregorian one. */
const calendarsModule = '/@internationalized/date/dist/private/createCalendar.mjs'
const gregorian = `import { GregorianCalendar } from './calendars/GregorianCalendar.mjs'
export const createCalendar = () => new GregorianCalendar()`

export function oneLocale(): Plugin {
  return {
    name: 'one-locale',
    enforce: 'pre',
    load(id) {
      if (id.endsWith(calendarsModule)) return gregorian
      const locale = localeModule.exec(id)?.[1]
      if (locale === undefined || spoken.includes(locale)) return undefined
      return 'export default {}'
    },
  }
}
