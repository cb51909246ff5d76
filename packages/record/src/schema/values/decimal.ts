/** Values of xs:decimal, exact at any length, without making a string for those of everyday size. */

const ZERO = 0x30
const NINE = 0x39
const DOT = 0x2e
const PLUS = 0x2b
const MINUS = 0x2d

/** What one look over a decimal found; overwritten by the next look. */
export interface DecimalShape {
  isValid: boolean
  /** Digits without leading zeros before the point and without trailing zeros after it. */
  totalDigits: number
  fractionDigits: number
  hasPoint: boolean
  /** The value where it has at most 15 significant digits (then doubles order exactly), else NaN. */
  quick: number
}

const powers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)

/** Reads `[+-]?(digits(.digits?)?|.digits)` and notes its shape. */
export const lookAtDecimal = (bytes: Uint8Array, from: number, to: number, shape: DecimalShape): boolean => {
  let p = from
  const isNegative = bytes[p] === MINUS
  if (isNegative || bytes[p] === PLUS) p++
  const start = p
  let value = 0
  let significant = 0
  while (p < to && bytes[p]! >= ZERO && bytes[p]! <= NINE) {
    const digit = bytes[p++]! - ZERO
    if (digit !== 0 || significant > 0) significant++
    if (significant <= 15) value = value * 10 + digit
  }
  let digits = p - start
  let fraction = 0
  shape.hasPoint = p < to && bytes[p] === DOT
  const integerDigits = significant
  if (shape.hasPoint) {
    p++
    let last = to
    while (last > p && bytes[last - 1] === ZERO) last--
    digits += to - p
    while (p < last && bytes[p]! >= ZERO && bytes[p]! <= NINE) {
      const digit = bytes[p++]! - ZERO
      fraction++
      if (digit !== 0 || significant > 0) significant++
      if (significant <= 15) value = value * 10 + digit
    }
    if (p === last) p = to
  }
  shape.isValid = p === to && digits > 0
  shape.fractionDigits = fraction
  shape.totalDigits = Math.max(integerDigits + fraction, 1)
  shape.quick =
    significant <= 15 && fraction <= 22 ? (isNegative ? -value : value) / powers[fraction]! + 0 : Number.NaN
  return shape.isValid
}

/** A decimal of any length as digits × 10^-scale. */
export interface ExactDecimal {
  readonly digits: bigint
  readonly scale: number
}

/** Exact value of a valid decimal. */
export const exactDecimal = (text: string): ExactDecimal => {
  const isNegative = text.startsWith('-')
  const [integer = '', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const kept = fraction.replace(/0+$/, '')
  const digits = BigInt(`${integer}${kept}` || '0')
  return { digits: isNegative ? -digits : digits, scale: kept.length }
}

/** Negative, zero or positive as the first is less, equal or more. */
export const compareExact = (a: ExactDecimal, b: ExactDecimal): number => {
  const scale = Math.max(a.scale, b.scale)
  const left = a.digits * 10n ** BigInt(scale - a.scale)
  const right = b.digits * 10n ** BigInt(scale - b.scale)
  return left < right ? -1 : left > right ? 1 : 0
}
