import type { IdentityConstraint } from '../schema/identity.ts'
import type { ValueForm } from '../schema/valueForm.ts'

/** A character that no pattern allows at its position. */
export interface WrongCharacter {
  /** From 1, in code points, once white space is normalised. */
  readonly position: number
  readonly character: string
}

interface OfValue {
  readonly field: string
  /** At most 200 characters of it. */
  readonly value: string
}

interface OfLength extends OfValue {
  readonly length: number
  readonly unit: 'character' | 'value'
}

/** One end of a range, as written in the schema. */
export interface RangeEnd {
  readonly text: string
  readonly isInclusive: boolean
}

/** What can follow in an element. */
export interface Expected {
  /** Names of elements. */
  readonly expected: readonly string[]
  readonly isEndExpected: boolean
}

interface OfConstraint {
  readonly kind: IdentityConstraint['kind']
  readonly constraint: string
}

/** What each fault is about, by its code: all that a message needs. Elements and attributes are given by their local names. */
export interface FindingParameters {
  VALUE_TYPE: OfValue & { readonly form: ValueForm }
  /** Those patterns that reject the value, in the words of the schema's documentation where it has some. */
  VALUE_PATTERN: OfValue & {
    readonly patterns: readonly string[]
    readonly wrong?: WrongCharacter | undefined
  }
  /** The first 30 codes, and how many there are. */
  VALUE_CODE: OfValue & { readonly codes: readonly string[]; readonly total: number }
  VALUE_LENGTH: OfLength
  VALUE_TOO_SHORT: OfLength
  VALUE_TOO_LONG: OfLength
  VALUE_DIGITS: OfValue & { readonly total?: number | undefined; readonly fraction?: number | undefined }
  VALUE_RANGE: OfValue & { readonly min?: RangeEnd | undefined; readonly max?: RangeEnd | undefined }
  VALUE_FIXED: OfValue & { readonly fixed: string }
  /** `needed`: the namespace of an outermost element with the same local name. */
  ROOT_UNKNOWN: {
    readonly element: string
    readonly namespace: string
    readonly needed?: string | undefined
    readonly roots: readonly string[]
  }
  /** Without a parent: where any declared element may be. */
  ELEMENT_UNKNOWN: Expected & { readonly element: string; readonly parent?: string }
  ELEMENT_MISPLACED: Expected & { readonly element: string; readonly parent: string }
  /** Nothing missing: no content can make the element valid. Without `before`: at the end of the parent. */
  ELEMENT_MISSING: Expected & {
    readonly missing: readonly string[]
    readonly parent: string
    readonly before?: string
  }
  ELEMENT_ABSTRACT: { readonly element: string }
  ELEMENT_IN_VALUE: { readonly element: string; readonly child: string }
  ELEMENT_IN_EMPTY: { readonly element: string; readonly child: string }
  TEXT_NOT_ALLOWED: FoundText
  ATTRIBUTE_UNKNOWN: {
    readonly attribute: string
    readonly element: string
    readonly known: readonly string[]
  }
  ATTRIBUTE_MISSING: { readonly attribute: string; readonly element: string }
  /** `fixed`: the value that the element must have. */
  NIL_NOT_ALLOWED: { readonly element: string; readonly fixed?: string }
  NIL_NOT_EMPTY: FoundText | { readonly element: string; readonly child: string }
  TYPE_UNKNOWN: { readonly type: string }
  /** Without a type: the type of the element is abstract, and xsi:type names no other. */
  TYPE_NOT_ALLOWED: { readonly element: string; readonly type?: string }
  KEY_DUPLICATE: OfConstraint & { readonly value: string; readonly firstLine: number }
  KEY_MISSING: OfConstraint & { readonly value: string; readonly reason: KeyFault }
  KEY_NOT_ONE: OfConstraint
  REFERENCE_UNKNOWN: { readonly value: string; readonly refer: string }
}

/** Text where none may be; empty where it is white space. */
interface FoundText {
  readonly element: string
  readonly text: string
  readonly line: number
  readonly column: number
}

/** Why an element has no key: a field is absent, leads to an element that may be nil, or to one that has no value. */
export type KeyFault = 'absent' | 'nillable' | 'noValue'

/** What a file can have against its schema. */
export type FindingCode = keyof FindingParameters

/** A fault by its code, with its parameters. */
export type Fault<Code extends FindingCode = FindingCode> = {
  [Each in Code]: { readonly code: Each; readonly parameters: FindingParameters[Each] }
}[Code]
