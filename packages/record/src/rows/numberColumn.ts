import { decodeUtf8 } from '../xml/characters.ts'
import { doubled, NumericColumn, PhysicalType } from './column.ts'
import type { ColumnValues } from './pageWriter.ts'

/** Digits that a double holds exactly as a whole number, and powers of ten that it holds exactly. */
const exactDigits = 15

const powersOfTen = Array.from({ length: exactDigits + 1 }, (_, power) => 10 ** power)

const written = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const special: Readonly<Record<string, number>> = {
  INF: Number.POSITIVE_INFINITY,
  '+INF': Number.POSITIVE_INFINITY,
  '-INF': Number.NEGATIVE_INFINITY,
  NaN: Number.NaN,
}

/** The number that a text stands for in any numeric type of XML Schema; undefined where it is none. */
const readAny = (text: string): number | undefined => {
  const bare = text.trim()
  return written.test(bare) ? Number(bare) : special[bare]
}

/**
 * A number in any form that XML Schema has, as the nearest double: one too large for it is infinite. Undefined where the text
 * is no number.
 */
export const readNumber = (bytes: Uint8Array, from: number, to: number): number | undefined => {
  // The common form, without a string: an optional minus and few digits.
  const isNegative = bytes[from] === 0x2d
  const start = isNegative ? from + 1 : from
  if (to - start > exactDigits || to === start) return readAny(decodeUtf8(bytes, from, to))
  let value = 0
  let point = -1
  for (let p = start; p < to; p++) {
    const byte = bytes[p]!
    if (byte >= 0x30 && byte <= 0x39) value = value * 10 + byte - 0x30
    else if (byte === 0x2e && point < 0) point = p
    else return readAny(decodeUtf8(bytes, from, to))
  }
  if (point >= 0 && to - start === 1) return undefined
  const read = point < 0 ? value : value / powersOfTen[to - point - 1]!
  return isNegative ? -read : read
}

const boundsOf = (numbers: Float64Array, count: number): ColumnValues['bounds'] => {
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < count; i++) {
    const value = numbers[i]!
    // What is not a number has no order, so neither has the column.
    if (Number.isNaN(value)) return undefined
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  if (count === 0) return undefined
  const encoded = (value: number): Uint8Array => new Uint8Array(Float64Array.of(value).buffer)
  // A zero has two signs: the bounds hold both.
  return {
    least: encoded(least === 0 ? -0 : least),
    greatest: encoded(greatest === 0 ? 0 : greatest),
  }
}

/** Numbers as doubles. */
export class NumberColumn extends NumericColumn {
  private numbers = new Float64Array(64)

  constructor(name: string, groupRows: number) {
    super(name, groupRows, PhysicalType.double)
  }

  put(row: number, bytes: Uint8Array, from: number, to: number): void {
    const value = readNumber(bytes, from, to)
    if (value === undefined || !this.mark(row)) return
    if (this.values === this.numbers.length) this.numbers = doubled(this.numbers)
    this.numbers[this.values++] = value
  }

  protected numbersKept(): Float64Array {
    return this.numbers
  }

  protected bounds(): ColumnValues['bounds'] {
    return boundsOf(this.numbers, this.values)
  }
}
