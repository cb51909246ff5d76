/** Lexical forms and order of the date and time types of XML Schema 1.0 (Part 2, 3.2.7–3.2.14). */

export type DateKind = 'dateTime' | 'time' | 'date' | 'gYearMonth' | 'gYear' | 'gMonthDay' | 'gDay' | 'gMonth'

/** A point on the time line: seconds, and whether a time zone was given. */
export interface Instant {
  readonly seconds: number
  readonly hasZone: boolean
}

const zone = '(Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?'
const year = '(-?(?:[1-9][0-9]{3,}|0[0-9]{3}))'
const clock = '([0-9]{2}):([0-9]{2}):([0-9]{2}(?:\\.[0-9]+)?)'
const forms: Readonly<Record<DateKind, RegExp>> = {
  dateTime: new RegExp(`^${year}-([0-9]{2})-([0-9]{2})T${clock}${zone}$`),
  time: new RegExp(`^()()()${clock}${zone}$`),
  date: new RegExp(`^${year}-([0-9]{2})-([0-9]{2})()()()${zone}$`),
  gYearMonth: new RegExp(`^${year}-([0-9]{2})()()()()${zone}$`),
  gYear: new RegExp(`^${year}()()()()()${zone}$`),
  gMonthDay: new RegExp(`^--()([0-9]{2})-([0-9]{2})()()()${zone}$`),
  gDay: new RegExp(`^---()()([0-9]{2})()()()${zone}$`),
  gMonth: new RegExp(`^--()([0-9]{2})()()()()${zone}$`),
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Days of a month, 1–12. */
const daysIn = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : monthLengths[month - 1]!

/** Days from 0000-03-01 of the proleptic Gregorian calendar, in which year 0 is 1 BC. */
const dayNumber = (year: number, month: number, day: number): number => {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
}

const zoneSeconds = (text: string): number => {
  if (text === '' || text === 'Z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4, 6))
  return (text.startsWith('-') ? -minutes : minutes) * 60
}

/** The value of a text in one of the date and time types, or undefined where it is not one. */
export const parseInstant = (kind: DateKind, text: string): Instant | undefined => {
  const match = forms[kind].exec(text)
  if (match === null) return undefined
  const [, y = '', mo = '', d = '', h = '', mi = '', s = '', z = ''] = match
  const written = y === '' ? 1972 : Number(y)
  if (written === 0) return undefined
  const astronomical = written < 0 ? written + 1 : written
  const month = mo === '' ? 12 : Number(mo)
  if (month < 1 || month > 12) return undefined
  const day = d === '' ? (kind === 'gYear' || kind === 'gYearMonth' || kind === 'gMonth' ? 1 : 31) : Number(d)
  if (day < 1 || day > daysIn(astronomical, month)) return undefined
  const [hour, minute, second] = [Number(h), Number(mi), Number(s)]
  const isMidnight = hour === 24 && minute === 0 && second === 0
  if ((hour > 23 && !isMidnight) || minute > 59 || second >= 60) return undefined
  const days = dayNumber(astronomical, month, day)
  return {
    seconds: days * 86_400 + hour * 3_600 + minute * 60 + second - zoneSeconds(z),
    hasZone: z !== '',
  }
}

const fourteenHours = 14 * 3_600

/** Order of two instants; undefined where a missing time zone leaves it open. */
export const compareInstants = (a: Instant, b: Instant): number | undefined => {
  const difference = a.seconds - b.seconds
  if (a.hasZone === b.hasZone) return difference
  return Math.abs(difference) > fourteenHours ? difference : undefined
}

const two = (bytes: Uint8Array, p: number): number => {
  const tens = bytes[p]! - 0x30
  const ones = bytes[p + 1]! - 0x30
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

/** Whether ten bytes are a date `YYYY-MM-DD` of a year from 1; false also where only the full look can say. */
export const isPlainDate = (bytes: Uint8Array, from: number, to: number): boolean => {
  if (to - from !== 10 || bytes[from + 4] !== 0x2d || bytes[from + 7] !== 0x2d) return false
  const century = two(bytes, from)
  const rest = two(bytes, from + 2)
  const month = two(bytes, from + 5)
  const day = two(bytes, from + 8)
  if (century < 0 || rest < 0 || month < 1 || month > 12 || day < 1) return false
  const year = century * 100 + rest
  return year > 0 && (day <= 28 || day <= daysIn(year, month))
}

const T = 0x54
const Z = 0x5a
const colon = 0x3a
const point = 0x2e

/** Whether the bytes are two digits of a number below a limit. */
const isBelow = (bytes: Uint8Array, p: number, limit: number): boolean => {
  const value = two(bytes, p)
  return value >= 0 && value < limit
}

/** The same for a date and time, with or without fractions of a second and a time zone. */
export const isPlainDateTime = (bytes: Uint8Array, from: number, to: number): boolean => {
  if (to - from < 19 || bytes[from + 10] !== T || !isPlainDate(bytes, from, from + 10)) return false
  if (bytes[from + 13] !== colon || bytes[from + 16] !== colon) return false
  if (!isBelow(bytes, from + 11, 24) || !isBelow(bytes, from + 14, 60) || !isBelow(bytes, from + 17, 60))
    return false
  let p = from + 19
  if (p < to && bytes[p] === point) {
    const first = ++p
    while (p < to && bytes[p]! >= 0x30 && bytes[p]! <= 0x39) p++
    if (p === first) return false
  }
  if (p === to) return true
  if (bytes[p] === Z) return p + 1 === to
  return (
    to - p === 6 &&
    (bytes[p] === 0x2b || bytes[p] === 0x2d) &&
    isBelow(bytes, p + 1, 14) &&
    bytes[p + 3] === colon &&
    isBelow(bytes, p + 4, 60)
  )
}

/** A duration as months and seconds, each with the sign of the whole. */
export interface Duration {
  readonly months: number
  readonly seconds: number
}

const durationForm =
  /^(-)?P(?=.)(?:([0-9]+)Y)?(?:([0-9]+)M)?(?:([0-9]+)D)?(?:T(?=.)(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:\.[0-9]+)?)S)?)?$/

/** The duration that a text such as `P1Y2M` or `-PT30S` says; undefined for any other text. */
export const parseDuration = (text: string): Duration | undefined => {
  const match = durationForm.exec(text)
  if (match === null) return undefined
  const [years, months, days, hours, minutes, seconds] = match.slice(2).map(part => Number(part ?? 0))
  const sign = match[1] === undefined ? 1 : -1
  return {
    months: sign * (years! * 12 + months!) + 0,
    seconds: sign * (days! * 86_400 + hours! * 3_600 + minutes! * 60 + seconds!) + 0,
  }
}

const anchors: readonly (readonly [year: number, month: number])[] = [
  [1696, 9],
  [1697, 2],
  [1903, 3],
  [1903, 7],
]

/** Order of two durations (Part 2, 3.2.6.2); undefined where it depends on when they begin. */
export const compareDurations = (a: Duration, b: Duration): number | undefined => {
  const ends = ({ months, seconds }: Duration, [year, month]: readonly [number, number]): number => {
    const total = year * 12 + month - 1 + months
    return dayNumber(Math.floor(total / 12), (((total % 12) + 12) % 12) + 1, 1) * 86_400 + seconds
  }
  const signs = anchors.map(anchor => Math.sign(ends(a, anchor) - ends(b, anchor)))
  return signs.every(sign => sign === signs[0]) ? signs[0] : undefined
}
