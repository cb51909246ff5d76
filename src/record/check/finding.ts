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

/** Findings up to a cap, in the order of the file; counts the rest. */
export class FindingList {
  readonly items: Finding[] = []
  total = 0
  private readonly cap: number
  /** Positions of the items. */
  private readonly positions: number[] = []
  private position = 0

  constructor(cap: number) {
    this.cap = cap
  }

  /** The first of so many places in the order, for findings that can be made only later. */
  reserve(places: number): number {
    const first = this.position
    this.position += places
    return first
  }

  /** Makes the finding only where there is room for it. */
  add(make: () => Finding): void {
    this.total++
    const position = this.reserve(1)
    if (this.items.length >= this.cap) return
    this.items.push(make())
    this.positions.push(position)
  }

  /** Makes a finding in a place reserved for it, if it is among the first. */
  insert(position: number, make: () => Finding): void {
    this.total++
    const isFull = this.items.length >= this.cap
    if (isFull && position > (this.positions.at(-1) ?? -1)) return
    let from = 0
    for (let to = this.positions.length; from < to; ) {
      const middle = (from + to) >> 1
      if (this.positions[middle]! < position) from = middle + 1
      else to = middle
    }
    this.items.splice(from, 0, make())
    this.positions.splice(from, 0, position)
    if (!isFull) return
    this.items.pop()
    this.positions.pop()
  }
}

const shownLength = 200

/** A value cut to what a message can show. */
export const shown = (value: string): string =>
  value.length > shownLength ? `${value.slice(0, shownLength)}…` : value
