import { decodeUtf8, encodeUtf8, nameOnlyRanges, nameStartRanges } from '../../xml/characters.ts'
import {
  compareDurations,
  compareInstants,
  type DateKind,
  type Duration,
  type Instant,
  isPlainDate,
  isPlainDateTime,
  parseDuration,
  parseInstant,
} from './dateTime.ts'
import { compareExact, type DecimalShape, type ExactDecimal, exactDecimal, lookAtDecimal } from './decimal.ts'

export type PrimitiveName =
  | 'string'
  | 'boolean'
  | 'decimal'
  | 'float'
  | 'double'
  | 'duration'
  | DateKind
  | 'hexBinary'
  | 'base64Binary'
  | 'anyURI'
  | 'QName'
  | 'NOTATION'

/** A value that can be put in order with another of its primitive type. */
export type Ordered =
  | { readonly kind: 'decimal'; readonly value: ExactDecimal; readonly quick: number }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'instant'; readonly value: Instant }
  | { readonly kind: 'duration'; readonly value: Duration }

/** Namespace of a prefix where a value stands, '' for no prefix; undefined where it is not declared. */
export type PrefixLookup = (prefix: string) => string | undefined

/** One primitive type of XML Schema 1.0: which texts are values, when two are equal, and how they are ordered. */
export interface Primitive {
  readonly name: PrimitiveName
  readonly isOrdered: boolean
  /** What the length facets count; undefined where they do not apply. Every name has any length (Part 2, 4.3.1.3). */
  readonly lengthUnit: 'characters' | 'octets' | 'nothing' | undefined
  /** Whether the (whitespace-normalised) range is a value. */
  isValue(bytes: Uint8Array, from: number, to: number): boolean
  /** Texts of equal values give equal keys; names are compared by their namespaces. */
  keyOf(text: string, prefixes: PrefixLookup): string
  order(text: string): Ordered | undefined
}

const shape: DecimalShape = { isValid: false, totalDigits: 0, fractionDigits: 0, hasPoint: false, quick: 0 }

/** Order of two values of one primitive type; undefined where it is not determined. */
export const compareOrdered = (a: Ordered, b: Ordered): number | undefined => {
  if (a.kind === 'decimal' && b.kind === 'decimal')
    return Number.isNaN(a.quick) || Number.isNaN(b.quick) ? compareExact(a.value, b.value) : a.quick - b.quick
  if (a.kind === 'number' && b.kind === 'number') {
    if (Number.isNaN(a.value) || Number.isNaN(b.value))
      return Number.isNaN(a.value) && Number.isNaN(b.value) ? 0 : undefined
    return a.value === b.value ? 0 : a.value < b.value ? -1 : 1
  }
  if (a.kind === 'instant' && b.kind === 'instant') return compareInstants(a.value, b.value)
  if (a.kind === 'duration' && b.kind === 'duration') return compareDurations(a.value, b.value)
  return undefined
}

const byText = (test: (text: string) => boolean) => (bytes: Uint8Array, from: number, to: number) =>
  test(decodeUtf8(bytes, from, to))

const same = (text: string): string => text
const unordered = { isOrdered: false, order: () => undefined }

const floatForm = /^(?:[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|-?INF|NaN)$/

/** Whether the bytes are digits with at most one point among them; false also where only the full look can say. */
const isPlainNumber = (bytes: Uint8Array, from: number, to: number): boolean => {
  let digits = 0
  let points = 0
  for (let p = from; p < to; p++) {
    const byte = bytes[p]!
    if (byte >= 0x30 && byte <= 0x39) digits++
    else if (byte === 0x2e) points++
    else return false
  }
  return digits > 0 && points < 2
}

const floating = (name: 'float' | 'double'): Primitive => {
  const isText = byText(text => floatForm.test(text))
  const numberOf = (text: string): number => {
    const value = Number(text.replace('INF', 'Infinity'))
    return name === 'float' ? Math.fround(value) : value
  }
  return {
    name,
    isOrdered: true,
    lengthUnit: undefined,
    isValue: (bytes, from, to) => isPlainNumber(bytes, from, to) || isText(bytes, from, to),
    keyOf: text => String(numberOf(text) + 0),
    order: text => ({ kind: 'number', value: numberOf(text) }),
  }
}

/** Quick looks at the commonest forms. */
const plainForms: Partial<Record<DateKind, Primitive['isValue']>> = {
  date: isPlainDate,
  dateTime: isPlainDateTime,
}

const dated = (name: DateKind): Primitive => {
  const isPlain = plainForms[name]
  const isText = byText(text => parseInstant(name, text) !== undefined)
  return {
    name,
    isOrdered: true,
    lengthUnit: undefined,
    isValue: isPlain ? (bytes, from, to) => isPlain(bytes, from, to) || isText(bytes, from, to) : isText,
    keyOf: text => {
      const instant = parseInstant(name, text)
      return instant === undefined ? text : `${instant.seconds}${instant.hasZone ? 'Z' : ''}`
    },
    order: text => {
      const value = parseInstant(name, text)
      return value === undefined ? undefined : { kind: 'instant', value }
    },
  }
}

const [trueText, falseText] = [encodeUtf8('true'), encodeUtf8('false')]

const isBoolean = (bytes: Uint8Array, from: number, to: number): boolean => {
  const length = to - from
  if (length === 1) return bytes[from] === 0x30 || bytes[from] === 0x31
  const text = length === 4 ? trueText : falseText
  if (length !== text.length) return false
  for (let i = 0; i < length; i++) if (bytes[from + i] !== text[i]) return false
  return true
}

const base64Form =
  /^(?:(?:[A-Za-z0-9+/] ?){4})*(?:(?:[A-Za-z0-9+/] ?){3}[A-Za-z0-9+/]|(?:[A-Za-z0-9+/] ?){2}[AEIMQUYcgkosw048] ?=|[A-Za-z0-9+/] ?[AQgw] ?= ?=)?$/
const classOf = (ranges: typeof nameStartRanges): string =>
  ranges.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join('')
const unqualified = `[A-Za-z_${classOf(nameStartRanges)}][-.0-9A-Za-z_${classOf([...nameStartRanges, ...nameOnlyRanges])}]*`
const qualifiedName = new RegExp(`^${unqualified}(?::${unqualified})?$`, 'u')

const qualified = (name: 'QName' | 'NOTATION'): Primitive => ({
  name,
  lengthUnit: 'nothing',
  isValue: byText(text => qualifiedName.test(text)),
  keyOf: (text, prefixes) => {
    const colon = text.indexOf(':')
    return `{${prefixes(colon < 0 ? '' : text.slice(0, colon)) ?? ''}}${text.slice(colon + 1)}`
  },
  ...unordered,
})

const list: readonly Primitive[] = [
  {
    name: 'string',
    lengthUnit: 'characters',
    isValue: () => true,
    keyOf: same,
    ...unordered,
  },
  {
    name: 'boolean',
    lengthUnit: undefined,
    isValue: isBoolean,
    keyOf: text => (text === '1' ? 'true' : text === '0' ? 'false' : text),
    ...unordered,
  },
  {
    name: 'decimal',
    isOrdered: true,
    lengthUnit: undefined,
    isValue: (bytes, from, to) => lookAtDecimal(bytes, from, to, shape),
    keyOf: text => {
      const { digits, scale } = exactDecimal(text)
      return `${digits}e-${scale}`
    },
    order: text => {
      const bytes = new TextEncoder().encode(text)
      if (!lookAtDecimal(bytes, 0, bytes.length, shape)) return undefined
      return { kind: 'decimal', value: exactDecimal(text), quick: shape.quick }
    },
  },
  floating('float'),
  floating('double'),
  {
    name: 'duration',
    isOrdered: true,
    lengthUnit: undefined,
    isValue: byText(text => parseDuration(text) !== undefined),
    keyOf: text => {
      const value = parseDuration(text)
      return value === undefined ? text : `${value.months} ${value.seconds}`
    },
    order: text => {
      const value = parseDuration(text)
      return value === undefined ? undefined : { kind: 'duration', value }
    },
  },
  ...(['dateTime', 'time', 'date', 'gYearMonth', 'gYear', 'gMonthDay', 'gDay', 'gMonth'] as const).map(dated),
  {
    name: 'hexBinary',
    lengthUnit: 'octets',
    isValue: byText(text => /^(?:[0-9a-fA-F]{2})*$/.test(text)),
    keyOf: text => text.toUpperCase(),
    ...unordered,
  },
  {
    name: 'base64Binary',
    lengthUnit: 'octets',
    isValue: byText(text => base64Form.test(text)),
    keyOf: text => text.replaceAll(' ', ''),
    ...unordered,
  },
  {
    name: 'anyURI',
    lengthUnit: 'characters',
    isValue: () => true,
    keyOf: same,
    ...unordered,
  },
  qualified('QName'),
  qualified('NOTATION'),
]

export const primitives: ReadonlyMap<string, Primitive> = new Map(
  list.map(primitive => [primitive.name, primitive]),
)
