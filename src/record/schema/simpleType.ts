import { decodeUtf8, encodeUtf8 } from '../xml/characters.ts'
import type { Automaton } from './regex/automaton.ts'
import { type DecimalShape, lookAtDecimal } from './values/decimal.ts'
import { compareOrdered, type Ordered, type Primitive } from './values/primitives.ts'

export type WhiteSpace = 'preserve' | 'replace' | 'collapse'

/** What is wrong with a value. */
export type ValueCode =
  | 'VALUE_TYPE'
  | 'VALUE_PATTERN'
  | 'VALUE_CODE'
  | 'VALUE_LENGTH'
  | 'VALUE_TOO_SHORT'
  | 'VALUE_TOO_LONG'
  | 'VALUE_DIGITS'
  | 'VALUE_RANGE'

/** One end of a range: the value as written in the schema and whether it belongs to the range itself. */
export interface Bound {
  readonly text: string
  readonly value: Ordered
  readonly isInclusive: boolean
}

/** A code of a code list with what the schema's documentation says of it. */
export interface CodeLabel {
  readonly code: string
  readonly label: string
}

/** Everything that restricts a simple type, its bases' restrictions included. */
export interface Facets {
  readonly whiteSpace: WhiteSpace
  /** Each must accept; the patterns of one derivation step are one automaton. */
  readonly patterns: readonly { readonly automaton: Automaton; readonly text: string }[]
  readonly enumeration: Enumeration | undefined
  readonly minLength: number
  readonly maxLength: number
  readonly totalDigits: number
  readonly fractionDigits: number
  /** Whether it derives from xs:integer, whose texts have no point at all. */
  readonly isWhole: boolean
  readonly min: Bound | undefined
  readonly max: Bound | undefined
}

export interface Enumeration {
  readonly labels: readonly CodeLabel[]
  /** For types whose values are their texts. */
  readonly automaton: Automaton | undefined
  /** Otherwise: keys of the values. */
  readonly keys: ReadonlySet<string>
}

export const unrestricted: Facets = {
  whiteSpace: 'preserve',
  patterns: [],
  enumeration: undefined,
  minLength: 0,
  maxLength: Number.POSITIVE_INFINITY,
  totalDigits: Number.POSITIVE_INFINITY,
  fractionDigits: Number.POSITIVE_INFINITY,
  isWhole: false,
  min: undefined,
  max: undefined,
}

/** Where the value of the last check lies once whitespace is normalised; overwritten by the next check. */
export interface Span {
  bytes: Uint8Array
  from: number
  to: number
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d

/** What a check may need to know of the place of the value: the prefixes in force. */
export type PrefixLookup = (prefix: string) => string | undefined

/** A compiled simple type of any variety. */
export interface SimpleType {
  /** Local name; empty for an anonymous type. */
  readonly name: string
  readonly base: SimpleType | undefined
  readonly variety: 'atomic' | 'list' | 'union'
  readonly facets: Facets
  /** Undefined where the value is allowed; `span` then says where its normalised form lies. */
  check(
    bytes: Uint8Array,
    from: number,
    to: number,
    span: Span,
    prefixes: PrefixLookup,
  ): ValueCode | undefined
  /** Key that is equal for equal values; the text must be one that `check` allows, normalised. */
  keyOf(text: string): string
  /** What a value must look like, in words. */
  readonly form: string
}

/** Moves the ends of the range past the whitespace that the facet removes; copies only where it must. */
export const normalise = (
  whiteSpace: WhiteSpace,
  bytes: Uint8Array,
  from: number,
  to: number,
  span: Span,
): void => {
  span.bytes = bytes
  span.from = from
  span.to = to
  if (whiteSpace === 'preserve') return
  if (whiteSpace === 'collapse') {
    let first = from
    let last = to
    while (first < last && isSpace(bytes[first]!)) first++
    while (last > first && isSpace(bytes[last - 1]!)) last--
    span.from = first
    span.to = last
  }
  for (let p = span.from; p < span.to; p++) {
    const byte = bytes[p]!
    if (byte > 0x20) continue
    if (byte !== 0x20 || (whiteSpace === 'collapse' && isSpace(bytes[p + 1]!))) {
      rewrite(whiteSpace, span)
      return
    }
  }
}

const rewrite = (whiteSpace: WhiteSpace, span: Span): void => {
  const spaced = decodeUtf8(span.bytes, span.from, span.to).replace(/[\t\n\r]/g, ' ')
  span.bytes = encodeUtf8(whiteSpace === 'collapse' ? spaced.replace(/ +/g, ' ') : spaced)
  span.from = 0
  span.to = span.bytes.length
}

const countCharacters = (bytes: Uint8Array, from: number, to: number): number => {
  let count = 0
  for (let p = from; p < to; p++) if ((bytes[p]! & 0xc0) !== 0x80) count++
  return count
}

const countOctets = (primitive: Primitive, bytes: Uint8Array, from: number, to: number): number => {
  if (primitive.name === 'hexBinary') return (to - from) / 2
  const text = decodeUtf8(bytes, from, to).replaceAll(' ', '')
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
}

/** Whether two bounds leave the value inside. */
const isInside = (value: Ordered, { min, max }: Facets): boolean => {
  if (min !== undefined) {
    const order = compareOrdered(value, min.value)
    if (order === undefined || order < 0 || (order === 0 && !min.isInclusive)) return false
  }
  if (max !== undefined) {
    const order = compareOrdered(value, max.value)
    if (order === undefined || order > 0 || (order === 0 && !max.isInclusive)) return false
  }
  return true
}

const matchesPatterns = ({ patterns }: Facets, { bytes, from, to }: Span): boolean => {
  for (let i = 0; i < patterns.length; i++) if (!patterns[i]!.automaton.accepts(bytes, from, to)) return false
  return true
}

const shape: DecimalShape = { isValid: false, totalDigits: 0, fractionDigits: 0, hasPoint: false, quick: 0 }

/** A type whose values are one primitive value each. */
export class AtomicType implements SimpleType {
  readonly variety = 'atomic'
  readonly name: string
  readonly base: SimpleType | undefined
  readonly primitive: Primitive
  readonly facets: Facets
  private readonly isDecimal: boolean
  private readonly isText: boolean
  private readonly hasRange: boolean
  private readonly quickMin: number
  private readonly quickMax: number

  constructor(name: string, primitive: Primitive, facets: Facets, base: SimpleType | undefined) {
    this.name = name
    this.base = base
    this.primitive = primitive
    this.facets = facets
    this.isDecimal = primitive.name === 'decimal'
    this.isText = primitive.name === 'string' || primitive.name === 'anyURI'
    this.hasRange = facets.min !== undefined || facets.max !== undefined
    this.quickMin = quickBound(facets.min, Number.NEGATIVE_INFINITY)
    this.quickMax = quickBound(facets.max, Number.POSITIVE_INFINITY)
  }

  get form(): string {
    if (this.facets.isWhole) return 'a whole number'
    return this.primitive.form
  }

  keyOf(text: string): string {
    return `${this.primitive.name}:${this.primitive.keyOf(text)}`
  }

  check(
    bytes: Uint8Array,
    from: number,
    to: number,
    span: Span,
    prefixes: PrefixLookup,
  ): ValueCode | undefined {
    const { facets } = this
    normalise(facets.whiteSpace, bytes, from, to, span)
    if (this.isDecimal) return this.checkDecimal(span)
    if (!this.isText) {
      if (!this.primitive.isValue(span.bytes, span.from, span.to)) return 'VALUE_TYPE'
      if (this.primitive.name === 'QName' && !isDeclared(span, prefixes)) return 'VALUE_TYPE'
    }
    if (facets.patterns.length > 0 && !matchesPatterns(facets, span)) return 'VALUE_PATTERN'
    const length = this.checkLength(span)
    if (length !== undefined) return length
    if (facets.enumeration !== undefined && !this.isListed(facets.enumeration, span)) return 'VALUE_CODE'
    if (this.hasRange) {
      const value = this.primitive.order(decodeUtf8(span.bytes, span.from, span.to))
      if (value === undefined || !isInside(value, facets)) return 'VALUE_RANGE'
    }
    return undefined
  }

  private checkDecimal(span: Span): ValueCode | undefined {
    const { facets } = this
    if (!lookAtDecimal(span.bytes, span.from, span.to, shape)) return 'VALUE_TYPE'
    if (facets.isWhole && shape.hasPoint) return 'VALUE_TYPE'
    const { quick, totalDigits, fractionDigits } = shape
    if (facets.patterns.length > 0 && !matchesPatterns(facets, span)) return 'VALUE_PATTERN'
    if (fractionDigits > facets.fractionDigits || totalDigits > facets.totalDigits) return 'VALUE_DIGITS'
    if (facets.enumeration !== undefined && !this.isListed(facets.enumeration, span)) return 'VALUE_CODE'
    if (!this.hasRange || (quick > this.quickMin && quick < this.quickMax)) return undefined
    const value = this.primitive.order(decodeUtf8(span.bytes, span.from, span.to))
    return value !== undefined && isInside(value, facets) ? undefined : 'VALUE_RANGE'
  }

  private checkLength(span: Span): ValueCode | undefined {
    const { minLength, maxLength } = this.facets
    if (minLength === 0 && maxLength === Number.POSITIVE_INFINITY) return undefined
    const size = span.to - span.from
    if (size <= maxLength && size >= minLength * 4) return undefined
    const length =
      this.primitive.lengthUnit === 'octets'
        ? countOctets(this.primitive, span.bytes, span.from, span.to)
        : countCharacters(span.bytes, span.from, span.to)
    return lengthFault(length, this.facets)
  }

  private isListed(enumeration: Enumeration, span: Span): boolean {
    if (enumeration.automaton !== undefined)
      return enumeration.automaton.accepts(span.bytes, span.from, span.to)
    return enumeration.keys.has(this.keyOf(decodeUtf8(span.bytes, span.from, span.to)))
  }
}

const quickBound = (bound: Bound | undefined, open: number): number =>
  bound === undefined ? open : bound.value.kind === 'decimal' ? bound.value.quick : Number.NaN

const lengthFault = (length: number, { minLength, maxLength }: Facets): ValueCode | undefined => {
  if (length >= minLength && length <= maxLength) return undefined
  if (minLength === maxLength) return 'VALUE_LENGTH'
  return length < minLength ? 'VALUE_TOO_SHORT' : 'VALUE_TOO_LONG'
}

const isDeclared = (span: Span, prefixes: PrefixLookup): boolean => {
  const text = decodeUtf8(span.bytes, span.from, span.to)
  const colon = text.indexOf(':')
  return colon < 0 || prefixes(text.slice(0, colon)) !== undefined
}

/** A type whose values are lists of another's, parted by spaces. */
export class ListType implements SimpleType {
  readonly variety = 'list'
  readonly name: string
  readonly base: SimpleType | undefined
  readonly item: SimpleType
  readonly facets: Facets

  constructor(name: string, item: SimpleType, facets: Facets, base: SimpleType | undefined) {
    this.name = name
    this.base = base
    this.item = item
    this.facets = facets
  }

  get form(): string {
    return `a list of values, each ${this.item.form}, with spaces between them`
  }

  keyOf(text: string): string {
    return `list:${text
      .split(' ')
      .filter(item => item !== '')
      .map(item => this.item.keyOf(item))
      .join(' ')}`
  }

  check(
    bytes: Uint8Array,
    from: number,
    to: number,
    span: Span,
    prefixes: PrefixLookup,
  ): ValueCode | undefined {
    normalise('collapse', bytes, from, to, span)
    const whole = { ...span }
    let count = 0
    for (let p = whole.from; p < whole.to; p++) {
      let end = p
      while (end < whole.to && whole.bytes[end] !== 0x20) end++
      const fault = this.item.check(whole.bytes, p, end, span, prefixes)
      if (fault !== undefined) return fault
      count++
      p = end
    }
    Object.assign(span, whole)
    const { facets } = this
    if (!matchesPatterns(facets, span)) return 'VALUE_PATTERN'
    const length = lengthFault(count, facets)
    if (length !== undefined) return length
    const { enumeration } = facets
    if (enumeration === undefined) return undefined
    return enumeration.keys.has(this.keyOf(decodeUtf8(span.bytes, span.from, span.to)))
      ? undefined
      : 'VALUE_CODE'
  }
}

/** A type whose values are those of any of its members. */
export class UnionType implements SimpleType {
  readonly variety = 'union'
  readonly name: string
  readonly base: SimpleType | undefined
  readonly members: readonly SimpleType[]
  readonly facets: Facets

  constructor(name: string, members: readonly SimpleType[], facets: Facets, base: SimpleType | undefined) {
    this.name = name
    this.base = base
    this.members = members
    this.facets = facets
  }

  get form(): string {
    return this.members.map(({ form }) => form).join(', or ')
  }

  keyOf(text: string): string {
    const bytes = encodeUtf8(text)
    const span: Span = { bytes, from: 0, to: bytes.length }
    const member = this.members.find(type => type.check(bytes, 0, bytes.length, span, () => '') === undefined)
    return member === undefined ? text : member.keyOf(decodeUtf8(span.bytes, span.from, span.to))
  }

  check(
    bytes: Uint8Array,
    from: number,
    to: number,
    span: Span,
    prefixes: PrefixLookup,
  ): ValueCode | undefined {
    const member = this.members.find(type => type.check(bytes, from, to, span, prefixes) === undefined)
    if (member === undefined)
      return this.members.length === 1
        ? this.members[0]?.check(bytes, from, to, span, prefixes)
        : 'VALUE_TYPE'
    if (!matchesPatterns(this.facets, span)) return 'VALUE_PATTERN'
    const { enumeration } = this.facets
    if (enumeration === undefined) return undefined
    return enumeration.keys.has(member.keyOf(decodeUtf8(span.bytes, span.from, span.to)))
      ? undefined
      : 'VALUE_CODE'
  }
}
