import type { FormatOptions } from 'icu-minify/format'
import type { Instant } from './parameter.ts'

type DateForm = Intl.DateTimeFormatOptions & { timeZone: 'Europe/London' | 'UTC' }

/** The forms in which a message shows a moment: `{when, date, day}`. */
export const dateForms = {
  day: { timeZone: 'Europe/London', day: '2-digit', month: '2-digit', year: 'numeric' },
} as const satisfies Record<string, DateForm>

/** One formatter for each language and each set of options: they are slow to make. */
const kept = <A extends unknown[], R>(make: (...args: A) => R): ((...args: A) => R) => {
  const known = new Map<string, R>()
  return (...args) => {
    const key = JSON.stringify(args)
    let value = known.get(key)
    if (value === undefined) {
      value = make(...args)
      known.set(key, value)
    }
    return value
  }
}

const dates = kept((language: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(language, options)
  return { format: (at: Instant) => format.format(new Date(at)) } as Intl.DateTimeFormat
})

const lists = kept((...args: ConstructorParameters<typeof Intl.ListFormat>) => new Intl.ListFormat(...args))

/** Several things in a sentence: "a, b and c". */
export const listIn = (locale: string, parts: readonly string[]): string => lists(locale).format(parts)

/** How messages show numbers, moments and plurals, the same in browser and server. */
export const formatOptions: FormatOptions = {
  timeZone: 'Europe/London',
  formats: { dateTime: dateForms },
  formatters: {
    getNumberFormat: kept((...args) => new Intl.NumberFormat(...args)),
    getDateTimeFormat: (language, options) => dates(String(language), options ?? {}),
    getPluralRules: kept((...args) => new Intl.PluralRules(...args)),
  },
}
