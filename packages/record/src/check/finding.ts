import type { FindingCode, FindingParameters, WrongCharacter } from './fault.ts'

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

/** Where a finding is: in the file, and in its records. */
export interface FindingPlace extends RecordPlace {
  /** From 1; at the start tag of the element concerned. */
  readonly line: number
  /** In code points, from 1. */
  readonly column: number
  /** Offset from 0. */
  readonly byte: number
  /** Path with the keys of each record, e.g. `Student[SID=…]/Engagement[NUMHUS=…]/ENGSTARTDATE`. */
  readonly path: string
  /** Name of the field or record concerned; `name`, `ids` and `parent` are those of the record that holds it. */
  readonly field: string
}

/** One fault of a file against its schema: what, where by line and by keys, and what was expected. */
export interface Finding extends FindingPlace {
  readonly code: FindingCode
  /** What the message is about, as `FindingParameters` has it for the code: all that another message needs. */
  readonly parameters: FindingParameters[FindingCode]
  readonly message: string
  /** The value as found, at most 200 characters. */
  readonly value?: string
  readonly expected?: string
  /** The first character of the value that is not allowed at its position (from 1, in code points). */
  readonly wrong?: WrongCharacter
  /** What the author of the value probably meant; the schema allows it. */
  readonly suggestion?: string
}

/** The position of a finding in the schema: its path without the keys of the records. */
export const schemaPath = ({ name, parent, field }: Pick<Finding, 'name' | 'parent' | 'field'>): string => {
  const names = [field]
  for (let place: Pick<RecordPlace, 'name' | 'parent'> | null = { name, parent }; place; place = place.parent)
    names.unshift(place.name)
  return names.join('/')
}

/** Findings with one code at one place of the schema, counted over the whole file. */
export interface FindingGroup {
  readonly code: FindingCode
  /** Path without keys. */
  readonly place: string
  readonly count: number
  /** Where the first of them are. */
  readonly places: readonly { readonly line: number; readonly column: number }[]
  /** Wrong characters and how often each is the first wrong one. */
  readonly characters: ReadonlyMap<string, number>
  readonly example: Finding
}

interface Tally {
  code: FindingCode
  place: string
  count: number
  /** The first few, in the order of the file. */
  first: { position: number; finding: Finding }[]
  characters: Map<string, number>
}

/** Places that a group shows. */
const groupPlaces = 3
/** Groups and characters that are told apart: a file may invent any number of names. */
const mostGroups = 500
const mostCharacters = 5

/** Findings up to a cap, in the order of the file; the rest are only counted, all of them by group. */
export class FindingList {
  readonly items: Finding[] = []
  total = 0
  private readonly cap: number
  private readonly onFinding: (finding: Finding) => void
  private readonly tallies = new Map<string, Tally>()
  /** Positions of the items. */
  private readonly positions: number[] = []
  private position = 0

  constructor(cap: number, onFinding: (finding: Finding) => void = () => undefined) {
    this.cap = cap
    this.onFinding = onFinding
  }

  /** The largest group first. */
  get groups(): readonly FindingGroup[] {
    const firstOf = ({ first }: Tally) => first[0]!.position
    return [...this.tallies.values()]
      .sort((one, other) => other.count - one.count || firstOf(one) - firstOf(other))
      .map(({ first, ...group }) => ({
        ...group,
        places: first.map(({ finding: { line, column } }) => ({ line, column })),
        example: first[0]!.finding,
      }))
  }

  /** The first of so many places in the order, for findings that can be made only later. */
  reserve(places: number): number {
    const first = this.position
    this.position += places
    return first
  }

  add(finding: Finding): void {
    const position = this.reserve(1)
    this.tally(position, finding)
    if (this.items.length >= this.cap) return
    this.items.push(finding)
    this.positions.push(position)
  }

  /** Adds a finding in a place reserved for it. */
  insert(position: number, finding: Finding): void {
    this.tally(position, finding)
    const isFull = this.items.length >= this.cap
    if (isFull && position > (this.positions.at(-1) ?? -1)) return
    let from = 0
    for (let to = this.positions.length; from < to; ) {
      const middle = (from + to) >> 1
      if (this.positions[middle]! < position) from = middle + 1
      else to = middle
    }
    this.items.splice(from, 0, finding)
    this.positions.splice(from, 0, position)
    if (!isFull) return
    this.items.pop()
    this.positions.pop()
  }

  private tally(position: number, finding: Finding): void {
    this.total++
    this.onFinding(finding)
    const { code, wrong } = finding
    const place = schemaPath(finding)
    const key = `${code} ${place}`
    let group = this.tallies.get(key)
    if (group === undefined) {
      if (this.tallies.size >= mostGroups) return
      group = { code, place, count: 0, first: [], characters: new Map() }
      this.tallies.set(key, group)
    }
    group.count++
    const { first } = group
    if (first.length < groupPlaces || position < first.at(-1)!.position) {
      const at = first.findIndex(other => position < other.position)
      first.splice(at < 0 ? first.length : at, 0, { position, finding })
      if (first.length > groupPlaces) first.pop()
    }
    if (wrong === undefined) return
    const known = group.characters.get(wrong.character)
    if (known === undefined && group.characters.size >= mostCharacters) return
    group.characters.set(wrong.character, (known ?? 0) + 1)
  }
}

const shownLength = 200

/** A value cut to what a message can show. The text is copied: a slice would keep the whole value in memory. */
export const shown = (value: string): string =>
  value.length > shownLength ? copyOf(`${value.slice(0, shownLength)}…`) : value

const copyOf = (text: string): string => JSON.parse(JSON.stringify(text)) as string
