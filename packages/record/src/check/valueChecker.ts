import type { RowSink } from '../rows/rowSink.ts'
import type { CompiledSchema } from '../schema/compiledSchema.ts'
import { type ElementType, nameKey } from '../schema/components.ts'
import { hasIdentifiers } from '../schema/compositeType.ts'
import type { SimpleType, Span, ValueCode } from '../schema/simpleType.ts'
import { decodeUtf8 } from '../xml/characters.ts'
import type { XmlName } from '../xml/names.ts'
import { INSTANCE_NAMESPACE } from '../xml/namespaces.ts'
import type { XmlReader } from '../xml/reader.ts'
import { attributeFaults, checkText, wildUse } from './attributeCheck.ts'
import { type Finding, type FindingPlace, shown } from './finding.ts'
import { type Frame, Mode } from './frame.ts'
import { FrameChecker, type Reporting } from './frameChecker.ts'
import type { FaultList, IdentityFault, KeyOptions, Whereabouts } from './heldKeys.ts'
import { IdentityTracker } from './identityCheck.ts'
import { spanOf } from './keyBytes.ts'
import type { Layout, LayoutNode } from './layout.ts'
import { suggestionFor, suggestionText, wrongCharacter } from './suggestion.ts'
import { valueFault } from './valueFault.ts'
import { ValueText } from './valueText.ts'

/** What the checker does beside checking. */
export interface Tasks {
  readonly layout: Layout | undefined
  readonly rows: RowSink | undefined
  onValue(path: string, value: string, line: number): void
}

/** The part of the checker that knows values: of elements, of attributes, of keys. */
export abstract class ValueChecker extends FrameChecker {
  protected readonly schema: CompiledSchema
  protected readonly tasks: Tasks
  protected readonly span: Span = { bytes: new Uint8Array(0), from: 0, to: 0 }
  protected readonly value = new ValueText()
  protected reader: XmlReader | undefined
  protected readonly prefixes = (prefix: string): string | undefined => this.reader?.namespaceOf(prefix)
  /** Present where the schema has identity constraints. */
  protected readonly identity: IdentityTracker<FindingPlace> | undefined
  /** By depth: a frame is used again for the next element at its depth, and so is this. */
  private readonly wheres: Whereabouts<FindingPlace>[] = []

  constructor(schema: CompiledSchema, reporting: Reporting, tasks: Tasks, keys: KeyOptions = {}) {
    super(reporting)
    this.schema = schema
    this.tasks = tasks
    this.identity =
      schema.hasConstraints || schema.hasIdentifiers
        ? new IdentityTracker(this.identityFaults(), keys)
        : undefined
  }

  private identityFaults(): FaultList<FindingPlace> {
    const { findings } = this
    const finding = ({ at, value, ...fault }: IdentityFault<FindingPlace>): Finding => ({
      ...this.worded(fault),
      value,
      ...at,
    })
    return {
      add: fault => findings.add(finding(fault)),
      reserve: places => findings.reserve(places),
      insert: (position, fault) => findings.insert(position, finding(fault)),
    }
  }

  protected keepLeaf(parent: Frame, name: XmlName, reader: XmlReader): void {
    const { span } = this
    if (parent.keyCount < parent.keyNames.length && parent.keyNames.includes(name.local))
      parent.setKey(name.local, span.bytes, span.from, span.to)
    const layout = parent.layout?.children[name.slot]
    if (layout !== undefined) this.keepValue(parent, layout, reader.currentLine, reader.currentByte)
  }

  protected openAttributes(frame: Frame, type: ElementType, reader: XmlReader): void {
    if (type.variety === 'complex' && type.isAbstract)
      this.report(frame, {
        code: 'TYPE_NOT_ALLOWED',
        field: frame.name,
        parameters: { element: frame.name },
      })
    for (const fault of attributeFaults(type, frame.name, this.schema, reader))
      this.add(frame, this.depth, fault)
    const nil = reader.currentAttributes.find(INSTANCE_NAMESPACE, 'nil')
    if (nil !== undefined && frame.declaration !== undefined) this.openNil(frame, nil.trim())
    if (frame.layout !== undefined) this.keepAttributes(frame.layout, reader)
  }

  protected openNil(frame: Frame, nil: string): void {
    if (!['true', 'false', '1', '0'].includes(nil)) {
      this.report(frame, {
        code: 'VALUE_TYPE',
        field: 'nil',
        parameters: { field: 'xsi:nil', value: shown(nil), form: { kind: 'boolean' } },
        value: nil,
      })
    } else if (!frame.declaration?.isNillable) {
      this.report(frame, {
        code: 'NIL_NOT_ALLOWED',
        field: frame.name,
        parameters: { element: frame.name },
      })
    } else if (nil === 'true' || nil === '1') {
      if (frame.declaration.value?.kind === 'fixed')
        this.report(frame, {
          code: 'NIL_NOT_ALLOWED',
          field: frame.name,
          parameters: { element: frame.name, fixed: frame.declaration.value.text },
        })
      if (frame.mode === Mode.value) this.openNilValue(frame)
      frame.mode = Mode.nil
    }
  }

  /** A field with a table of its own has a row also where it is nil: the end of the element closes it. */
  private openNilValue(frame: Frame): void {
    const { layout } = frame
    if (layout !== undefined && layout.table >= 0 && this.tasks.rows !== undefined)
      frame.row = this.tasks.rows.open(layout.table, frame.row, frame.line, frame.byte)
  }

  /** Where the row of a repeated field is not open yet, its attributes stand in it first. */
  protected keepAttributes(layout: LayoutNode, reader: XmlReader): void {
    const { rows } = this.tasks
    if (rows === undefined) return
    const list = reader.currentAttributes
    for (let i = 0; i < list.length; i++) {
      const { namespace, local } = list.name(i)
      const column = layout.attributeColumns.get(nameKey(namespace, local))
      if (column === undefined) continue
      rows.text(layout.table >= 0 ? layout.table : layout.valueTable, column, list.value(i))
    }
  }

  protected endValue(frame: Frame): void {
    const { value, span } = this
    const simple = frame.simple!
    if (frame.isSpoilt) return
    const { bytes, from, to } = value
    const isDefaulted = from === to && frame.declaration?.value !== undefined
    if (isDefaulted) {
      span.from = from
      span.to = to
      span.bytes = bytes
      if (frame.type !== frame.declaration?.type) this.checkDefault(frame, simple)
    } else {
      const code = simple.check(bytes, from, to, span, this.prefixes)
      if (code !== undefined) {
        this.reportValue(frame, simple, code)
        return
      }
      if (frame.declaration?.value?.kind === 'fixed') this.checkFixed(frame, simple)
    }
    if (this.identity !== undefined) this.identityValue(this.identity, frame, simple, isDefaulted)
    const parent = this.frames[this.depth - 1]!
    if (parent.keyCount < parent.keyNames.length && parent.keyNames.includes(frame.name))
      parent.setKey(frame.name, span.bytes, span.from, span.to)
    const { layout } = frame
    if (layout !== undefined) this.keepValue(parent, layout, frame.line, frame.byte)
  }

  /** A default has to be a value of the type that xsi:type names, too (Part 1, cvc-elt 5.1.1). */
  private checkDefault(frame: Frame, simple: SimpleType): void {
    const { text = '', prefixes = this.prefixes } = frame.declaration?.value ?? {}
    const { fault } = checkText(simple, text, prefixes)
    if (fault === undefined) return
    this.report(frame, { ...valueFault(frame.name, text, simple, fault), field: frame.name, value: text })
  }

  protected identityValue(
    identity: NonNullable<typeof this.identity>,
    frame: Frame,
    simple: SimpleType,
    isDefaulted: boolean,
  ): void {
    const isIdentifier = this.schema.hasIdentifiers && hasIdentifiers(simple)
    if (!identity.awaitsValue && !isIdentifier) return
    const defaulted = isDefaulted ? frame.declaration?.value : undefined
    const prefixes = defaulted?.prefixes ?? this.prefixes
    const span = defaulted === undefined ? this.span : spanOf(defaulted.text)
    if (identity.awaitsValue) identity.value(this.depth, simple, span, prefixes)
    if (isIdentifier)
      identity.identify(simple, decodeUtf8(span.bytes, span.from, span.to), prefixes, this.whereabouts())
  }

  /** Where the innermost open element is. */
  private whereabouts(): Whereabouts<FindingPlace> {
    const { depth } = this
    let where = this.wheres[depth]
    if (where === undefined) {
      const frame = this.frames[depth]!
      where = {
        get line() {
          return frame.line
        },
        place: () => this.placeAt(frame, depth - 1, frame.name),
      }
      this.wheres[depth] = where
    }
    return where
  }

  protected openIdentity(
    identity: NonNullable<typeof this.identity>,
    name: XmlName,
    reader: XmlReader,
  ): void {
    const frame = this.frames[this.depth]!
    const isAssessed = frame.mode !== Mode.skip
    const { depth } = this
    if (depth === 1 && this.schema.hasIdentifiers) identity.openIdentifiers(depth)
    const where = this.whereabouts()
    if (isAssessed && this.schema.hasIdentifiers) this.identifyAttributes(identity, frame, reader, where)
    identity.open(depth, name, frame.declaration, isAssessed ? frame.type : undefined, reader, where)
  }

  /** Takes names of elements, and references to them, from the attributes of the start tag just read. */
  private identifyAttributes(
    identity: NonNullable<typeof this.identity>,
    { type }: Frame,
    reader: XmlReader,
    where: Whereabouts<FindingPlace>,
  ): void {
    if (type?.variety !== 'complex') return
    const list = reader.currentAttributes
    for (let i = 0; i < list.length; i++) {
      const { namespace, local } = list.name(i)
      const key = nameKey(namespace, local)
      const use = type.attributes.get(key) ?? wildUse(type.anyAttribute, namespace, key, this.schema)
      if (use === undefined || !hasIdentifiers(use.type)) continue
      const text = list.value(i)
      if (checkText(use.type, text, this.prefixes).fault === undefined)
        identity.identify(use.type, text, this.prefixes, where)
    }
    for (const { value, namespace, local, type: simple } of type.attributes.values())
      if (value !== undefined && hasIdentifiers(simple) && list.find(namespace, local) === undefined)
        identity.identify(simple, value.text, value.prefixes, where)
  }

  protected keepValue(parent: Frame, layout: LayoutNode, line: number, byte: number): void {
    const { rows } = this.tasks
    const { span } = this
    if (rows !== undefined && layout.valueTable >= 0) {
      if (layout.valueTable === layout.table) {
        const row = rows.open(layout.table, parent.row, line, byte)
        rows.value(layout.table, layout.column, span.bytes, span.from, span.to)
        rows.close(layout.table, row)
      } else rows.value(layout.valueTable, layout.column, span.bytes, span.from, span.to)
    }
    if (layout.isWatched) this.tasks.onValue(layout.path, decodeUtf8(span.bytes, span.from, span.to), line)
  }

  protected checkFixed(frame: Frame, simple: SimpleType): void {
    const constraint = frame.declaration?.value
    if (constraint === undefined) return
    const fixed = checkText(simple, constraint.text, constraint.prefixes).value
    const found = decodeUtf8(this.span.bytes, this.span.from, this.span.to)
    if (simple.keyOf(found, this.prefixes) === simple.keyOf(fixed, constraint.prefixes)) return
    this.report(frame, {
      code: 'VALUE_FIXED',
      field: frame.name,
      parameters: { field: frame.name, value: shown(found), fixed },
      value: found,
    })
  }

  protected reportValue(frame: Frame, simple: SimpleType, code: ValueCode): void {
    const text = decodeUtf8(this.value.bytes, this.value.from, this.value.to)
    const wrong = code === 'VALUE_PATTERN' ? wrongCharacter(simple, this.value) : undefined
    const suggestion = suggestionFor(simple, text)
    this.report(frame, {
      ...valueFault(frame.name, text, simple, code, wrong),
      field: frame.name,
      value: text,
      wrong,
      suggestion: suggestion === undefined ? undefined : suggestionText(suggestion, wrong),
    })
  }
}
