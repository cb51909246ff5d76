import {
  type AttributeUse,
  type ComplexType,
  type ElementDeclaration,
  type ElementType,
  nameKey,
} from '../schema/components.ts'
import { eachIdentifier } from '../schema/compositeType.ts'
import type { IdentityConstraint, NameTest, Path } from '../schema/identity.ts'
import type { PrefixLookup, SimpleType, Span } from '../schema/simpleType.ts'
import type { XmlName } from '../xml/names.ts'
import type { XmlReader } from '../xml/reader.ts'
import type { KeyFault } from './fault.ts'
import {
  type FaultList,
  type FoundKey,
  HeldKeys,
  type KeyOptions,
  type KeyScope,
  type UncheckedKeys,
  type Whereabouts,
} from './heldKeys.ts'
import { ByteBuffer, spanOf, ValueKey } from './keyBytes.ts'

const matches = (test: NameTest, name: Pick<XmlName, 'namespace' | 'local'>): boolean =>
  test.kind === 'any' ||
  (test.namespace === name.namespace && (test.kind === 'namespace' || test.local === name.local))

/** How far the steps of one path have been taken at each depth below its context, as bits. */
class PathState {
  readonly path: Path
  private readonly masks: number[] = []
  private context = 0

  constructor(path: Path) {
    this.path = path
  }

  /** Begins again at the element at this depth. */
  begin(context: number): void {
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

/** One field of a key of an open element. */
class Field {
  /** Paths whose elements may end at the context, and paths that elements below it may lead further along. */
  readonly here: readonly PathState[]
  readonly below: readonly PathState[]
  /** Whether several paths may lead to one attribute. */
  readonly hasChoice: boolean
  /** Depth of the element whose value is the field's, while it is open. */
  openAt = -1
  found = 0
  /** Attributes taken so far, if there is a choice. */
  readonly names: string[] = []
  /** Why its element cannot be part of a key, if it cannot. */
  unfit: KeyFault | undefined
  hasKey = false
  readonly key = new ValueKey()

  constructor(paths: readonly Path[]) {
    const states = paths.map(path => new PathState(path))
    this.here = states.filter(({ endsAtContext }) => endsAtContext)
    this.below = states.filter(({ path, endsAtContext }) => path.isDeep || !endsAtContext)
    this.hasChoice = states.length > 1
  }

  begin(context: number): void {
    for (const state of this.below) state.begin(context)
    this.openAt = -1
    this.found = 0
    if (this.hasChoice) this.names.length = 0
    this.unfit = undefined
    this.hasKey = false
  }

  take(type: SimpleType, span: Span, prefixes: PrefixLookup): void {
    this.hasKey = true
    this.key.set(type, span, prefixes)
  }

  /** The value as a finding shows it; empty if there is none. */
  shown(): string {
    return this.hasKey ? this.key.shown() : ''
  }
}

const isReady = ({ found, unfit, hasKey }: Field): boolean => found <= 1 && unfit === undefined && hasKey

/** An element that a selector has found, while it is open; used again for the next one. */
class Target<Place> implements FoundKey {
  depth = 0
  where!: Whereabouts<Place>
  readonly fields: readonly Field[]
  private readonly joined = new ByteBuffer()

  constructor({ fields }: IdentityConstraint) {
    this.fields = fields.map(paths => new Field(paths))
  }

  begin(depth: number, where: Whereabouts<Place>): void {
    this.depth = depth
    this.where = where
    for (const field of this.fields) field.begin(depth)
  }

  /** The keys of all fields, which are all there. */
  get key(): ByteBuffer {
    const { fields, joined } = this
    if (fields.length === 1) return fields[0]!.key
    joined.clear()
    for (let i = 0; i < fields.length; i++) {
      const { bytes, length } = fields[i]!.key
      if (i > 0) joined.add(separator, 0, 1)
      joined.add(bytes, 0, length)
    }
    return joined
  }

  shown(): string {
    return this.fields.map(field => field.shown()).join(', ')
  }
}

/** Stands between the keys of two fields: no text of XML has it. */
const separator = Uint8Array.of(1)

/** One constraint at one element that declares it. */
interface Scope<Place> {
  readonly constraint: IdentityConstraint
  readonly depth: number
  readonly selectors: readonly PathState[]
  /** The first `open` of them are those of open elements. */
  readonly targets: Target<Place>[]
  open: number
  readonly keys: KeyScope<Place>
}

/** What xs:ID and xs:IDREF ask of a whole document, as constraints of its outermost element (Part 1, 3.15.4). */
const documentKey: IdentityConstraint = {
  kind: 'key',
  name: 'xs:ID',
  namespace: '',
  selector: [],
  fields: [],
  refer: undefined,
}
const documentReference: IdentityConstraint = {
  ...documentKey,
  kind: 'keyref',
  name: 'xs:IDREF',
  refer: nameKey('', 'xs:ID'),
}

/** Follows xs:key, xs:unique and xs:keyref through a document: finds the elements and the values of their fields. */
export class IdentityTracker<Place> {
  private scopes: Scope<Place>[] = []
  private readonly faults: FaultList<Place>
  private readonly held: HeldKeys<Place>
  /** Fields that wait for the value of an open element. */
  private awaited = 0
  private readonly defaulted = new Map<ComplexType, readonly AttributeUse[]>()
  private readonly span: Span = { bytes: separator, from: 0, to: 0 }
  /** Scopes of the whole document's names and references to them, where the schema has any. */
  private identifiers: { readonly ID: KeyScope<Place>; readonly IDREF: KeyScope<Place> } | undefined

  constructor(faults: FaultList<Place>, options: KeyOptions = {}) {
    this.faults = faults
    this.held = new HeldKeys(faults, options)
  }

  /** What was not compared, in the order of the file: nothing where there is a store. */
  get uncheckedKeys(): readonly UncheckedKeys[] {
    return this.held.uncheckedKeys
  }

  /** Compares what went to the store, once, at the end. Pauses, for its caller to do other things. */
  compare(): Generator<void> {
    return this.held.compare()
  }

  /** Follows the names of elements, and references to them, through the element at this depth. */
  openIdentifiers(depth: number): void {
    const [key, reference] = this.held.open(depth, [documentKey, documentReference])
    if (key !== undefined && reference !== undefined) this.identifiers = { ID: key, IDREF: reference }
  }

  /** Takes the names of elements, and references to them, that a valid value holds. */
  identify(type: SimpleType, text: string, prefixes: PrefixLookup, where: Whereabouts<Place>): void {
    const { identifiers } = this
    if (identifiers === undefined) return
    eachIdentifier(type, text, prefixes, (role, value) => {
      const key = new ByteBuffer()
      key.addText(value)
      this.held.keep(identifiers[role], where, { key, shown: () => value })
    })
  }

  /** Ends what `openIdentifiers` began. */
  closeIdentifiers(depth: number): void {
    if (this.identifiers === undefined) return
    this.identifiers = undefined
    this.held.close(depth)
  }

  /** Whether the value of an open element is that of a field. */
  get awaitsValue(): boolean {
    return this.awaited > 0
  }

  /** An element begins; `type` is undefined where it is not assessed. */
  open(
    depth: number,
    name: XmlName,
    declaration: ElementDeclaration | undefined,
    type: ElementType | undefined,
    reader: XmlReader,
    where: Whereabouts<Place>,
  ): void {
    const isAssessed = type !== undefined
    for (let at = 0; at < this.scopes.length; at++) {
      const scope = this.scopes[at]!
      for (let target = 0; target < scope.open; target++)
        for (const field of scope.targets[target]!.fields)
          for (const state of field.below)
            if (state.enter(depth, name, isAssessed))
              this.take(field, state.path, depth, type, declaration, reader)
      let isSelected = false
      for (const state of scope.selectors) if (state.enter(depth, name, isAssessed)) isSelected = true
      if (isSelected) this.select(scope, depth, type, declaration, reader, where)
    }
    if (!isAssessed) return
    if (declaration === undefined || declaration.constraints.length === 0) return
    for (const keys of this.held.open(depth, declaration.constraints)) {
      const { constraint } = keys
      const selectors = constraint.selector.map(path => new PathState(path))
      for (const state of selectors) state.begin(depth)
      const scope: Scope<Place> = { constraint, depth, selectors, targets: [], open: 0, keys }
      this.scopes.push(scope)
      if (selectors.some(state => state.endsAtContext))
        this.select(scope, depth, type, declaration, reader, where)
    }
  }

  /** The element at this depth holds this (valid) value. */
  value(depth: number, simple: SimpleType, span: Span, prefixes: PrefixLookup): void {
    for (const scope of this.scopes)
      for (let target = 0; target < scope.open; target++)
        for (const field of scope.targets[target]!.fields) {
          if (field.openAt !== depth) continue
          this.leave(field)
          field.take(simple, span, prefixes)
        }
  }

  /** The element at this depth ends. */
  close(depth: number): void {
    const { scopes } = this
    for (let at = 0; at < scopes.length; at++) {
      const scope = scopes[at]!
      if (scope.open === 0) continue
      if (this.awaited > 0)
        for (let target = 0; target < scope.open; target++)
          for (const field of scope.targets[target]!.fields) if (field.openAt === depth) this.leave(field)
      const target = scope.targets[scope.open - 1]!
      if (target.depth !== depth) continue
      scope.open--
      this.settle(scope, target)
    }
    if (scopes.length === 0 || scopes.at(-1)?.depth !== depth) return
    this.scopes = scopes.filter(scope => scope.depth !== depth)
    this.held.close(depth)
  }

  private leave(field: Field): void {
    field.openAt = -1
    this.awaited--
  }

  private select(
    scope: Scope<Place>,
    depth: number,
    type: ElementType | undefined,
    declaration: ElementDeclaration | undefined,
    reader: XmlReader,
    where: Whereabouts<Place>,
  ): void {
    let target = scope.targets[scope.open]
    if (target === undefined) {
      target = new Target<Place>(scope.constraint)
      scope.targets.push(target)
    }
    scope.open++
    target.begin(depth, where)
    for (const field of target.fields)
      for (const state of field.here) this.take(field, state.path, depth, type, declaration, reader)
  }

  /** The element is one that the field's path leads to. */
  private take(
    field: Field,
    path: Path,
    depth: number,
    type: ElementType | undefined,
    declaration: ElementDeclaration | undefined,
    reader: XmlReader,
  ): void {
    if (path.attribute === undefined) {
      if (field.openAt === depth) return
      field.found++
      if (field.openAt < 0) this.awaited++
      field.openAt = depth
      if (type?.variety === 'complex' && type.content !== 'simple') field.unfit = 'noValue'
      // An element of a key may not be nillable at all (Part 1, cvc-identity-constraint 4.2.3).
      else if (declaration?.isNillable) field.unfit = 'nillable'
      return
    }
    if (type?.variety !== 'complex') return
    const list = reader.currentAttributes
    for (let i = 0; i < list.length; i++) {
      const name = list.name(i)
      if (!matches(path.attribute, name)) continue
      // The check of the attributes has found the slot.
      const use = type.attributeOf(name.attributeSlot)
      if (use === undefined) continue
      list.valueBytes(i, this.span)
      this.takeAttribute(field, use, reader.prefixes)
    }
    for (const use of this.defaultedOf(type)) {
      if (!matches(path.attribute, use) || list.find(use.namespace, use.local) !== undefined) continue
      Object.assign(this.span, spanOf(use.value?.text ?? ''))
      this.takeAttribute(field, use, reader.prefixes)
    }
  }

  /** The attributes of the type that have a value where they are left out. */
  private defaultedOf(type: ComplexType): readonly AttributeUse[] {
    let uses = this.defaulted.get(type)
    if (uses === undefined) {
      uses = [...type.attributes.values()].filter(({ value }) => value !== undefined)
      this.defaulted.set(type, uses)
    }
    return uses
  }

  /** Takes the value of an attribute, which is in the span. */
  private takeAttribute(field: Field, use: AttributeUse, prefixes: PrefixLookup): void {
    const { span } = this
    if (field.hasChoice) {
      const name = nameKey(use.namespace, use.local)
      if (field.names.includes(name)) return
      field.names.push(name)
    }
    field.found++
    if (use.type.check(span.bytes, span.from, span.to, span, prefixes) === undefined)
      field.take(use.type, span, prefixes)
  }

  /** A selected element has ended, so its fields are known. */
  private settle(scope: Scope<Place>, target: Target<Place>): void {
    if (target.fields.every(isReady)) this.held.keep(scope.keys, target.where, target)
    else this.settleFaulty(scope, target)
  }

  /** The same where a field has no value, several, or is unfit. */
  private settleFaulty(scope: Scope<Place>, target: Target<Place>): void {
    const { name, kind } = scope.constraint
    const of = { kind, constraint: name }
    const at = (): Place => target.where.place()
    if (target.fields.some(({ found }) => found > 1)) {
      this.faults.add({ code: 'KEY_NOT_ONE', parameters: of, value: '', at: at() })
      return
    }
    const miss = (reason: KeyFault): void => {
      const value = target.shown()
      this.faults.add({ code: 'KEY_MISSING', parameters: { ...of, value, reason }, value, at: at() })
    }
    const unfit = target.fields.find(
      field => field.unfit !== undefined && (kind === 'key' || field.unfit !== 'nillable'),
    )?.unfit
    if (unfit !== undefined) {
      miss(unfit)
      return
    }
    if (target.fields.some(({ hasKey }) => !hasKey)) {
      if (kind === 'key') miss('absent')
      return
    }
    this.held.keep(scope.keys, target.where, target)
  }
}
