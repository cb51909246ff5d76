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
import {
  type FaultList,
  HeldKeys,
  type IdentityFault,
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

/** Follows xs:key, xs:unique and xs:keyref through a document: finds the elements and the values of their fields. */
export class IdentityTracker<Place> {
  private scopes: Scope<Place>[] = []
  private readonly faults: FaultList<Place>
  private readonly held: HeldKeys<Place>

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
        for (const field of target.fields) this.enterField(field, depth, name, type, reader)
      const isSelected = scope.selectors
        .map(state => state.enter(depth, name, type !== undefined))
        .some(hit => hit)
      if (isSelected) this.select(scope, depth, type, reader, where)
    }
    if (type === undefined) return
    for (const keys of this.held.open(depth, declaration?.constraints ?? [])) {
      const { constraint } = keys
      const selectors = constraint.selector.map(path => new PathState(path, depth))
      const scope: Scope<Place> = { constraint, depth, selectors, targets: [], keys }
      this.scopes.push(scope)
      if (scope.selectors.some(state => state.endsAtContext)) this.select(scope, depth, type, reader, where)
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
    if (this.scopes.at(-1)?.depth !== depth) return
    this.scopes = this.scopes.filter(scope => scope.depth !== depth)
    this.held.close(depth)
  }

  private select(
    scope: Scope<Place>,
    depth: number,
    type: ElementType | undefined,
    reader: XmlReader,
    where: Whereabouts<Place>,
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
    scope.targets.push({ depth, where, fields })
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
      this.faults.add(() => ({ code, message, value, at: target.where.place() }))
    if (target.fields.some(({ found }) => found > 1)) {
      fault('KEY_NOT_ONE', `A field of ${kind} "${name}" stands more than once in this element.`, '')
      return
    }
    const shown = target.fields.map(field => field.shown).join(', ')
    if (target.fields.some(({ key }) => key === undefined)) {
      if (kind === 'key') fault('KEY_MISSING', `Not every field of key "${name}" has a value.`, shown)
      return
    }
    this.held.keep(scope.keys, target.where, target.fields.map(field => field.key).join('\u0001'), shown)
  }
}
