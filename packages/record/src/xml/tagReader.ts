import { AttributeReader } from './attributeReader.ts'
import { decodeUtf8, GT, SLASH } from './characters.ts'
import type { RawName, XmlName } from './names.ts'
import { declarationFault, type NamespaceScope, rootScope } from './namespaces.ts'
import { XmlError } from './xmlError.ts'

interface OpenElement {
  raw: RawName
  name: XmlName
  /** Scope outside the element, restored when it closes. */
  outer: NamespaceScope
  line: number
  column: number
}

/** The part of the reader that knows tags, namespaces and the open elements. */
export abstract class TagReader extends AttributeReader {
  protected depth = 0
  protected isRootClosed = false
  protected isSelfClosing = false
  protected openedName!: XmlName
  protected closedName!: XmlName
  protected scope = rootScope()
  private readonly open: OpenElement[] = []

  /** The innermost open element in words, e.g. `<Student> of line 3, column 5`. */
  protected openElement(): string {
    const open = this.open[this.depth - 1]
    return open === undefined ? '' : `<${open.raw.text}> of line ${open.line}, column ${open.column}`
  }

  protected startsWith(start: number, text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.buffer[start + i] !== text.charCodeAt(i)) return false
    return start + text.length <= this.limit
  }

  /** Whether the buffer ends in the middle of this text. */
  protected isCutOff(start: number, text: string): boolean {
    const seen = this.limit - start
    return seen < text.length && this.startsWith(start, text.slice(0, seen))
  }

  protected startTag(start: number): number {
    const buffer = this.buffer
    this.names.makeRoom()
    const raw = this.nameHere(start + 1, undefined)
    if (raw === undefined) return -1
    let p = this.afterName
    if (this.isRootClosed)
      this.failToken(
        'CONTENT_OUTSIDE_ROOT',
        `A second outermost element <${raw.text}> begins here. A file has exactly one.`,
      )
    this.attributes.clear(buffer)
    const outer = this.scope
    if (buffer[p] === GT) {
      this.isSelfClosing = false
      p++
    } else {
      p = this.tagRest(p, raw)
      if (p < 0) return -1
      if (this.attributes.length > 0) this.resolveAttributes()
    }
    const name = raw.elementScope === this.scope && raw.element !== null ? raw.element : this.resolve(raw)
    this.openElementNamed(raw, name, outer)
    return p
  }

  private resolve(raw: RawName): XmlName {
    if (raw.prefix === 'xmlns')
      this.failToken('BAD_NAMESPACE', `The element <${raw.text}> may not have the prefix "xmlns".`)
    const name = this.scope.element(raw)
    if (name !== undefined) return name
    return this.failToken(
      'UNDECLARED_PREFIX',
      `The prefix "${raw.prefix}" of <${raw.text}> is not declared. Add xmlns:${raw.prefix}="…".`,
    )
  }

  protected openElementNamed(raw: RawName, name: XmlName, outer: NamespaceScope): void {
    if (this.depth >= this.limits.depth)
      this.failToken('LIMIT_DEPTH', `Elements are nested more than ${this.limits.depth} deep.`)
    const open = this.open[this.depth]
    const column = this.columnOf(this.tokenStart, this.tokenOrigin)
    if (open === undefined) this.open.push({ raw, name, outer, line: this.tokenLine, column })
    else {
      open.raw = raw
      open.name = name
      open.outer = outer
      open.line = this.tokenLine
      open.column = column
    }
    this.depth++
    this.openedName = name
  }

  /** Name of the innermost open element. */
  protected openRaw(): RawName {
    return this.open[this.depth - 1]!.raw
  }

  protected closeElement(): void {
    const open = this.open[--this.depth]!
    this.closedName = open.name
    if (this.depth === 0) this.isRootClosed = true
  }

  /** After the end of an element has been told: its namespace declarations go. */
  protected leaveScope(): void {
    this.scope = this.open[this.depth]!.outer
  }

  protected endTag(start: number): number {
    const buffer = this.buffer
    const open = this.open[this.depth - 1]
    if (this.depth === 0 || open === undefined) return this.mismatch(start)
    const { bytes, from, length } = open.raw
    let p = start + 2
    let i = 0
    while (i < length && buffer[p + i] === bytes[from + i]) i++
    if (i < length) return this.mismatch(start)
    p += length
    this.passName(open.raw)
    if (buffer[p] !== GT) {
      p = this.skipBlank(p)
      if (p >= this.limit) return -1
      if (buffer[p] !== GT) return this.mismatch(start)
    }
    this.closeElement()
    return p + 1
  }

  /** Asked of whole tags too, so that the verdict does not depend on how the bytes arrived. */
  protected failTagLength(start: number): never {
    this.rewindToken()
    return this.fail('LIMIT_TAG', `A tag is longer than ${this.limits.tag} bytes.`, start)
  }

  private mismatch(start: number): number {
    this.rewindToken()
    const end = this.nameEnd(start + 2, 'BAD_TAG', 'A name must follow "</".')
    if (end < 0) return -1
    const name = decodeUtf8(this.buffer, start + 2, end)
    const isOpen = this.depth > 0
    if (isOpen && name === this.open[this.depth - 1]?.raw.text)
      this.failToken('BAD_TAG', `The end tag </${name}> must end with ">".`)
    return this.failToken(
      'MISMATCHED_TAG',
      isOpen
        ? `The end tag </${name}> does not match the open element ${this.openElement()}.`
        : `The end tag </${name}> has no start tag.`,
    )
  }

  /** From after the element name to after the tag; collects the attributes. */
  private tagRest(start: number, element: RawName): number {
    const buffer = this.buffer
    this.tagSerial++
    let p = start
    for (;;) {
      const next = this.skipBlank(p)
      const byte = buffer[next]!
      if (next >= this.limit) return -1
      if (byte === GT) {
        this.isSelfClosing = false
        return next + 1
      }
      if (byte === SLASH) {
        if (next + 1 >= this.limit) return -1
        if (buffer[next + 1] !== GT)
          this.fail('BAD_TAG', `A "/" inside the tag <${element.text}> must be followed by ">".`, next)
        this.isSelfClosing = true
        return next + 2
      }
      if (next === p) this.failInTag(element, next)
      p = this.attribute(next, element)
      if (p < 0) return -1
    }
  }

  private resolveAttributes(): void {
    const { attributes } = this
    if (attributes.hasDeclarations) this.declareNamespaces()
    const seen = attributes.hasPrefixes ? new Set<string>() : undefined
    for (let i = 0; i < attributes.length; i++) {
      const raw = attributes.raw(i)
      const name = this.scope.attribute(raw)
      if (name === undefined)
        throw new XmlError(
          'UNDECLARED_PREFIX',
          `The prefix "${raw.prefix}" of the attribute "${raw.text}" is not declared. Add xmlns:${raw.prefix}="…".`,
          attributes.place(i),
        )
      attributes.resolve(i, name)
      if (seen === undefined || raw.prefix === '') continue
      const key = `${name.local} ${name.namespace}`
      if (seen.has(key))
        throw new XmlError(
          'DUPLICATE_ATTRIBUTE',
          `The attribute "${raw.text}" stands twice under two prefixes.`,
          attributes.place(i),
        )
      seen.add(key)
    }
  }

  private declareNamespaces(): void {
    const added = new Map<string, string>()
    for (let i = 0; i < this.attributes.length; i++) {
      const raw = this.attributes.raw(i)
      if (!raw.isDeclaration) continue
      const prefix = raw.prefix === 'xmlns' ? raw.local : ''
      const namespace = this.attributes.value(i)
      const fault = declarationFault(prefix, namespace)
      if (fault !== undefined) throw new XmlError('BAD_NAMESPACE', fault, this.attributes.place(i))
      added.set(prefix, namespace)
    }
    if (added.size === 0) return
    this.scope = this.scope.with(added)
    this.attributes.dropDeclarations()
  }
}
