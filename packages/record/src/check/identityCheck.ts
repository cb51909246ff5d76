import {
  type AttributeUse,
  type ElementDeclaration,
  type ElementType,
  nameKey,
} from '../schema/components.ts'
import { eachIdentifier } from '../schema/compositeType.ts'
import type { IdentityConstraint, NameTest, Path } from '../schema/identity.ts'
import type { PrefixLookup, SimpleType } from '../schema/simpleType.ts'
import type { XmlName } from '../xml/names.ts'
import type { XmlReader } from '../xml/reader.ts'
import { checkText } from './attributeCheck.ts'
import type { KeyFault } from './fault.ts'
import {
  type FaultList,
  HeldKeys,
  type KeyOptions,
  type KeyScope,
  type UncheckedKeys,
  type Whereabouts,
} from './heldKeys.ts'

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
  /** Attributes taken so far, where several paths may lead to one. */
  readonly names: string[]
  /** Why its element cannot be part of a key, if it cannot. */
  unfit: KeyFault | undefined
  key: string | undefined
  shown: string
}

/** An element that a selector has found, while it is open. */
interface Target<Place> {
  readonly depth: number
  readonly where: Whereabouts<Place>
  readonly fields: readonly Field[]
}

/** One constraint at one element that declares it. */
interface Scope<Place> {
  readonly constraint: IdentityConstraint
  readonly depth: number
  readonly selectors: readonly PathState[]
  readonly targets: Target<Place>[]
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
    eachIdentifier(type, text, prefixes, (role, value) =>
      this.held.keep(identifiers[role], where, value, value),
    )
  }

  /** Ends what `openIdentifiers` began. */
  closeIdentifiers(depth: number): void {
    if (this.identifiers === undefined) return
    this.identifiers = undefined
    this.held.close(depth)
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
    where: Whereabouts<Place>,
  ): void {
    for (const scope of this.scopes) {
      for (const target of scope.targets)
        for (const field of target.fields) this.enterField(field, depth, name, type, declaration, reader)
      const isSelected = scope.selectors
        .map(state => state.enter(depth, name, type !== undefined))
        .some(hit => hit)
      if (isSelected) this.select(scope, depth, type, declaration, reader, where)
    }
    if (type === undefined) return
    if (declaration === undefined || declaration.constraints.length === 0) return
    for (const keys of this.held.open(depth, declaration.constraints)) {
      const { constraint } = keys
      const selectors = constraint.selector.map(path => new PathState(path, depth))
      const scope: Scope<Place> = { constraint, depth, selectors, targets: [], keys }
      this.scopes.push(scope)
      if (scope.selectors.some(state => state.endsAtContext))
        this.select(scope, depth, type, declaration, reader, where)
    }
  }

  /** The element at this depth holds this (valid) value; undefined where it holds none that could be a key. */
  value(depth: number, simple: SimpleType | undefined, text: string, prefixes: PrefixLookup): void {
    for (const scope of this.scopes)
      for (const target of scope.targets)
        for (const field of target.fields) {
          if (field.openAt !== depth) continue
          field.openAt = -1
          if (simple === undefined) continue
          field.key = simple.keyOf(text, prefixes)
          field.shown = text
        }
  }

  /** The element at this depth ends. */
  close(depth: number): void {
    for (const scope of this.scopes) {
      for (const target of scope.targets)
        for (const field of target.fields) if (field.openAt === depth) field.openAt = -1
      const target = scope.targets.at(-1)
      if (target?.depth !== depth) continue
      scope.targets.pop()
      this.settle(scope, target)
    }
    if (this.scopes.at(-1)?.depth !== depth) return
    this.scopes = this.scopes.filter(scope => scope.depth !== depth)
    this.held.close(depth)
  }

  private select(
    scope: Scope<Place>,
    depth: number,
    type: ElementType | undefined,
    declaration: ElementDeclaration | undefined,
    reader: XmlReader,
    where: Whereabouts<Place>,
  ): void {
    const fields = scope.constraint.fields.map(
      (paths): Field => ({
        states: paths.map(path => new PathState(path, depth)),
        openAt: -1,
        found: 0,
        names: [],
        unfit: undefined,
        key: undefined,
        shown: '',
      }),
    )
    for (const field of fields)
      for (const state of field.states)
        if (state.endsAtContext) this.take(field, state.path, depth, type, declaration, reader)
    scope.targets.push({ depth, where, fields })
  }

  private enterField(
    field: Field,
    depth: number,
    name: XmlName,
    type: ElementType | undefined,
    declaration: ElementDeclaration | undefined,
    reader: XmlReader,
  ): void {
    for (const state of field.states)
      if (state.enter(depth, name, type !== undefined))
        this.take(field, state.path, depth, type, declaration, reader)
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
      field.openAt = depth
      if (type?.variety === 'complex' && type.content !== 'simple') field.unfit = 'noValue'
      // An element of a key may not be nillable at all (Part 1, cvc-identity-constraint 4.2.3).
      else if (declaration?.isNillable) field.unfit = 'nillable'
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
    const prefixes: PrefixLookup = prefix => reader.namespaceOf(prefix)
    if (field.states.length > 1) {
      const name = nameKey(use.namespace, use.local)
      if (field.names.includes(name)) return
      field.names.push(name)
    }
    const { fault, value } = checkText(use.type, text, prefixes)
    field.found++
    if (fault !== undefined) return
    field.key = use.type.keyOf(value, prefixes)
    field.shown = value
  }

  /** A selected element has ended, so its fields are known. */
  private settle(scope: Scope<Place>, target: Target<Place>): void {
    const { constraint } = scope
    const { name, kind } = constraint
    const of = { kind, constraint: name }
    const at = (): Place => target.where.place()
    if (target.fields.some(({ found }) => found > 1)) {
      this.faults.add({ code: 'KEY_NOT_ONE', parameters: of, value: '', at: at() })
      return
    }
    const shown = target.fields.map(field => field.shown).join(', ')
    const miss = (reason: KeyFault): void => {
      const parameters = { ...of, value: shown, reason }
      this.faults.add({ code: 'KEY_MISSING', parameters, value: shown, at: at() })
    }
    const unfit = target.fields.find(
      field => field.unfit !== undefined && (kind === 'key' || field.unfit !== 'nillable'),
    )?.unfit
    if (unfit !== undefined) {
      miss(unfit)
      return
    }
    if (target.fields.some(({ key }) => key === undefined)) {
      if (kind === 'key') miss('absent')
      return
    }
    this.held.keep(scope.keys, target.where, target.fields.map(field => field.key).join('\u0001'), shown)
  }
}
