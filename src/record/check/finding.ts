import type { ValueCode } from '../schema/simpleType.ts'

/** What a file can have against its schema. */
export type FindingCode =
  | ValueCode
  | 'VALUE_FIXED'
  | 'ROOT_UNKNOWN'
  | 'ELEMENT_UNKNOWN'
  | 'ELEMENT_MISPLACED'
  | 'ELEMENT_MISSING'
  | 'ELEMENT_ABSTRACT'
  | 'ELEMENT_IN_VALUE'
  | 'ELEMENT_IN_EMPTY'
  | 'TEXT_NOT_ALLOWED'
  | 'ATTRIBUTE_UNKNOWN'
  | 'ATTRIBUTE_MISSING'
  | 'NIL_NOT_ALLOWED'
  | 'NIL_NOT_EMPTY'
  | 'TYPE_UNKNOWN'
  | 'TYPE_NOT_ALLOWED'
  | 'KEY_DUPLICATE'
  | 'KEY_MISSING'
  | 'KEY_NOT_ONE'
  | 'REFERENCE_UNKNOWN'

/** A key of a record and its value, e.g. SID and 9811681234562. */
export interface KeyValue {
  readonly field: string
  readonly value: string
}

/** A record by name and keys, inside another. */
export interface RecordPlace {
  readonly name: string
  readonly ids: readonly KeyValue[]
  readonly parent: RecordPlace | null
}

/** One fault of a file against its schema: what, where by line and by keys, and what was expected. */
export interface Finding {
  readonly code: FindingCode
  readonly message: string
  /** From 1; at the start tag of the element concerned. */
  readonly line: number
  /** In code points, from 1. */
  readonly column: number
  /** Offset from 0. */
  readonly byte: number
  /** Path with the keys of each record, e.g. `Student[SID=…]/Engagement[NUMHUS=…]/ENGSTARTDATE`. */
  readonly path: string
  /** The value as found, at most 200 characters. */
  readonly value?: string
  readonly expected?: string
  /** Name of the field or record concerned. */
  readonly field: string
  /** The record that holds the field: its name, keys and the records around it. */
  readonly name: string
  readonly ids: readonly KeyValue[]
  readonly parent: RecordPlace | null
}

/** Where a finding stands in the schema: its path without the keys of the records. */
export const schemaPath = ({ name, parent, field }: Pick<Finding, 'name' | 'parent' | 'field'>): string => {
  const names = [field]
  for (let place: Pick<RecordPlace, 'name' | 'parent'> | null = { name, parent }; place; place = place.parent)
    names.unshift(place.name)
  return names.join('/')
}

/** Findings up to a cap; counts the rest. */
export class FindingList {
  readonly items: Finding[] = []
  total = 0
  private readonly cap: number

  constructor(cap: number) {
    this.cap = cap
  }

  /** Makes the finding only where there is room for it. */
  add(make: () => Finding): void {
    this.total++
    if (this.items.length < this.cap) this.items.push(make())
  }
}

const shownLength = 200

/** A value cut to what a message can show. */
export const shown = (value: string): string =>
  value.length > shownLength ? `${value.slice(0, shownLength)}…` : value
