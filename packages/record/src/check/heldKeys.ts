import { nameKey } from '../schema/components.ts'
import type { IdentityConstraint } from '../schema/identity.ts'
import type { Fault } from './fault.ts'
import type { ByteBuffer } from './keyBytes.ts'
import {
  findDuplicates,
  findUnknown,
  inOrder,
  type KeyStore,
  type Run,
  type StoredKey,
  writeRun,
} from './keyStore.ts'
import { hashOf, KeyTable } from './keyTable.ts'

/** A violated constraint; `at` is whatever the caller gave for the element concerned. */
export type IdentityFault<Place> = Fault<
  'KEY_DUPLICATE' | 'KEY_MISSING' | 'KEY_NOT_ONE' | 'REFERENCE_UNKNOWN'
> & { readonly value: string; readonly at: Place }

/** Keys of a constraint that were not compared: those from this line on. */
export interface UncheckedKeys {
  readonly kind: IdentityConstraint['kind']
  readonly name: string
  readonly line: number
}

/** Where an element stands; the place is plain data, worked out only where it is needed. */
export interface Whereabouts<Place> {
  readonly line: number
  place(): Place
}

/** Where faults go. Those that can be found only later have places in the order of the file kept for them. */
export interface FaultList<Place> {
  add(fault: IdentityFault<Place>): void
  reserve(places: number): number
  insert(position: number, fault: IdentityFault<Place>): void
}

/** How many bytes of keys and references are held at once, and where the rest goes. */
export interface KeyOptions {
  /** 128 MiB by default. */
  readonly limit?: number
  /** Without a store, what goes beyond the limit is not compared, and the outcome says so. */
  readonly store?: KeyStore
}

/** The key of an element; good until the next one is found. */
export interface FoundKey {
  readonly key: ByteBuffer
  /** The values of its fields, as a finding shows them. */
  shown(): string
}

interface Reference<Place> {
  readonly key: Uint8Array
  readonly shown: string
  readonly at: Place
  readonly line: number
  /** How many references of the scope stand before it. */
  readonly ordinal: number
}

/** Keys, and about how many bytes those that are held take. */
interface Keys {
  /** Lines of the keys that are held and known to be the first of their kind. */
  readonly first: KeyTable
  /** Keys that came after the first run: only the runs can tell whether they are new. */
  later: StoredKey[]
  runs: Run[]
  bytes: number
}

const emptyKeys = (): Keys => ({ first: new KeyTable(), later: [], runs: [], bytes: 0 })

/** Keys or references of one constraint at one element that declares it. */
export interface KeyScope<Place> {
  readonly constraint: IdentityConstraint
  readonly depth: number
  readonly table: Keys
  /** Table at the same element to which the references lead, if there is one. */
  readonly referred: Keys | undefined
  references: Reference<Place>[]
  readonly referenceRuns: Run[]
  referenceCount: number
}

const defaultLimit = 134_217_728
/** What the addresses of a table can reach, whatever the length of its keys. */
const greatestLimit = 2 ** 31
/** What a key takes beside its characters: its place in the table. */
const keyOverhead = 24
/** The same of a key on its way to the store. */
const storedOverhead = 160
/** The same of a reference: where it stands in the file. */
const referenceOverhead = 768

/**
 * The keys and references of the open elements that declare constraints, up to a limit. Beyond, they go to the store as
 * sorted runs, which are merged when the document has been read; faults found then take the places that they would have
 * had. A reference to a key that has been seen is not held.
 */
export class HeldKeys<Place> {
  private scopes: KeyScope<Place>[] = []
  /** Keys of closed scopes that an outer keyref may refer to, by the depth of the element they belong to. */
  private readonly closed = new Map<number, Map<string, Keys>>()
  private held = 0
  private readonly unchecked = new Map<IdentityConstraint, UncheckedKeys>()
  private readonly comparisons: (() => Generator<void>)[] = []
  private readonly faults: FaultList<Place>
  private readonly limit: number
  private readonly store: KeyStore | undefined

  constructor(faults: FaultList<Place>, { limit, store }: KeyOptions) {
    this.faults = faults
    this.limit = Math.min(limit ?? defaultLimit, greatestLimit)
    this.store = store
  }

  /** What was not compared, in the order of the file: nothing where there is a store. */
  get uncheckedKeys(): readonly UncheckedKeys[] {
    return [...this.unchecked.values()].sort((one, other) => one.line - other.line)
  }

  /** An element that declares constraints begins; gives a scope for each. */
  open(depth: number, constraints: readonly IdentityConstraint[]): KeyScope<Place>[] {
    if (constraints.length === 0) return []
    const tables = new Map<string, Keys>(
      constraints.map(({ namespace, name }) => [nameKey(namespace, name), emptyKeys()]),
    )
    const opened = constraints.map(
      (constraint): KeyScope<Place> => ({
        constraint,
        depth,
        table: tables.get(nameKey(constraint.namespace, constraint.name)) ?? emptyKeys(),
        referred: tables.get(constraint.refer ?? ''),
        references: [],
        referenceRuns: [],
        referenceCount: 0,
      }),
    )
    this.scopes.push(...opened)
    return opened
  }

  /** A selected element has this key. */
  keep(scope: KeyScope<Place>, where: Whereabouts<Place>, found: FoundKey): void {
    if (scope.constraint.kind === 'keyref') {
      this.keepReference(scope, where, found)
      return
    }
    const { constraint, table } = scope
    const { bytes, length } = found.key
    const hash = hashOf(bytes, length)
    const firstLine = table.runs.length === 0 ? table.first.lineOf(bytes, length, hash) : -1
    if (firstLine >= 0) {
      this.faults.add(duplicate(constraint, found.shown(), firstLine, where.place()))
      return
    }
    if (!this.makeRoom(keyOverhead + length)) {
      this.leaveOut(constraint, where.line)
      return
    }
    if (table.runs.length === 0) {
      table.first.add(bytes, length, hash, where.line)
      this.hold(table, keyOverhead + length)
      return
    }
    const detail = this.detailOf(found.shown(), where.place())
    const key = bytes.slice(0, length)
    table.later.push({ key, position: this.faults.reserve(1), line: where.line, detail })
    this.hold(table, storedOverhead + length + detail.length)
  }

  private keepReference(scope: KeyScope<Place>, where: Whereabouts<Place>, found: FoundKey): void {
    const { bytes, length } = found.key
    if (
      scope.referred !== undefined &&
      scope.referred.first.lineOf(bytes, length, hashOf(bytes, length)) >= 0
    )
      return
    if (!this.makeRoom(referenceCost(length))) {
      this.leaveOut(scope.constraint, where.line)
      return
    }
    const ordinal = scope.referenceCount++
    const key = bytes.slice(0, length)
    scope.references.push({ key, shown: found.shown(), at: where.place(), line: where.line, ordinal })
    this.held += referenceCost(length)
  }

  private detailOf(shown: string, place: Place): string {
    return JSON.stringify([shown, place])
  }

  private readDetail(detail: string): { shown: string; at: Place } {
    const [shown, at] = JSON.parse(detail) as [string, Place]
    return { shown, at }
  }

  private hold(table: Keys, bytes: number): void {
    table.bytes += bytes
    this.held += bytes
  }

  /** Sees to it that so many bytes more can be held; false where they cannot, because there is no store. */
  private makeRoom(bytes: number): boolean {
    if (this.held + bytes <= this.limit) return true
    if (this.store === undefined) return false
    const tables = [
      ...this.scopes.map(({ table }) => table),
      ...[...this.closed.values()].flatMap(kept => [...kept.values()]),
    ]
    for (const table of tables) this.storeTable(this.store, table)
    for (const scope of this.scopes) this.storeReferences(this.store, scope)
    return true
  }

  private storeTable(store: KeyStore, table: Keys): void {
    if (table.first.size > 0) table.runs.push(writeRun(store, firstInOrder(table.first)))
    if (table.later.length > 0) table.runs.push(writeRun(store, table.later.sort(inOrder)))
    table.first.clear()
    table.later = []
    this.held -= table.bytes
    table.bytes = 0
  }

  private storeReferences(store: KeyStore, scope: KeyScope<Place>): void {
    if (scope.references.length === 0) return
    const stored = scope.references.map(
      ({ key, shown, at, ordinal }): StoredKey => ({
        key,
        position: ordinal,
        line: 0,
        detail: this.detailOf(shown, at),
      }),
    )
    scope.referenceRuns.push(writeRun(store, stored.sort(inOrder)))
    for (const { key } of scope.references) this.held -= referenceCost(key.length)
    scope.references = []
  }

  private leaveOut(constraint: IdentityConstraint, line: number): void {
    const { kind, name } = constraint
    if (!this.unchecked.has(constraint)) this.unchecked.set(constraint, { kind, name, line })
  }

  /** The element at this depth ends, and with it what it declares. */
  close(depth: number): void {
    const ending = this.scopes.filter(scope => scope.depth === depth)
    const tables = this.closed.get(depth) ?? new Map<string, Keys>()
    this.closed.delete(depth)
    for (const scope of ending) {
      if (scope.constraint.kind === 'keyref') continue
      this.compareLater(scope)
      join(tables, nameKey(scope.constraint.namespace, scope.constraint.name), scope.table)
    }
    for (const scope of ending)
      if (scope.constraint.kind === 'keyref')
        this.endReferences(scope, tables.get(scope.constraint.refer ?? ''))
    this.scopes = this.scopes.filter(scope => scope.depth !== depth)
    this.hand(tables)
  }

  /** Has the keys of a scope that went to the store compared when the document has been read. */
  private compareLater({ constraint, table }: KeyScope<Place>): void {
    const { store } = this
    if (store === undefined || table.runs.length === 0) return
    this.storeTable(store, table)
    const runs = [...table.runs]
    this.comparisons.push(() =>
      findDuplicates(store, runs, ({ position, detail, firstLine }) => {
        const { shown, at } = this.readDetail(detail())
        this.faults.insert(position, duplicate(constraint, shown, firstLine, at))
      }),
    )
  }

  private endReferences(scope: KeyScope<Place>, known: Keys | undefined): void {
    const { constraint, referenceRuns } = scope
    const { store } = this
    if (store !== undefined && referenceRuns.length + (known?.runs.length ?? 0) > 0) {
      this.storeReferences(store, scope)
      if (known !== undefined) this.storeTable(store, known)
      const keys = [...(known?.runs ?? [])]
      const from = this.faults.reserve(scope.referenceCount)
      this.comparisons.push(() =>
        findUnknown(store, referenceRuns, keys, ({ position, detail }) => {
          const { shown, at } = this.readDetail(detail())
          this.faults.insert(from + position, unknown(constraint, shown, at))
        }),
      )
      return
    }
    // A key that was not held may be the one that is meant.
    const isComplete = this.unchecked.size === 0
    for (const { key, shown, at, line } of scope.references) {
      this.held -= referenceCost(key.length)
      if (known !== undefined && known.first.lineOf(key, key.length, hashOf(key, key.length)) >= 0) continue
      if (isComplete) this.faults.add(unknown(constraint, shown, at))
      else this.leaveOut(constraint, line)
    }
  }

  /** Gives each key table to the nearest element around that refers to it, or lets it go. */
  private hand(tables: ReadonlyMap<string, Keys>): void {
    for (const [id, table] of tables) {
      const outer = this.scopes.findLast(({ constraint }) => constraint.refer === id)
      if (outer === undefined) {
        this.held -= table.bytes
        continue
      }
      const kept = this.closed.get(outer.depth) ?? new Map<string, Keys>()
      join(kept, id, table)
      this.closed.set(outer.depth, kept)
    }
  }

  /**
   * Compares what went to the store, also the keys of elements that a fault of the document has left open. Pauses, for its
   * caller to do other things; call it once, at the end.
   */
  *compare(): Generator<void> {
    for (const scope of this.scopes) if (scope.constraint.kind !== 'keyref') this.compareLater(scope)
    this.scopes = []
    for (const comparison of this.comparisons) yield* comparison()
  }
}

const duplicate = <Place>(
  { kind, name }: IdentityConstraint,
  shown: string,
  firstLine: number,
  at: Place,
): IdentityFault<Place> => ({
  code: 'KEY_DUPLICATE',
  parameters: { kind, constraint: name, value: shown, firstLine },
  value: shown,
  at,
})

const unknown = <Place>({ refer }: IdentityConstraint, shown: string, at: Place): IdentityFault<Place> => ({
  code: 'REFERENCE_UNKNOWN',
  parameters: { value: shown, refer: refer?.replace(/^\{.*\}/, '') ?? '' },
  value: shown,
  at,
})

/** The keys that are first of their kind, sorted. */
function* firstInOrder(first: KeyTable): Generator<StoredKey> {
  for (const { bytes, from, to, line } of first.inOrder())
    yield { key: bytes.subarray(from, to), position: -1, line, detail: '' }
}

const referenceCost = (length: number): number => referenceOverhead + 2 * length

/** Adds the keys to those of the same constraint, taking over a table rather than copying it. */
const join = (tables: Map<string, Keys>, id: string, added: Keys): void => {
  const known = tables.get(id)
  if (known === undefined) {
    tables.set(id, added)
    return
  }
  for (const { bytes, from, to, line, hash } of added.first.entries()) {
    const key = bytes.subarray(from, to)
    if (known.first.lineOf(key, key.length, hash) < 0) known.first.add(key, key.length, hash, line)
  }
  for (const key of added.later) known.later.push(key)
  known.runs.push(...added.runs)
  known.bytes += added.bytes
}
