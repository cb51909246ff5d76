import { builtinType } from '../schema/builtins.ts'
import { type ElementDeclaration, type ElementType, nameKey, type Step } from '../schema/components.ts'
import type { Wildcard } from '../schema/wildcards.ts'
import type { XmlName } from '../xml/names.ts'
import { INSTANCE_NAMESPACE } from '../xml/namespaces.ts'
import type { ReaderHandlers, XmlReader } from '../xml/reader.ts'
import { XmlError } from '../xml/xmlError.ts'
import { substitutedType } from './attributeCheck.ts'
import type { Expected } from './fault.ts'
import { type Frame, Mode } from './frame.ts'
import type { UncheckedKeys } from './heldKeys.ts'
import { keysOf } from './layout.ts'
import { firstInk, StrayText } from './strayText.ts'
import { ValueChecker } from './valueChecker.ts'

/** Follows one document through the automata of a schema; the reader calls it. */
export class SchemaChecker extends ValueChecker implements ReaderHandlers {
  elements = 0
  private readonly step: Step = { next: 0, declaration: undefined, wildcard: undefined }
  /** Text where none may be, until the next tag ends it. */
  private stray: StrayText | undefined
  private readonly keyNames = new Map<ElementDeclaration, readonly string[]>()

  get uncheckedKeys(): readonly UncheckedKeys[] {
    return this.identity?.uncheckedKeys ?? []
  }

  /** Compares the keys that went to the store, a piece at a time. */
  compareKeys(): Iterable<void> {
    return this.identity?.compare() ?? []
  }

  startElement(name: XmlName, reader: XmlReader): void {
    if (this.stray !== undefined) this.reportStray(this.stray)
    this.elements++
    this.reader = reader
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
        this.refuseChild(parent, 'ELEMENT_IN_VALUE', name.local)
        return
      case Mode.empty:
        this.refuseChild(parent, 'ELEMENT_IN_EMPTY', name.local)
        return
      case Mode.nil:
        this.refuseChild(parent, 'NIL_NOT_EMPTY', name.local)
    }
  }

  text(bytes: Uint8Array, from: number, to: number, isBlank: boolean, reader: XmlReader): void {
    const frame = this.frames[this.depth]!
    if (this.stray !== undefined) {
      this.stray.add(bytes, from, to, reader)
      return
    }
    switch (frame.mode) {
      case Mode.value:
        this.value.add(bytes, from, to)
        return
      case Mode.elements:
        if (isBlank || frame.isMixed || frame.hasStrayText || firstInk(bytes, from, to) === to) return
        break
      case Mode.empty:
      case Mode.nil:
        if (frame.hasStrayText) return
        break
      default:
        return
    }
    frame.hasStrayText = true
    this.stray = new StrayText(reader.placeInText(bytes, from))
    this.stray.add(bytes, from, to, reader)
  }

  /** Reports the stray text that the next tag has ended. Before, it is not known whether more of it comes. */
  private reportStray(stray: StrayText): void {
    this.stray = undefined
    const frame = this.frames[this.depth]!
    const { line, column } = stray.place
    this.report(frame, {
      code: frame.mode === Mode.nil ? 'NIL_NOT_EMPTY' : 'TEXT_NOT_ALLOWED',
      field: frame.name,
      parameters: { element: frame.name, text: stray.shown(), line, column },
    })
  }

  endElement(): void {
    if (this.stray !== undefined) this.reportStray(this.stray)
    const frame = this.frames[this.depth]!
    if (frame.mode === Mode.value) this.endValue(frame)
    else if (frame.mode !== Mode.skip) this.endContent(frame)
    if (this.identity !== undefined) {
      this.identity.close(this.depth)
      if (this.depth === 1) this.identity.closeIdentifiers(1)
    }
    this.depth--
  }

  /** The common element in one step; anything out of the ordinary takes the three steps. */
  leaf(
    name: XmlName,
    bytes: Uint8Array,
    from: number,
    to: number,
    isPrintable: boolean,
    reader: XmlReader,
  ): void {
    const parent = this.frames[this.depth]!
    const { step } = this
    if (this.stray !== undefined) this.reportStray(this.stray)
    if (parent.mode === Mode.elements && this.identity === undefined && name.slot >= 0) {
      const isTaken = parent.model!.take(parent.state, name.slot, name.namespace, step)
      const plain = isTaken ? step.declaration?.plain : undefined
      const fault = isPrintable
        ? plain?.checkPrintable(bytes, from, to, this.span, this.prefixes)
        : plain?.check(bytes, from, to, this.span, this.prefixes)
      if (plain !== undefined && fault === undefined) {
        this.elements++
        parent.state = step.next
        parent.strangers = 0
        this.keepLeaf(parent, name, reader)
        return
      }
    }
    this.startElement(name, reader)
    if (to > from) this.text(bytes, from, to, false, reader)
    this.endElement()
  }

  ignoresBlank(): boolean {
    const { mode } = this.frames[this.depth]!
    return mode === Mode.elements || mode === Mode.skip
  }

  buffersMove(): void {
    this.value.keep()
  }

  private startRoot(frame: Frame, name: XmlName, reader: XmlReader): void {
    const declaration = this.schema.elements.get(nameKey(name.namespace, name.local))
    if (declaration === undefined) {
      const roots = [...this.schema.elements.values()].map(({ local }) => local)
      const other = [...this.schema.elements.values()].find(({ local }) => local === name.local)
      if (other === undefined && name.local.toLowerCase() === 'html')
        throw new XmlError('NOT_XML', 'The file is a web page (HTML), not XML. Choose the XML file.', frame)
      this.report(frame, {
        code: 'ROOT_UNKNOWN',
        field: name.local,
        parameters: { element: name.local, namespace: name.namespace, needed: other?.namespace, roots },
      })
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
        parameters: { element: name.local, expected: [], isEndExpected: false },
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
      this.report(frame, {
        code: 'ELEMENT_UNKNOWN',
        field: name.local,
        parameters: { element: name.local, parent: parent.name, ...expected },
      })
      return
    }
    if (skip === undefined) {
      this.report(frame, {
        code: 'ELEMENT_MISPLACED',
        field: name.local,
        parameters: { element: name.local, parent: parent.name, ...expected },
      })
      this.enter(frame, declaration, reader)
      return
    }
    if (skip.missing.length > parent.strangers) {
      this.report(frame, {
        code: 'ELEMENT_MISSING',
        field: skip.missing[0] ?? name.local,
        parameters: { missing: skip.missing, parent: parent.name, before: name.local, ...expected },
      })
    }
    parent.strangers = 0
    parent.state = skip.next
    this.enter(frame, declaration, reader)
  }

  private expectedIn({ model, state }: Frame): Expected {
    return { expected: model?.expected(state) ?? [], isEndExpected: model?.isAccepting(state) ?? false }
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
        parameters: { element: frame.name },
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
    const block = declaration?.block ?? new Set()
    const found = substitutedType(frame.name, type, block, written, this.schema, reader)
    if ('type' in found) return found.type
    this.report(frame, { ...found.fault, field: frame.name, value: written })
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
    frame.hasStrayText = false
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
      if (type.isMixed && declaration?.value?.kind === 'fixed') {
        // Fixed text takes no element beside it, so it is a value (Part 1, cvc-elt 5.2.2).
        frame.mode = Mode.value
        frame.simple = builtinType('string')
        this.value.clear()
        this.openAttributes(frame, type, reader)
        return
      }
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

  private refuseChild(
    parent: Frame,
    code: 'ELEMENT_IN_VALUE' | 'ELEMENT_IN_EMPTY' | 'NIL_NOT_EMPTY',
    child: string,
  ): void {
    if (parent.isSpoilt) return
    parent.isSpoilt = true
    this.report(parent, { code, field: parent.name, parameters: { element: parent.name, child } })
  }

  private reportIncomplete(frame: Frame): void {
    const missing = frame.model!.missing(frame.state)
    if (missing.length <= frame.strangers) {
      if (missing.length === 0 && frame.strangers === 0) this.reportHopeless(frame)
      return
    }
    this.add(frame, this.depth, {
      code: 'ELEMENT_MISSING',
      field: missing[0] ?? frame.name,
      parameters: { missing, parent: frame.name, ...this.expectedIn(frame) },
    })
  }

  /** A choice of nothing can never be made (Part 1, 3.8.4). */
  private reportHopeless(frame: Frame): void {
    this.add(frame, this.depth, {
      code: 'ELEMENT_MISSING',
      field: frame.name,
      parameters: { missing: [], parent: frame.name, expected: [], isEndExpected: false },
    })
  }

  private endContent(frame: Frame): void {
    if (frame.mode === Mode.elements && !frame.model!.isAccepting(frame.state)) this.reportIncomplete(frame)
    const { layout } = frame
    if (layout !== undefined && layout.table >= 0 && this.tasks.rows !== undefined)
      this.tasks.rows.close(layout.table, frame.row)
  }
}
