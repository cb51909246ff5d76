import { decodeUtf8, encodeUtf8 } from '../xml/characters.ts'
import type { Automaton } from './regex/automaton.ts'
import type { ValueForm } from './valueForm.ts'
import { compareOrdered, type Ordered, type PrefixLookup, type Primitive } from './values/primitives.ts'

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

/** A value that names an element of the document, refers to one, or names an entity that its DTD would declare. */
export type DocumentRole = 'ID' | 'IDREF' | 'ENTITY'

/** Everything that restricts a simple type, its bases' restrictions included. */
export interface Facets {
  readonly whiteSpace: WhiteSpace
  /** Each must accept; the patterns of one derivation step are one automaton. The text is for messages. */
  readonly patterns: readonly { readonly automaton: Automaton; readonly text: string }[]
  readonly enumeration: Enumeration | undefined
  /** Written as `length`, in this type or one that it comes from. */
  readonly length: number | undefined
  readonly minLength: number
  readonly maxLength: number
  readonly totalDigits: number
  readonly fractionDigits: number
  /** Whether it derives from xs:integer, whose texts have no point at all. */
  readonly isWhole: boolean
  /** What its values are to the whole document (Part 1, 3.15.4), if anything. */
  readonly role: DocumentRole | undefined
  /** Whether it derives from xs:unsignedLong, whose texts have no sign (XML Schema 2, 3.3.21.1). */
  readonly isUnsigned: boolean
  readonly min: Bound | undefined
  readonly max: Bound | undefined
  /** Facets that no type derived from it may change. */
  readonly fixed: ReadonlySet<string>
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
  length: undefined,
  minLength: 0,
  maxLength: Number.POSITIVE_INFINITY,
  totalDigits: Number.POSITIVE_INFINITY,
  fractionDigits: Number.POSITIVE_INFINITY,
  isWhole: false,
  role: undefined,
  isUnsigned: false,
  min: undefined,
  max: undefined,
  fixed: new Set(),
}

/** Where the value of the last check lies once whitespace is normalised; overwritten by the next check. */
export interface Span {
  bytes: Uint8Array
  from: number
  to: number
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d

export type { PrefixLookup }

export type SimpleDerivation = 'restriction' | 'list' | 'union'

/** A compiled simple type of any variety. */
export interface SimpleType {
  /** Local name; empty for an anonymous type. */
  readonly name: string
  readonly base: SimpleType | undefined
  readonly variety: 'atomic' | 'list' | 'union'
  readonly facets: Facets
  /** Ways of derivation that its definition does not allow. */
  readonly final: ReadonlySet<SimpleDerivation>
  /** Undefined where the value is allowed; `span` then says where its normalised form lies. */
  check(
    bytes: Uint8Array,
    from: number,
    to: number,
    span: Span,
    prefixes: PrefixLookup,
  ): ValueCode | undefined
  /** The same for a range of printable ASCII only (0x20–0x7E), which most values are. */
  checkPrintable(
    bytes: Uint8Array,
    from: number,
    to: number,
    span: Span,
    prefixes: PrefixLookup,
  ): ValueCode | undefined
  /** Key that is equal for equal values; the text must be one that `check` allows, normalised. */
  keyOf(text: string, prefixes: PrefixLookup): string
  /** What a value must look like. */
  readonly form: ValueForm
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

/** Characters of UTF-8 between two places of its bytes: the unit of the length facets of texts. */
export const countCharacters = (bytes: Uint8Array, from: number, to: number): number => {
  let count = 0
  for (let p = from; p < to; p++) if ((bytes[p]! & 0xc0) !== 0x80) count++
  return count
}

/**
 * Octets that a hexBinary or base64Binary value stands for: the unit of its length facets. The value has to be a valid
 * one.
 */
export const countOctets = (primitive: Primitive, bytes: Uint8Array, from: number, to: number): number => {
  if (primitive.name === 'hexBinary') return (to - from) / 2
  const text = decodeUtf8(bytes, from, to).replaceAll(' ', '')
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
}

/** Whether two bounds leave the value inside. */
export const isInside = (value: Ordered, { min, max }: Facets): boolean => {
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

/** Whether every pattern accepts the value. */
export const matchesPatterns = ({ patterns }: Facets, { bytes, from, to }: Span): boolean => {
  for (let i = 0; i < patterns.length; i++) if (!patterns[i]!.automaton.accepts(bytes, from, to)) return false
  return true
}

/** What is wrong with a length, if anything is. */
export const lengthFault = (length: number, { minLength, maxLength }: Facets): ValueCode | undefined => {
  if (length >= minLength && length <= maxLength) return undefined
  if (minLength === maxLength) return 'VALUE_LENGTH'
  return length < minLength ? 'VALUE_TOO_SHORT' : 'VALUE_TOO_LONG'
}
