import { decodeUtf8 } from '../xml/characters.ts'
import type { Automaton } from './regex/automaton.ts'
import { range, single } from './regex/codePoints.ts'
import {
  type Bound,
  countCharacters,
  countOctets,
  type Enumeration,
  type Facets,
  isInside,
  lengthFault,
  matchesPatterns,
  normalise,
  type PrefixLookup,
  type SimpleType,
  type Span,
  type ValueCode,
} from './simpleType.ts'
import type { ValueForm } from './valueForm.ts'
import { isPlainDate } from './values/dateTime.ts'
import { type DecimalShape, lookAtDecimal } from './values/decimal.ts'
import type { Primitive } from './values/primitives.ts'

const shape: DecimalShape = { isValid: false, totalDigits: 0, fractionDigits: 0, hasPoint: false, quick: 0 }

/** A type whose values are one primitive value each. */
export class AtomicType implements SimpleType {
  readonly variety = 'atomic'
  readonly name: string
  readonly base: SimpleType | undefined
  readonly primitive: Primitive
  readonly facets: Facets
  readonly final: SimpleType['final']
  private readonly isDecimal: boolean
  private readonly isText: boolean
  private readonly hasRange: boolean
  /** Whether every YYYY-MM-DD of a real day is a value, so that nothing else need be asked. */
  private readonly takesPlainDates: boolean
  /** Bytes up to which a value cannot be too long, and from which it cannot be too short. */
  private readonly surelyShort: number
  private readonly surelyLong: number
  private readonly quickMin: number
  private readonly quickMax: number
  private readonly hasInclusiveRange: boolean
  /** What printable ASCII must pass beside its length, where that is all there is to ask; else undefined. */
  private readonly printable: readonly Automaton[] | undefined

  constructor(
    name: string,
    primitive: Primitive,
    facets: Facets,
    base: SimpleType | undefined,
    final: SimpleType['final'] = new Set(),
  ) {
    this.name = name
    this.base = base
    this.primitive = primitive
    this.facets = facets
    this.final = final
    this.isDecimal = primitive.name === 'decimal'
    this.isText = primitive.name === 'string' || primitive.name === 'anyURI'
    this.hasRange = facets.min !== undefined || facets.max !== undefined
    const isText = primitive.lengthUnit === 'characters'
    this.surelyShort = isText ? facets.maxLength : 0
    this.surelyLong = facets.minLength < 2 ? facets.minLength : facets.minLength * 4
    this.takesPlainDates =
      primitive.name === 'date' &&
      !this.hasRange &&
      facets.enumeration === undefined &&
      facets.patterns.every(({ automaton }) => automaton.acceptsEvery(plainDate))
    this.quickMin = quickBound(facets.min, Number.NEGATIVE_INFINITY)
    this.quickMax = quickBound(facets.max, Number.POSITIVE_INFINITY)
    this.hasInclusiveRange = facets.min?.isInclusive !== false && facets.max?.isInclusive !== false
    this.printable = this.isText && facets.role === undefined ? automataOf(facets) : undefined
  }

  get form(): ValueForm {
    const { isWhole, isUnsigned, enumeration, patterns, role } = this.facets
    const pattern = patterns.at(-1)
    if (role === 'ENTITY') return { kind: 'entity' }
    if (isUnsigned) return { kind: 'unsignedNumber' }
    if (isWhole) return { kind: 'wholeNumber' }
    if (this.isText && enumeration !== undefined) return { kind: 'code' }
    if (this.isText && pattern !== undefined) return { kind: 'pattern', pattern: pattern.text }
    return { kind: this.primitive.name }
  }

  keyOf(text: string, prefixes: PrefixLookup): string {
    return `${this.primitive.name}:${this.primitive.keyOf(text, prefixes)}`
  }

  checkPrintable(
    bytes: Uint8Array,
    from: number,
    to: number,
    span: Span,
    prefixes: PrefixLookup,
  ): ValueCode | undefined {
    const { printable } = this
    if (printable === undefined) return this.check(bytes, from, to, span, prefixes)
    const size = to - from
    let isValue = size >= this.facets.minLength && size <= this.facets.maxLength
    for (let i = 0; isValue && i < printable.length; i++)
      isValue = printable[i]!.acceptsAscii(bytes, from, to)
    if (!isValue) return this.check(bytes, from, to, span, prefixes)
    span.bytes = bytes
    span.from = from
    span.to = to
    return undefined
  }

  check(
    bytes: Uint8Array,
    from: number,
    to: number,
    span: Span,
    prefixes: PrefixLookup,
  ): ValueCode | undefined {
    const { facets } = this
    if (this.takesPlainDates && isPlainDate(bytes, from, to)) {
      span.bytes = bytes
      span.from = from
      span.to = to
      return undefined
    }
    normalise(facets.whiteSpace, bytes, from, to, span)
    if (this.isDecimal) return this.checkDecimal(span, prefixes)
    if (!this.isText) {
      if (!this.primitive.isValue(span.bytes, span.from, span.to)) return 'VALUE_TYPE'
      if (this.primitive.lengthUnit === 'nothing' && !isDeclared(span, prefixes)) return 'VALUE_TYPE'
    }
    if (facets.patterns.length > 0 && !matchesPatterns(facets, span)) return 'VALUE_PATTERN'
    const length = this.checkLength(span)
    if (length !== undefined) return length
    if (facets.enumeration !== undefined && !this.isListed(facets.enumeration, span, prefixes))
      return 'VALUE_CODE'
    if (facets.role === 'ENTITY') return 'VALUE_TYPE'
    if (this.hasRange) {
      const value = this.primitive.order(decodeUtf8(span.bytes, span.from, span.to))
      if (value === undefined || !isInside(value, facets)) return 'VALUE_RANGE'
    }
    return undefined
  }

  private checkDecimal(span: Span, prefixes: PrefixLookup): ValueCode | undefined {
    const { facets } = this
    if (!lookAtDecimal(span.bytes, span.from, span.to, shape)) return 'VALUE_TYPE'
    if (facets.isWhole && shape.hasPoint) return 'VALUE_TYPE'
    if (facets.isUnsigned && !isDigit(span.bytes[span.from]!)) return 'VALUE_TYPE'
    const { quick, totalDigits, fractionDigits } = shape
    if (facets.patterns.length > 0 && !matchesPatterns(facets, span)) return 'VALUE_PATTERN'
    if (fractionDigits > facets.fractionDigits || totalDigits > facets.totalDigits) return 'VALUE_DIGITS'
    if (facets.enumeration !== undefined && !this.isListed(facets.enumeration, span, prefixes))
      return 'VALUE_CODE'
    if (!this.hasRange || this.isSurelyInside(quick)) return undefined
    const value = this.primitive.order(decodeUtf8(span.bytes, span.from, span.to))
    return value !== undefined && isInside(value, facets) ? undefined : 'VALUE_RANGE'
  }

  /** Rounding keeps the order: what is between the rounded bounds is between the bounds. */
  private isSurelyInside(quick: number): boolean {
    const { quickMin, quickMax } = this
    if (quick > quickMin && quick < quickMax) return true
    return this.hasInclusiveRange && quick >= quickMin && quick <= quickMax
  }

  private checkLength(span: Span): ValueCode | undefined {
    const size = span.to - span.from
    if (size <= this.surelyShort && size >= this.surelyLong) return undefined
    const { minLength, maxLength } = this.facets
    if (minLength === 0 && maxLength === Number.POSITIVE_INFINITY) return undefined
    if (this.primitive.lengthUnit === 'nothing') return undefined
    const length =
      this.primitive.lengthUnit === 'octets'
        ? countOctets(this.primitive, span.bytes, span.from, span.to)
        : countCharacters(span.bytes, span.from, span.to)
    return lengthFault(length, this.facets)
  }

  private isListed(enumeration: Enumeration, span: Span, prefixes: PrefixLookup): boolean {
    if (enumeration.automaton !== undefined)
      return enumeration.automaton.accepts(span.bytes, span.from, span.to)
    return enumeration.keys.has(this.keyOf(decodeUtf8(span.bytes, span.from, span.to), prefixes))
  }
}

/** The automata that printable ASCII must pass, where no white space could be removed from what passes them. */
const automataOf = ({ patterns, enumeration, whiteSpace }: Facets): readonly Automaton[] | undefined => {
  if (enumeration !== undefined && enumeration.automaton === undefined) return undefined
  const all = patterns.map(({ automaton }) => automaton)
  if (enumeration?.automaton !== undefined) all.push(enumeration.automaton)
  if (whiteSpace === 'collapse' && !all.some(({ refusesSpaces }) => refusesSpaces)) return undefined
  return all.filter(({ takesEveryPrintable }) => !takesEveryPrintable)
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

const digit = range(0x30, 0x39)
const dash = single(0x2d)
const plainDate = [digit, digit, digit, digit, dash, digit, digit, dash, digit, digit]

const quickBound = (bound: Bound | undefined, open: number): number =>
  bound === undefined ? open : bound.value.kind === 'decimal' ? bound.value.quick : Number.NaN

const isDeclared = (span: Span, prefixes: PrefixLookup): boolean => {
  const text = decodeUtf8(span.bytes, span.from, span.to)
  const colon = text.indexOf(':')
  return colon < 0 || prefixes(text.slice(0, colon)) !== undefined
}
