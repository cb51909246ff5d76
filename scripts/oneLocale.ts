/**
 * Leaves out of the browser's bundle the words of React Aria in languages that the product does not speak, and the calendars
 * that none of them uses. Words are some thirty per component, 16 kB gzip for the drop zone alone. The page must name its locale by I18nProvider
 * (en-GB), since there are no words for the others.
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const spoken = ['en-GB', 'en-US']
/** Lists the words of a component by language: one import for each. */
const listOfWords = /\/react-(?:aria|aria-components|stately)\/dist\/private\/(?:\w+\/)?intlStrings\.mjs$/

/** Makes a calendar by its name; ours is the Gregorian one. */
const calendarsModule = '/@internationalized/date/dist/private/createCalendar.mjs'
const gregorian = `import { GregorianCalendar } from './calendars/GregorianCalendar.mjs'
export const createCalendar = () => new GregorianCalendar()`

/** The list with the languages that are spoken. */
const spokenOf = (list: string): string => {
  const words = [...list.matchAll(/from "([^"]+\/([a-z]{2}-[A-Z]{2})\.mjs)"/g)].filter(([, , locale = '']) =>
    spoken.includes(locale),
  )
  return [
    ...words.map(([, source], at) => `import words${at} from '${source}'`),
    `export default { ${words.map(([, , locale], at) => `'${locale}': words${at}`).join(', ')} }`,
  ].join('\n')
}

export function oneLocale(): Plugin {
  return {
    name: 'one-locale',
    enforce: 'pre',
    load(id) {
      if (id.endsWith(calendarsModule)) return gregorian
      return listOfWords.test(id) ? spokenOf(readFileSync(id, 'utf8')) : undefined
    },
  }
}
