import type { FormatOptions } from 'icu-minify/format'
import { englishLocale } from './order.ts'

type DateForm = Intl.DateTimeFormatOptions & { timeZone: 'Europe/London' | 'UTC' }

const numericDay = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** The forms in which a message shows a moment, `{at, date, logDay}`: each for one meaning, see src/domain/dates.ts. */
export const dateForms = {
  // A date without a zone is the midnight in UTC with which it begins.
  calendarDay: { timeZone: 'UTC', ...numericDay },
  logDay: { timeZone: 'Europe/London', ...numericDay },
  logTime: { timeZone: 'Europe/London', ...minute },
  secondsTime: { timeZone: 'Europe/London', ...minute, second: '2-digit' },
  preciseTime: { timeZone: 'Europe/London', ...minute, second: '2-digit', fractionalSecondDigits: 3 },
  uploadDay: { timeZone: 'UTC', day: '2-digit', month: 'short', year: 'numeric' },
  uploadShortDay: { timeZone: 'UTC', day: 'numeric', month: 'short' },
  uploadTime: { timeZone: 'UTC', ...minute },
  signOffDay: { timeZone: 'Europe/London', day: '2-digit', month: 'long', year: 'numeric' },
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

/**
 * What knows no form of a language takes that of its own country: a browser that has no Welsh dates would show 11/26/2026.
 * With the portal's English behind it, it shows 26/11/2026.
 */
const orEnglish = (locale: string): string[] => [locale, englishLocale]

/** The specification's short months have three letters; those of en-GB have four in September. */
const shortMonths = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

const dates = kept((language: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(orEnglish(language), options)
  const isShortened = options.month === 'short' && language.startsWith('en')
  const textOf = (at: Date): string =>
    isShortened
      ? format
          .formatToParts(at)
          .map(({ type, value }) => (type === 'month' ? shortMonths.format(at) : value))
          .join('')
      : format.format(at)
  return { format: textOf } as Intl.DateTimeFormat
})

/** A day as a sentence of data has it: 14 March 2005. */
export const longDayIn = (locale: string, day: Date): string =>
  dates(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(day)

const lists = kept((locale: string) => new Intl.ListFormat(orEnglish(locale)))

/** Several things in a sentence: "a, b and c". */
export const listIn = (locale: string, parts: readonly string[]): string => lists(locale).format(parts)

const numbers = kept(
  (locale: string, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(orEnglish(locale), options),
)

/** A number that stands by itself: 12,345. */
export const numberIn = (locale: string, value: number, options: Intl.NumberFormatOptions = {}): string =>
  numbers(locale, options).format(value)

/** A number with so many digits after its point: 12,345.60. */
export const fixedIn = (locale: string, value: number, decimals: number): string =>
  numberIn(locale, value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

/** How messages show numbers, moments and plurals, the same in browser and server. */
export const formatOptions: FormatOptions = {
  timeZone: 'Europe/London',
  formats: { dateTime: dateForms },
  formatters: {
    getNumberFormat: (language, options) => numbers(String(language), options),
    getDateTimeFormat: (language, options) => dates(String(language), options ?? {}),
    getPluralRules: kept((...args) => new Intl.PluralRules(...args)),
  },
}
