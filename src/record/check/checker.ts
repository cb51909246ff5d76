import type { CompiledSchema } from '../schema/compileSchema.ts'
import { type ElementDeclaration, type ElementType, nameKey, type Wildcard } from '../schema/components.ts'
import type { Step } from '../schema/content/contentModel.ts'
import type { SimpleType, Span } from '../schema/simpleType.ts'
import { decodeUtf8 } from '../xml/characters.ts'
import type { ReaderHandlers } from '../xml/handlers.ts'
import type { XmlName } from '../xml/names.ts'
import type { XmlReader } from '../xml/reader.ts'
import { attributeFaults, checkText, INSTANCE_NAMESPACE, substitutedType } from './attributeCheck.ts'
import { type Finding, type FindingCode, FindingList, type RecordPlace, shown } from './finding.ts'
import { Frame, Mode } from './frame.ts'
import { IdentityTracker } from './identityCheck.ts'
import { keysOf, type Layout, type LayoutNode } from './layout.ts'
import type { RowWriter } from './rows.ts'
import { ValueText } from './valueText.ts'
import { expectation, valueMessage } from './valueWords.ts'

/** What a finding says beside its place. */
interface Fault {
  readonly code: FindingCode
  readonly field: string
  readonly message: string
  readonly value?: string | undefined
  readonly expected?: string | undefined
}

/** What the checker does beside checking. */
export interface Tasks {
  readonly layout: Layout | undefined
  readonly rows: RowWriter | undefined
  onValue(path: string, value: string, line: number): void
}

/** Follows one document through the automata of a schema; the reader calls it. */
export class SchemaChecker implements ReaderHandlers {
  readonly findings: FindingList
  elements = 0
  private readonly schema: CompiledSchema
  private readonly tasks: Tasks
  private readonly frames: Frame[] = [new Frame()]
  private depth = 0
  private readonly step: Step = { next: 0, declaration: undefined, wildcard: undefined }
  private readonly span: Span = { bytes: new Uint8Array(0), from: 0, to: 0 }
  private readonly value = new ValueText()
  private readonly keyNames = new Map<ElementDeclaration, readonly string[]>()
  private readonly prefixes: (prefix: string) => string | undefined
  private reader: XmlReader | undefined
  /** Present where the schema has identity constraints. */
  private readonly identity: IdentityTracker<Omit<Finding, 'code' | 'message' | 'value'>> | undefined

  constructor(schema: CompiledSchema, cap: number, tasks: Tasks) {
    this.schema = schema
    this.tasks = tasks
    this.findings = new FindingList(cap)
    this.prefixes = prefix => this.reader?.namespaceOf(prefix)
    this.identity = schema.hasConstraints
      ? new IdentityTracker(({ code, message, value, at }) =>
          this.findings.add(() => ({ code, message, value, ...at })),
        )
      : undefined
  }

  /** Whether keys were too many to be followed to the end. */
  get isIdentityLimited(): boolean {
    return this.identity?.isLimited ?? false
  }

  startElement(name: XmlName, reader: XmlReader): void {
    this.elements++
    this.start(name, reader)
    if (this.identity !== undefined) this.openIdentity(this.identity, name, reader)
  }

  private start(name: XmlName, reader: XmlReader): void {
    const parent = this.frames[this.depth]!
    const frame = this.push(name, reader)
    if (this.depth === 1) {
      this.startRoot(frame, name, reader)
      return
    }
    switch (parent.mode) {
      case Mode.skip:
        return
      case Mode.elements:
        this.startChild(parent, frame, name, reader)
        return
      case Mode.value:
        this.refuseChild(
          parent,
          'ELEMENT_IN_VALUE',
          `<${parent.name}> must hold a value, not the element <${name.local}>.`,
        )
        return
      case Mode.empty:
        this.refuseChild(
          parent,
          'ELEMENT_IN_EMPTY',
          `<${parent.name}> must be empty, but holds <${name.local}>.`,
        )
        return
      case Mode.nil:
        this.refuseChild(
          parent,
          'NIL_NOT_EMPTY',
          `<${parent.name}> is marked nil, but holds <${name.local}>.`,
        )
    }
  }

  text(bytes: Uint8Array, from: number, to: number, isBlank: boolean, reader: XmlReader): void {
    const frame = this.frames[this.depth]!
    switch (frame.mode) {
      case Mode.value:
        this.value.add(bytes, from, to)
        return
      case Mode.elements:
        if (isBlank || frame.isMixed || frame.strayText !== '' || isBlankText(bytes, from, to)) return
        break
      case Mode.empty:
      case Mode.nil:
        if (frame.strayText !== '') return
        break
      default:
        return
    }
    const { line, column } = reader.currentPlace
    const text = shown(decodeUtf8(bytes, from, to).trim())
    frame.strayText = `${text === '' ? 'White space' : `The text "${text}"`} at line ${line}, column ${column}`
  }

  endElement(_: XmlName, reader: XmlReader): void {
    const frame = this.frames[this.depth]!
    this.reader = reader
    if (frame.mode === Mode.value) this.endValue(frame)
    else if (frame.mode !== Mode.skip) this.endContent(frame)
    this.identity?.close(this.depth)
    this.depth--
  }

  /** The common element in one step; anything out of the ordinary takes the three steps. */
  leaf(name: XmlName, bytes: Uint8Array, from: number, to: number, reader: XmlReader): void {
    const parent = this.frames[this.depth]!
    const { step } = this
    if (parent.mode === Mode.elements && this.identity === undefined && name.slot >= 0) {
      const isTaken = parent.model!.take(parent.state, name.slot, name.namespace, step)
      const plain = isTaken ? step.declaration?.plain : undefined
      if (plain !== undefined && plain.check(bytes, from, to, this.span, this.prefixes) === undefined) {
        this.elements++
        parent.state = step.next
        parent.strangers = 0
        this.keepLeaf(parent, name, reader)
        return
      }
    }
    this.startElement(name, reader)
    if (to > from) this.text(bytes, from, to, false, reader)
    this.endElement(name, reader)
  }

  private keepLeaf(parent: Frame, name: XmlName, reader: XmlReader): void {
    const { span } = this
    if (parent.keyCount < parent.keyNames.length && parent.keyNames.includes(name.local))
      parent.setKey(name.local, span.bytes, span.from, span.to)
    const layout = parent.layout?.children[name.slot]
    if (layout !== undefined) this.keepValue(parent, layout, reader.currentLine, reader.currentByte)
  }

  buffersMove(): void {
    this.value.keep()
  }

  private push(name: XmlName, reader: XmlReader): Frame {
    const around = this.frames[this.depth]!
    let frame = this.frames[++this.depth]
    if (frame === undefined) {
      frame = new Frame()
      this.frames.push(frame)
    }
    frame.mode = Mode.skip
    frame.declaration = undefined
    frame.name = name.local
    frame.line = reader.currentLine
    frame.column = reader.currentColumn
    frame.byte = reader.currentByte
    frame.keyCount = 0
    frame.keyNames = none
    frame.layout = undefined
    frame.row = around.row
    return frame
  }

  private startRoot(frame: Frame, name: XmlName, reader: XmlReader): void {
    const declaration = this.schema.elements.get(nameKey(name.namespace, name.local))
    if (declaration === undefined) {
      const known = [...this.schema.elements.values()].map(({ local }) => local).join(', ')
      const other = [...this.schema.elements.values()].find(({ local }) => local === name.local)
      const message =
        other === undefined
          ? `The file begins with <${name.local}>, which is not the outermost element of this collection's files.`
          : `<${name.local}> stands in the namespace "${name.namespace}" instead of "${other.namespace}".`
      this.report(frame, { code: 'ROOT_UNKNOWN', field: name.local, message, expected: known })
      return
    }
    frame.layout = this.tasks.layout?.roots.get(declaration)
    this.enter(frame, declaration, reader)
  }

  private startChild(parent: Frame, frame: Frame, name: XmlName, reader: XmlReader): void {
    const { step } = this
    let symbol = name.slot
    if (symbol < 0) {
      symbol = this.schema.symbols.find(name.namespace, name.local)
      name.slot = symbol
    }
    if (!parent.model!.take(parent.state, symbol, name.namespace, step)) {
      this.recover(parent, frame, name, symbol, reader)
      return
    }
    parent.state = step.next
    parent.strangers = 0
    const { declaration } = step
    if (declaration === undefined) {
      this.enterWild(step.wildcard, frame, name, reader)
      return
    }
    if (parent.layout !== undefined) frame.layout = parent.layout.children[symbol]
    this.enter(frame, declaration, reader)
  }

  private enterWild(wildcard: Wildcard | undefined, frame: Frame, name: XmlName, reader: XmlReader): void {
    if (wildcard === undefined || wildcard.process === 'skip') return
    const declaration = this.schema.elements.get(nameKey(name.namespace, name.local))
    if (declaration !== undefined) {
      this.enter(frame, declaration, reader)
    } else if (wildcard.process === 'strict') {
      this.report(frame, {
        code: 'ELEMENT_UNKNOWN',
        field: name.local,
        message: `<${name.local}> is not an element of the schema.`,
      })
    } else {
      const type = reader.currentAttributes.find(INSTANCE_NAMESPACE, 'type')
      const named =
        type === undefined ? undefined : this.substitute(frame, this.schema.anyType, undefined, type, reader)
      this.open(frame, named ?? this.schema.anyType, undefined, reader)
    }
  }

  /** A child that the content model does not allow here: say so once and go on where it makes most sense. */
  private recover(parent: Frame, frame: Frame, name: XmlName, symbol: number, reader: XmlReader): void {
    const model = parent.model!
    const { declaration, skip } = model.recover(parent.state, symbol)
    const expected = this.expectedIn(parent)
    if (declaration === undefined) {
      parent.strangers++
      const message = `<${name.local}> is not known in <${parent.name}>.`
      this.report(frame, { code: 'ELEMENT_UNKNOWN', field: name.local, message, expected })
      return
    }
    if (skip === undefined) {
      const message = `<${name.local}> is repeated or stands in the wrong place in <${parent.name}>.`
      this.report(frame, { code: 'ELEMENT_MISPLACED', field: name.local, message, expected })
      this.enter(frame, declaration, reader)
      return
    }
    if (skip.missing.length > parent.strangers) {
      const missing = skip.missing.map(field => `<${field}>`).join(', ')
      const message = `${missing} ${skip.missing.length === 1 ? 'is' : 'are'} missing in <${parent.name}> before <${name.local}>.`
      this.report(frame, { code: 'ELEMENT_MISSING', field: skip.missing[0] ?? name.local, message, expected })
    }
    parent.strangers = 0
    parent.state = skip.next
    this.enter(frame, declaration, reader)
  }

  private expectedIn(frame: Frame): string {
    const names = frame.model?.expected(frame.state) ?? []
    const isDone = frame.model?.isAccepting(frame.state) ?? false
    return [...names, ...(isDone ? [`the end of ${frame.name}`] : [])].join(', ')
  }

  private enter(frame: Frame, declaration: ElementDeclaration, reader: XmlReader): void {
    let { type } = declaration
    if (reader.currentAttributes.length > 0) {
      const written = reader.currentAttributes.find(INSTANCE_NAMESPACE, 'type')
      if (written !== undefined) type = this.substitute(frame, type, declaration, written, reader) ?? type
    }
    if (declaration.isAbstract) {
      this.report(frame, {
        code: 'ELEMENT_ABSTRACT',
        field: frame.name,
        message: `<${frame.name}> is abstract and may not stand in a file.`,
      })
      return
    }
    this.open(frame, type, declaration, reader)
  }

  private substitute(
    frame: Frame,
    type: ElementType,
    declaration: ElementDeclaration | undefined,
    written: string,
    reader: XmlReader,
  ): ElementType | undefined {
    const found = substitutedType(type, declaration?.block ?? new Set(), written, this.schema, reader)
    if ('type' in found) return found.type
    this.report(frame, { code: found.code, field: frame.name, message: found.message, value: written })
    return undefined
  }

  private open(
    frame: Frame,
    type: ElementType,
    declaration: ElementDeclaration | undefined,
    reader: XmlReader,
  ): void {
    frame.type = type
    frame.declaration = declaration
    frame.isSpoilt = false
    frame.strayText = ''
    frame.hasText = false
    if (type.variety !== 'complex') {
      frame.mode = Mode.value
      frame.simple = type
      this.value.clear()
    } else if (type.content === 'simple') {
      frame.mode = Mode.value
      frame.simple = type.simple
      this.value.clear()
    } else if (type.content === 'empty') {
      frame.mode = Mode.empty
      this.openRecord(frame)
    } else {
      frame.mode = Mode.elements
      frame.model = type.model
      frame.isMixed = type.isMixed
      frame.state = 0
      frame.strangers = 0
      this.openRecord(frame)
    }
    const hasRules = type.variety === 'complex' && (type.attributes.size > 0 || type.isAbstract)
    if (hasRules || reader.currentAttributes.length > 0) this.openAttributes(frame, type, reader)
  }

  private openRecord(frame: Frame): void {
    const { declaration, layout } = frame
    if (declaration !== undefined) {
      let names = this.keyNames.get(declaration)
      if (names === undefined) {
        names = keysOf(declaration, this.frames[this.depth - 1]?.type, this.schema)
        this.keyNames.set(declaration, names)
      }
      frame.keyNames = names
    }
    if (layout !== undefined && layout.table >= 0 && this.tasks.rows !== undefined)
      frame.row = this.tasks.rows.open(layout.table, frame.row, frame.line, frame.byte)
  }

  private openAttributes(frame: Frame, type: ElementType, reader: XmlReader): void {
    if (type.variety === 'complex' && type.isAbstract)
      this.report(frame, {
        code: 'TYPE_NOT_ALLOWED',
        field: frame.name,
        message: `The type of <${frame.name}> is abstract: xsi:type must name another.`,
      })
    for (const fault of attributeFaults(type, frame.name, this.schema, reader))
      this.add(frame, this.depth, fault)
    const nil = reader.currentAttributes.find(INSTANCE_NAMESPACE, 'nil')
    if (nil !== undefined && frame.declaration !== undefined) this.openNil(frame, nil.trim())
    if (frame.layout !== undefined) this.keepAttributes(frame, frame.layout, reader)
  }

  private openNil(frame: Frame, nil: string): void {
    if (!['true', 'false', '1', '0'].includes(nil)) {
      this.report(frame, {
        code: 'VALUE_TYPE',
        field: 'nil',
        message: `xsi:nil "${nil}" is not true or false.`,
        value: nil,
      })
    } else if (!frame.declaration?.isNillable) {
      this.report(frame, {
        code: 'NIL_NOT_ALLOWED',
        field: frame.name,
        message: `<${frame.name}> may not be marked nil.`,
      })
    } else if (nil === 'true' || nil === '1') frame.mode = Mode.nil
  }

  private keepAttributes(frame: Frame, layout: LayoutNode, reader: XmlReader): void {
    const { rows } = this.tasks
    if (rows === undefined) return
    const list = reader.currentAttributes
    for (let i = 0; i < list.length; i++) {
      const column = layout.attributeColumns.get(list.name(i).local)
      if (column === undefined) continue
      const table = layout.table >= 0 ? layout.table : layout.valueTable
      if (layout.valueTable === layout.table && frame.mode === Mode.value) continue
      rows.text(table, column, list.value(i))
    }
  }

  private refuseChild(parent: Frame, code: FindingCode, message: string): void {
    if (parent.isSpoilt) return
    parent.isSpoilt = true
    this.report(parent, { code, field: parent.name, message })
  }

  private endValue(frame: Frame): void {
    const { value, span } = this
    const simple = frame.simple!
    if (frame.isSpoilt) return
    const { bytes, from, to } = value
    const isDefaulted = from === to && frame.declaration?.value !== undefined
    if (isDefaulted) {
      span.from = from
      span.to = to
      span.bytes = bytes
    } else {
      const code = simple.check(bytes, from, to, span, this.prefixes)
      if (code !== undefined) {
        this.reportValue(frame, simple, code)
        return
      }
      if (frame.declaration?.value?.kind === 'fixed') this.checkFixed(frame, simple)
    }
    if (this.identity?.isBusy) this.identityValue(this.identity, frame, simple, isDefaulted)
    const parent = this.frames[this.depth - 1]!
    if (parent.keyCount < parent.keyNames.length && parent.keyNames.includes(frame.name))
      parent.setKey(frame.name, span.bytes, span.from, span.to)
    const { layout } = frame
    if (layout !== undefined) this.keepValue(parent, layout, frame.line, frame.byte)
  }

  private identityValue(
    identity: NonNullable<typeof this.identity>,
    frame: Frame,
    simple: SimpleType,
    isDefaulted: boolean,
  ): void {
    const text = isDefaulted
      ? (frame.declaration?.value?.text ?? '')
      : decodeUtf8(this.span.bytes, this.span.from, this.span.to)
    identity.value(this.depth, simple, text)
  }

  private openIdentity(identity: NonNullable<typeof this.identity>, name: XmlName, reader: XmlReader): void {
    const frame = this.frames[this.depth]!
    const isAssessed = frame.mode !== Mode.skip
    const depth = this.depth
    identity.open(depth, name, frame.declaration, isAssessed ? frame.type : undefined, reader, () => {
      const {
        code: _code,
        message: _message,
        ...place
      } = this.findingAt(frame, depth - 1, {
        code: 'KEY_DUPLICATE',
        field: frame.name,
        message: '',
      })
      return place
    })
  }

  private keepValue(parent: Frame, layout: LayoutNode, line: number, byte: number): void {
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

  private checkFixed(frame: Frame, simple: SimpleType): void {
    const constraint = frame.declaration?.value
    if (constraint === undefined || this.reader === undefined) return
    const fixed = checkText(simple, constraint.text, this.reader).value
    const found = decodeUtf8(this.span.bytes, this.span.from, this.span.to)
    if (simple.keyOf(found) === simple.keyOf(fixed)) return
    this.report(frame, {
      code: 'VALUE_FIXED',
      field: frame.name,
      message: `${frame.name} must be "${fixed}".`,
      value: found,
      expected: fixed,
    })
  }

  private reportValue(
    frame: Frame,
    simple: SimpleType,
    code: FindingCode & ReturnType<SimpleType['check']>,
  ): void {
    const text = decodeUtf8(this.value.bytes, this.value.from, this.value.to)
    this.report(frame, {
      code,
      field: frame.name,
      message: valueMessage(frame.name, text, simple, code),
      value: text,
      expected: expectation(simple, code),
    })
  }

  private endContent(frame: Frame): void {
    if (frame.strayText !== '') {
      const code = frame.mode === Mode.nil ? 'NIL_NOT_EMPTY' : 'TEXT_NOT_ALLOWED'
      const message = `${frame.strayText} is not allowed directly inside <${frame.name}>.`
      this.report(frame, { code, field: frame.name, message })
    }
    if (frame.mode === Mode.elements && !frame.model!.isAccepting(frame.state) && frame.strangers === 0) {
      const [missing = 'an element'] = frame.model!.expected(frame.state)
      this.add(frame, this.depth, {
        code: 'ELEMENT_MISSING',
        field: missing,
        message: `<${frame.name}> ends too early: <${missing}> is missing.`,
        expected: this.expectedIn(frame),
      })
    }
    const { layout } = frame
    if (layout !== undefined && layout.table >= 0 && this.tasks.rows !== undefined)
      this.tasks.rows.close(layout.table, frame.row)
  }

  /** Reports a fault of the element itself, as a field of the record around it. */
  private report(frame: Frame, fault: Fault): void {
    this.add(frame, this.frames.indexOf(frame) - 1, fault)
  }

  /** Reports a fault at the place of `frame` in the record at depth `holder`. */
  private add(frame: Frame, holder: number, fault: Fault): void {
    this.findings.add(() => this.findingAt(frame, holder, fault))
  }

  private findingAt(frame: Frame, holder: number, fault: Fault): Finding {
    const steps: string[] = []
    for (let at = 2; at <= holder; at++) steps.push(this.pathStep(this.frames[at]!))
    return {
      code: fault.code,
      message: fault.message,
      line: frame.line,
      column: frame.column,
      byte: frame.byte,
      path: [...steps, fault.field].join('/'),
      ...(fault.value === undefined ? {} : { value: shown(fault.value) }),
      ...(fault.expected === undefined || fault.expected === '' ? {} : { expected: fault.expected }),
      field: fault.field,
      ...this.recordPlace(Math.max(holder, 1)),
    }
  }

  private pathStep(frame: Frame): string {
    if (frame.keyCount === 0) return frame.name
    const keys = Array.from({ length: frame.keyCount }, (_, index) => frame.key(index))
    return `${frame.name}[${keys.map(({ field, value }) => `${field}=${value}`).join(',')}]`
  }

  private recordPlace(depth: number): RecordPlace {
    const frame = this.frames[depth]!
    return {
      name: frame.name,
      ids: Array.from({ length: frame.keyCount }, (_, index) => frame.key(index)),
      parent: depth > 2 ? this.recordPlace(depth - 1) : null,
    }
  }
}

const none: readonly string[] = []

const isBlankText = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let p = from; p < to; p++) {
    const byte = bytes[p]!
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x09 && byte !== 0x0d) return false
  }
  return true
}
