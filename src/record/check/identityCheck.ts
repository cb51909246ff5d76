import {
  type AttributeUse,
  type ElementDeclaration,
  type ElementType,
  nameKey,
} from '../schema/components.ts'
import type { IdentityConstraint, NameTest, Path } from '../schema/identity.ts'
import type { SimpleType } from '../schema/simpleType.ts'
import type { XmlName } from '../xml/names.ts'
import type { XmlReader } from '../xml/reader.ts'
import { checkText } from './attributeCheck.ts'

/** A violated constraint; `at` is whatever the caller gave for the element concerned. */
export interface IdentityFault<Place> {
  readonly code: 'KEY_DUPLICATE' | 'KEY_MISSING' | 'KEY_NOT_ONE' | 'REFERENCE_UNKNOWN'
  readonly message: string
  readonly value: string
  readonly at: Place
}

const matches = (test: NameTest, name: Pick<XmlName, 'namespace' | 'local'>): boolean =>
  test.kind === 'any' ||
  (test.namespace === name.namespace && (test.kind === 'namespace' || test.local === name.local))

/** How far the steps of one path have been taken at each depth below its context, as bits. */
class PathState {
  readonly path: Path
  private readonly masks: number[] = []
  private readonly context: number

  constructor(path: Path, context: number) {
    this.path = path
    this.context = context
    this.masks[context] = 1
  }

  /** Whether the path's elements end at the context itself. */
  get endsAtContext(): boolean {
    return this.path.steps.length === 0
  }

  /** Takes the step to an element; whether the path's elements end there. */
  enter(depth: number, name: XmlName, isAssessed: boolean): boolean {
    const { steps, isDeep } = this.path
    const above = this.masks[depth - 1] ?? 0
    let mask = isDeep ? 1 : 0
    for (let step = 0; step < steps.length; step++)
      if ((above & (1 << step)) !== 0 && matches(steps[step]!, name)) mask |= 1 << (step + 1)
    this.masks[depth] = isAssessed && depth > this.context ? mask : 0
    return isAssessed && (mask & (1 << steps.length)) !== 0
  }
}

interface Field {
  readonly states: readonly PathState[]
  /** Depth of the element whose value is the field's, while it is open. */
  openAt: number
  found: number
  key: string | undefined
  shown: string
}

/** An element that a selector has found, while it is open. */
interface Target<Place> {
  readonly depth: number
  readonly place: () => Place
  readonly fields: readonly Field[]
}

interface Reference<Place> {
  readonly key: string
  readonly shown: string
  readonly at: Place
}

/** Keys and about how many bytes they take. */
interface KeyTable {
  readonly keys: Set<string>
  bytes: number
}

/** One constraint at one element that declares it. */
interface Scope<Place> {
  readonly constraint: IdentityConstraint
  readonly depth: number
  readonly selectors: readonly PathState[]
  readonly targets: Target<Place>[]
  readonly references: Reference<Place>[]
  readonly table: KeyTable
  /** Table at the same element to which the references of this scope lead, if there is one. */
  readonly referred: KeyTable | undefined
}

/** Bytes of keys and references held at once; beyond, constraints are no longer followed and the outcome says so. */
const identityLimit = 134_217_728
/** What a key or a reference takes beside its characters: its place in the table, or where it stands in the file. */
const keyOverhead = 64
const referenceOverhead = 768

/**
 * Follows xs:key, xs:unique and xs:keyref through a document. Its memory grows with the keys of the open elements that
 * declare constraints, up to `identityLimit`. A reference to a key that has been seen is not held.
 */
export class IdentityTracker<Place> {
  /** Whether the limit was passed, so that not every constraint was checked to the end. */
  isLimited = false
  private scopes: Scope<Place>[] = []
  /** Keys of closed scopes that an outer keyref may refer to, by the depth of the element they belong to. */
  private readonly closed = new Map<number, Map<string, KeyTable>>()
  private held = 0
  private readonly report: (fault: IdentityFault<Place>) => void
  private readonly limit: number

  constructor(report: (fault: IdentityFault<Place>) => void, limit = identityLimit) {
    this.report = report
    this.limit = limit
  }

  /** Whether anything is being followed. */
  get isBusy(): boolean {
    return this.scopes.length > 0
  }

  /** An element begins; `type` is undefined where it is not assessed. */
  open(
    depth: number,
    name: XmlName,
    declaration: ElementDeclaration | undefined,
    type: ElementType | undefined,
    reader: XmlReader,
    place: () => Place,
  ): void {
    for (const scope of this.scopes) {
      for (const target of scope.targets)
        for (const field of target.fields) this.enterField(field, depth, name, type, reader)
      const isSelected = scope.selectors
        .map(state => state.enter(depth, name, type !== undefined))
        .some(hit => hit)
      if (isSelected) this.select(scope, depth, type, reader, place)
    }
    if (this.isLimited || type === undefined) return
    const constraints = declaration?.constraints ?? []
    const tables = new Map<string, KeyTable>(
      constraints.map(({ namespace, name }) => [nameKey(namespace, name), { keys: new Set(), bytes: 0 }]),
    )
    for (const constraint of constraints) {
      const scope: Scope<Place> = {
        constraint,
        depth,
        selectors: constraint.selector.map(path => new PathState(path, depth)),
        targets: [],
        references: [],
        table: tables.get(nameKey(constraint.namespace, constraint.name)) ?? { keys: new Set(), bytes: 0 },
        referred: tables.get(constraint.refer ?? ''),
      }
      this.scopes.push(scope)
      if (scope.selectors.some(state => state.endsAtContext)) this.select(scope, depth, type, reader, place)
    }
  }

  /** The element at this depth holds this (valid) value; undefined where it holds none that could be a key. */
  value(depth: number, simple: SimpleType | undefined, text: string): void {
    for (const scope of this.scopes)
      for (const target of scope.targets)
        for (const field of target.fields) {
          if (field.openAt !== depth) continue
          field.openAt = -1
          if (simple === undefined) continue
          field.key = simple.keyOf(text)
          field.shown = text
        }
  }

  /** The element at this depth ends. */
  close(depth: number): void {
    for (const scope of this.scopes) {
      const target = scope.targets.at(-1)
      if (target?.depth !== depth) continue
      scope.targets.pop()
      this.settle(scope, target)
    }
    const ending = this.scopes.filter(scope => scope.depth === depth)
    if (ending.length > 0) this.endScopes(depth, ending)
  }

  private select(
    scope: Scope<Place>,
    depth: number,
    type: ElementType | undefined,
    reader: XmlReader,
    place: () => Place,
  ): void {
    const fields = scope.constraint.fields.map(
      (paths): Field => ({
        states: paths.map(path => new PathState(path, depth)),
        openAt: -1,
        found: 0,
        key: undefined,
        shown: '',
      }),
    )
    for (const field of fields)
      for (const state of field.states)
        if (state.endsAtContext) this.take(field, state.path, depth, type, reader)
    scope.targets.push({ depth, place, fields })
  }

  private enterField(
    field: Field,
    depth: number,
    name: XmlName,
    type: ElementType | undefined,
    reader: XmlReader,
  ): void {
    for (const state of field.states)
      if (state.enter(depth, name, type !== undefined)) this.take(field, state.path, depth, type, reader)
  }

  /** The element is one that the field's path leads to. */
  private take(
    field: Field,
    path: Path,
    depth: number,
    type: ElementType | undefined,
    reader: XmlReader,
  ): void {
    if (path.attribute === undefined) {
      field.found++
      field.openAt = depth
      return
    }
    const uses = type?.variety === 'complex' ? type.attributes : new Map<string, AttributeUse>()
    const list = reader.currentAttributes
    for (let i = 0; i < list.length; i++) {
      const name = list.name(i)
      if (!matches(path.attribute, name)) continue
      const use = uses.get(nameKey(name.namespace, name.local))
      if (use !== undefined) this.takeAttribute(field, use, list.value(i), reader)
    }
    for (const use of uses.values()) {
      if (use.value === undefined || !matches(path.attribute, use)) continue
      if (list.find(use.namespace, use.local) === undefined)
        this.takeAttribute(field, use, use.value.text, reader)
    }
  }

  private takeAttribute(field: Field, use: AttributeUse, text: string, reader: XmlReader): void {
    const { fault, value } = checkText(use.type, text, reader)
    field.found++
    if (fault !== undefined) return
    field.key = use.type.keyOf(value)
    field.shown = value
  }

  /** A selected element has ended, so its fields are known. */
  private settle(scope: Scope<Place>, target: Target<Place>): void {
    const { constraint } = scope
    const { name, kind } = constraint
    const fault = (code: IdentityFault<Place>['code'], message: string, value: string): void =>
      this.report({ code, message, value, at: target.place() })
    if (target.fields.some(({ found }) => found > 1)) {
      fault('KEY_NOT_ONE', `A field of ${kind} "${name}" stands more than once in this element.`, '')
      return
    }
    const shown = target.fields.map(field => field.shown).join(', ')
    if (target.fields.some(({ key }) => key === undefined)) {
      if (kind === 'key') fault('KEY_MISSING', `Not every field of key "${name}" has a value.`, shown)
      return
    }
    this.keep(scope, target, target.fields.map(field => field.key).join('\u0001'), shown)
  }

  private keep(scope: Scope<Place>, target: Target<Place>, key: string, shown: string): void {
    const { constraint, references, referred, table } = scope
    if (constraint.kind === 'keyref') {
      if (referred?.keys.has(key) || !this.mayHold(referenceCost(key))) return
      references.push({ key, shown, at: target.place() })
      return
    }
    if (table.keys.has(key)) {
      const message = `${shown} stands more than once where ${constraint.kind} "${constraint.name}" allows it once.`
      this.report({ code: 'KEY_DUPLICATE', message, value: shown, at: target.place() })
    } else if (this.mayHold(keyOverhead + key.length)) {
      table.keys.add(key)
      table.bytes += keyOverhead + key.length
    }
  }

  private mayHold(bytes: number): boolean {
    if (this.held + bytes > this.limit) this.isLimited = true
    else this.held += bytes
    return !this.isLimited
  }

  private endScopes(depth: number, ending: readonly Scope<Place>[]): void {
    const tables = this.closed.get(depth) ?? new Map<string, KeyTable>()
    this.closed.delete(depth)
    for (const { constraint, table } of ending)
      if (constraint.kind !== 'keyref') join(tables, nameKey(constraint.namespace, constraint.name), table)
    for (const { constraint, references } of ending) {
      const known = tables.get(constraint.refer ?? '')
      for (const { key, shown, at } of references) {
        this.held -= referenceCost(key)
        if (this.isLimited || known?.keys.has(key)) continue
        const message = `${shown} refers to nothing: no such key in "${constraint.refer?.replace(/^\{.*\}/, '')}".`
        this.report({ code: 'REFERENCE_UNKNOWN', message, value: shown, at })
      }
    }
    this.scopes = this.scopes.filter(scope => scope.depth !== depth)
    this.hand(tables)
  }

  /** Gives key tables to the nearest element around that has a keyref, or lets them go. */
  private hand(tables: ReadonlyMap<string, KeyTable>): void {
    const outer = this.scopes.findLast(({ constraint }) => constraint.kind === 'keyref')
    if (outer === undefined) {
      for (const { bytes } of tables.values()) this.held -= bytes
      return
    }
    const kept = this.closed.get(outer.depth) ?? new Map<string, KeyTable>()
    for (const [id, table] of tables) join(kept, id, table)
    this.closed.set(outer.depth, kept)
  }
}

const referenceCost = (key: string): number => referenceOverhead + 2 * key.length

/** Adds the keys to those of the same constraint, taking over a table rather than copying it. */
const join = (tables: Map<string, KeyTable>, id: string, added: KeyTable): void => {
  const known = tables.get(id)
  if (known === undefined) {
    tables.set(id, added)
    return
  }
  for (const key of added.keys) known.keys.add(key)
  known.bytes += added.bytes
}
