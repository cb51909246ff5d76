import { globSync, readFileSync } from 'node:fs'
import { languages, messagesOf, scopes, source } from './catalogue.ts'
import { parametersOf, pluralsOf, swappedForms } from './icu.ts'

/** Whether a skeleton, `::…`, asks for an hour by the letter `j`, which the formatter drops. */
const losesHour = /::[^}]*j/
const hasOffset = /\boffset:/
/** A named style of a number or a time; only skeletons are understood. */
const namedStyle = /,\s*(?:time|number)\s*,(?!\s*::)/

/**
 * Whether a message shows at run time what it says. icu-minify ignores offsets, the hour of `j` and named styles of
 * numbers and times without a word; and a date needs one of the forms of src/messages/formats.ts.
 */
export const isUnderstood = (message: string, dateForms: readonly string[]): boolean => {
  if (hasOffset.test(message) || losesHour.test(message) || namedStyle.test(message)) return false
  const dates = [...message.matchAll(/,\s*date\s*(?:,\s*([^}]*?)\s*)?\}/g)]
  return dates.every(([, form]) => form !== undefined && dateForms.includes(form))
}

const codeOf = (): string =>
  globSync('{src,server,scripts}/**/*.{ts,tsx}', { exclude: path => /generated|\.test\./.test(path) })
    .map(path => readFileSync(path, 'utf8'))
    .join('\n')

const allOf = (pattern: RegExp, code: string): ReadonlySet<string> =>
  new Set([...code.matchAll(pattern)].map(([, found = '']) => found))

/**
 * Tells of a key whether the code uses it. One made of a part that varies, `rowActions.${type}` or `${outcome}.title`, is
 * used when the rest of it is. The code is gone through once, not for every key.
 */
const usesOf = (code: string): ((key: string) => boolean) => {
  const whole = allOf(/'([^'\s]+)(?=')/g, code)
  const beginnings = allOf(/`([^`\s{}$]+)\.\$\{/g, code)
  const endings = allOf(/\}\.([^`\s{}$]+)`/g, code)
  return key =>
    whole.has(key) ||
    key
      .split('.')
      .some(
        (_, at, parts) =>
          at > 0 && (beginnings.has(parts.slice(0, at).join('.')) || endings.has(parts.slice(at).join('.'))),
      )
}

const namesOf = (message: string): string => [...parametersOf(message).keys()].sort().join(', ')

/** How a translation differs from the English message in what it takes, in the plural forms that its language has, or in their order. */
export const faultsOfTranslation = (language: string, english: string, translated: string): string[] => {
  const faults: string[] = []
  if (namesOf(english) !== namesOf(translated))
    faults.push(`takes (${namesOf(translated)}) instead of (${namesOf(english)})`)
  for (const { name, arms, isOrdinal } of pluralsOf(translated)) {
    const rules = new Intl.PluralRules(language, { type: isOrdinal ? 'ordinal' : 'cardinal' })
    const lacking = rules.resolvedOptions().pluralCategories.filter(form => !arms.includes(form))
    if (lacking.length > 0) faults.push(`lacks the plural forms ${lacking.join(', ')} of {${name}}`)
  }
  const swapped = swappedForms(translated)
  if (swapped.length > 0)
    faults.push(`names its parameters in another order in the form ${swapped.join(', ')}`)
  return faults
}

/** What is wrong in the catalogue, and which messages wait for a translation. */
export const checkMessages = (dateForms: readonly string[]): { faults: string[]; untranslated: string[] } => {
  const faults: string[] = []
  const untranslated: string[] = []
  const isUsed = usesOf(codeOf())
  for (const scope of scopes()) {
    const english = messagesOf(source, scope)
    for (const [key, message] of Object.entries(english)) {
      if (!isUsed(key)) faults.push(`${scope} ${key}: nothing uses it`)
      faults.push(...faultsOfTranslation(source, message, message).map(fault => `${scope} ${key}: ${fault}`))
    }
    for (const language of languages()) {
      const messages = messagesOf(language, scope)
      for (const [key, message] of Object.entries(messages)) {
        const at = `${language} ${scope} ${key}`
        if (!isUnderstood(message, dateForms))
          faults.push(`${at}: uses a form that is not understood at run time`)
        const original = english[key]
        if (original === undefined) faults.push(`${at}: there is no such message in English`)
        else if (language !== source)
          faults.push(...faultsOfTranslation(language, original, message).map(fault => `${at}: ${fault}`))
      }
      untranslated.push(
        ...Object.keys(english)
          .filter(key => !(key in messages))
          .map(key => `${language} ${scope} ${key}`),
      )
    }
  }
  return { faults, untranslated }
}
