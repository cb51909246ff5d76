import { boundsOf } from './bounds.ts'
import { ConvertedType, doubled, NumericColumn, PhysicalType } from './column.ts'
import type { ColumnValues } from './pageWriter.ts'

/** Most days from 1 January 1970 that a date can be away. */
const mostDays = 2_147_483_646
const mostYearDigits = 9

const DASH = 0x2d
const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isDigit = (byte: number | undefined): byte is number =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39
const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

/** Days since 1 January 1970 in the Gregorian calendar, which reaches back before its beginning. */
const daysSince1970 = (year: number, month: number, day: number): number => {
  // Years that begin in March end with the leap day.
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/**
 * The day of a date as `xs:date` and `xs:dateTime` write it, in days since 1 January 1970: a year of any length, perhaps
 * negative, month and day; a time or time zone behind it changes nothing. NaN where the text is no date.
 */
export const readDate = (bytes: Uint8Array, from: number, to: number): number => {
  let p = from
  while (p < to && isBlank(bytes[p])) p++
  const isNegative = bytes[p] === DASH && p < to
  if (isNegative) p++
  const numbers = [0, 0, 0]
  for (let part = 0; part < 3; part++) {
    if (part > 0) {
      if (p >= to || bytes[p] !== DASH) return Number.NaN
      p++
    }
    const start = p
    const most = part === 0 ? mostYearDigits : 2
    let value = 0
    for (; p < to && isDigit(bytes[p]); p++) value = value * 10 + bytes[p]! - 0x30
    if (p === start || p - start > most) return Number.NaN
    numbers[part] = value
  }
  const [digits = 0, month = 0, day = 0] = numbers
  const year = isNegative ? -digits : digits
  if (month < 1 || month > 12 || day < 1) return Number.NaN
  if (day > (month === 2 && isLeap(year) ? 29 : daysOf[month - 1]!)) return Number.NaN
  const days = daysSince1970(year, month, day)
  return Math.abs(days) <= mostDays ? days : Number.NaN
}

/** Dates as days since 1 January 1970. */
export class DateColumn extends NumericColumn {
  private days = new Int32Array(64)

  constructor(name: string, groupRows: number) {
    super(name, groupRows, PhysicalType.int32, ConvertedType.date)
  }

  put(row: number, bytes: Uint8Array, from: number, to: number): void {
    const days = readDate(bytes, from, to)
    if (Number.isNaN(days) || !this.mark(row)) return
    if (this.values === this.days.length) this.days = doubled(this.days)
    this.days[this.values++] = days
  }

  protected numbersKept(): Int32Array {
    return this.days
  }

  protected bounds(): ColumnValues['bounds'] {
    return boundsOf(this.days, this.values, 4)
  }
}
