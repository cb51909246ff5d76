import { decodeUtf8, encodeUtf8 } from '../xml/characters.ts'
import {
  type Facets,
  lengthFault,
  matchesPatterns,
  normalise,
  type PrefixLookup,
  type SimpleType,
  type Span,
  type ValueCode,
} from './simpleType.ts'
import type { ValueForm } from './valueForm.ts'

/** A type whose values are lists of another's, parted by spaces. */
export class ListType implements SimpleType {
  readonly variety = 'list'
  readonly name: string
  readonly base: SimpleType | undefined
  readonly item: SimpleType
  readonly facets: Facets
  readonly final: SimpleType['final']

  constructor(
    name: string,
    item: SimpleType,
    facets: Facets,
    base: SimpleType | undefined,
    final: SimpleType['final'] = new Set(),
  ) {
    this.name = name
    this.base = base
    this.item = item
    this.facets = facets
    this.final = final
  }

  get form(): ValueForm {
    return { kind: 'list', item: this.item.form }
  }

  keyOf(text: string, prefixes: PrefixLookup): string {
    return `list:${text
      .split(' ')
      .filter(item => item !== '')
      .map(item => this.item.keyOf(item, prefixes))
      .join(' ')}`
  }

  checkPrintable(
    bytes: Uint8Array,
    from: number,
    to: number,
    span: Span,
    prefixes: PrefixLookup,
  ): ValueCode | undefined {
    return this.check(bytes, from, to, span, prefixes)
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
    return enumeration.keys.has(this.keyOf(decodeUtf8(span.bytes, span.from, span.to), prefixes))
      ? undefined
      : 'VALUE_CODE'
  }
}

/** Whether a value of the type can name an element of the document, or refer to one. */
export const hasIdentifiers = (type: SimpleType): boolean => {
  if (type instanceof ListType) return hasIdentifiers(type.item)
  if (type instanceof UnionType) return type.members.some(hasIdentifiers)
  return type.facets.role === 'ID' || type.facets.role === 'IDREF'
}

/** Tells of each name of an element, or reference to one, in a valid value. */
export const eachIdentifier = (
  type: SimpleType,
  text: string,
  prefixes: PrefixLookup,
  tell: (role: 'ID' | 'IDREF', value: string) => void,
): void => {
  if (type instanceof ListType) {
    for (const item of text.split(/[ \t\r\n]+/))
      if (item !== '') eachIdentifier(type.item, item, prefixes, tell)
  } else if (type instanceof UnionType) {
    const member = type.memberOf(text, prefixes)
    if (member !== undefined) eachIdentifier(member, text, prefixes, tell)
  } else {
    const { role } = type.facets
    if (role === 'ID' || role === 'IDREF') tell(role, text.trim())
  }
}

/** A type whose values are those of any of its members. */
export class UnionType implements SimpleType {
  readonly variety = 'union'
  readonly name: string
  readonly base: SimpleType | undefined
  readonly members: readonly SimpleType[]
  readonly facets: Facets
  readonly final: SimpleType['final']

  constructor(
    name: string,
    members: readonly SimpleType[],
    facets: Facets,
    base: SimpleType | undefined,
    final: SimpleType['final'] = new Set(),
  ) {
    this.name = name
    this.base = base
    this.members = members
    this.facets = facets
    this.final = final
  }

  get form(): ValueForm {
    return { kind: 'union', members: this.members.map(({ form }) => form) }
  }

  keyOf(text: string, prefixes: PrefixLookup): string {
    const bytes = encodeUtf8(text)
    const span: Span = { bytes, from: 0, to: bytes.length }
    const member = this.members.find(type => type.check(bytes, 0, bytes.length, span, prefixes) === undefined)
    return member === undefined ? text : member.keyOf(decodeUtf8(span.bytes, span.from, span.to), prefixes)
  }

  /** The first member that has the value. */
  memberOf(text: string, prefixes: PrefixLookup): SimpleType | undefined {
    const bytes = encodeUtf8(text)
    const span: Span = { bytes, from: 0, to: bytes.length }
    return this.members.find(type => type.check(bytes, 0, bytes.length, span, prefixes) === undefined)
  }

  checkPrintable(
    bytes: Uint8Array,
    from: number,
    to: number,
    span: Span,
    prefixes: PrefixLookup,
  ): ValueCode | undefined {
    return this.check(bytes, from, to, span, prefixes)
  }

  check(
    bytes: Uint8Array,
    from: number,
    to: number,
    span: Span,
    prefixes: PrefixLookup,
  ): ValueCode | undefined {
    const { members } = this
    let at = 0
    let fault: ValueCode | undefined = 'VALUE_TYPE'
    for (; at < members.length; at++) {
      fault = members[at]!.check(bytes, from, to, span, prefixes)
      if (fault === undefined) break
    }
    const member = members[at]
    if (member === undefined) return members.length === 1 ? fault : 'VALUE_TYPE'
    if (!matchesPatterns(this.facets, span)) return 'VALUE_PATTERN'
    const { enumeration } = this.facets
    if (enumeration === undefined) return undefined
    return enumeration.keys.has(member.keyOf(decodeUtf8(span.bytes, span.from, span.to), prefixes))
      ? undefined
      : 'VALUE_CODE'
  }
}
