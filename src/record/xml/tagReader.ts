import { AttributeList } from './attributes.ts'
import { ByteSource } from './byteSource.ts'
import {
  AMP,
  APOS,
  ASCII_NAME,
  ASCII_NAME_START,
  CR,
  decodeUtf8,
  EQUALS,
  GT,
  HASH,
  isNameCharacter,
  isNameStart,
  isXmlCharacter,
  LF,
  LT,
  PLAIN_VALUE,
  QUOTE,
  SEMICOLON,
  SLASH,
  SPACE,
  showCodePoint,
  TAB,
} from './characters.ts'
import type { XmlLimits } from './limits.ts'
import { NameTable, RawName, type XmlName } from './names.ts'
import { declarationFault, type NamespaceScope, rootScope } from './namespaces.ts'
import { predefinedEntities, referencedCodePoint } from './references.ts'
import { XmlError, type XmlErrorCode, type XmlPlace } from './xmlError.ts'

interface OpenElement {
  raw: RawName
  name: XmlName
  /** Scope outside the element, restored when it closes. */
  outer: NamespaceScope
  line: number
  column: number
}

const hashOf = (bytes: Uint8Array, from: number, to: number): number => {
  let hash = 0
  for (let p = from; p < to; p++) hash = (Math.imul(hash, 31) + bytes[p]!) | 0
  return hash
}

/** The tag half of the reader: names, start and end tags, attributes, references, namespaces, the open elements. */
export abstract class TagReader extends ByteSource {
  protected tokenStart = 0
  protected tokenLine = 1
  protected tokenOrigin = 0
  protected tokenShrink = 0
  protected depth = 0
  protected isRootClosed = false
  protected isSelfClosing = false
  protected openedName!: XmlName
  protected closedName!: XmlName
  protected scope = rootScope()
  protected readonly attributes = new AttributeList()
  protected readonly limits: XmlLimits
  private readonly names = new NameTable()
  private readonly open: OpenElement[] = []
  private tagSerial = 0

  constructor(limits: XmlLimits) {
    super()
    this.limits = limits
  }

  protected markToken(start: number): void {
    this.tokenStart = start
    this.tokenLine = this.line
    this.tokenOrigin = this.lineOrigin
    this.tokenShrink = this.shrink
  }

  protected rewindToken(): void {
    this.line = this.tokenLine
    this.lineOrigin = this.tokenOrigin
    this.shrink = this.tokenShrink
  }

  protected failToken(code: XmlErrorCode, message: string): never {
    throw new XmlError(code, message, this.tokenPlace())
  }

  protected tokenPlace(): XmlPlace {
    return this.placeIn(this.tokenStart, this.tokenLine, this.tokenOrigin, this.tokenShrink)
  }

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

  /** Position after the name at `start`, or -1 where the buffer ends first. */
  protected nameEnd(start: number, code: XmlErrorCode, message: string): number {
    let p = start
    for (;;) {
      const byte = this.buffer[p]!
      const isFirst = p === start
      if (byte < 0x80) {
        if ((isFirst ? ASCII_NAME_START : ASCII_NAME)[byte] === 0) break
        p++
        continue
      }
      const { lineOrigin, shrink } = this
      const next = this.wide(p)
      if (next < 0) return -1
      if (!(isFirst ? isNameStart(this.codePoint) : isNameCharacter(this.codePoint))) {
        this.lineOrigin = lineOrigin
        this.shrink = shrink
        break
      }
      p = next
    }
    if (p - start > this.limits.name)
      this.fail('LIMIT_NAME', `A name is longer than ${this.limits.name} bytes.`, start)
    if (p >= this.limit) return -1
    return p === start ? this.fail(code, message, this.tokenStart) : p
  }

  protected startTag(start: number): number {
    const buffer = this.buffer
    let p = start + 1
    let byte = buffer[p]!
    let hash = 0
    if (ASCII_NAME_START[byte] === 1) {
      do {
        hash = (Math.imul(hash, 31) + byte) | 0
        byte = buffer[++p]!
      } while (ASCII_NAME[byte] === 1)
    }
    if (byte >= 0x80 || p === start + 1 || p - start > this.limits.name) {
      p = this.nameEnd(start + 1, 'BAD_TAG', 'A "<" must begin a tag. If it is meant as text, write "&lt;".')
      if (p < 0) return -1
      byte = buffer[p]!
      hash = hashOf(buffer, start + 1, p)
    } else if (p >= this.limit) return -1
    if (this.isRootClosed)
      this.failToken(
        'CONTENT_OUTSIDE_ROOT',
        `A second outermost element <${decodeUtf8(buffer, start + 1, p)}> begins here. A file has exactly one.`,
      )
    const raw = this.intern(start + 1, p, hash)
    this.attributes.clear(buffer)
    const outer = this.scope
    if (byte === GT) {
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
    const name = this.scope.element(raw)
    if (name !== undefined) return name
    return this.failToken(
      'UNDECLARED_PREFIX',
      `The prefix "${raw.prefix}" of <${raw.text}> is not declared. Add xmlns:${raw.prefix}="…".`,
    )
  }

  private openElementNamed(raw: RawName, name: XmlName, outer: NamespaceScope): void {
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

  protected closeElement(): void {
    const open = this.open[--this.depth]!
    this.closedName = open.name
    this.scope = open.outer
    if (this.depth === 0) this.isRootClosed = true
  }

  protected endTag(start: number): number {
    const buffer = this.buffer
    const open = this.open[this.depth - 1]
    if (this.depth === 0 || open === undefined) return this.mismatch(start)
    const bytes = open.raw.bytes
    const length = bytes.length
    let p = start + 2
    let i = 0
    while (i < length && buffer[p + i] === bytes[i]) i++
    if (i < length) return this.mismatch(start)
    p += length
    if (buffer[p] !== GT) {
      p = this.skipBlank(p)
      if (p >= this.limit) return -1
      if (buffer[p] !== GT) return this.mismatch(start)
    }
    this.closeElement()
    return p + 1
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

  private intern(from: number, to: number, hash: number): RawName {
    const known = this.names.find(this.buffer, from, to, hash)
    if (known !== undefined) return known
    const name = new RawName(this.buffer.slice(from, to), hash)
    if (name.bytes.length > this.limits.name)
      this.failToken('LIMIT_NAME', `A name is longer than ${this.limits.name} bytes.`)
    if (!name.isQualified())
      this.failToken('BAD_NAME', `The name "${name.text}" must have at most one colon, between two names.`)
    this.names.add(name)
    return name
  }

  protected skipBlank(start: number): number {
    let p = start
    for (;;) {
      const byte = this.buffer[p]!
      if (byte === LF) this.newLine(p)
      else if (byte !== SPACE && byte !== TAB && byte !== CR) return p
      p++
    }
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

  private failInTag(element: RawName, position: number): never {
    const byte = this.buffer[position]!
    const place = this.placeOf(position)
    if (byte >= 0x80) this.wide(position)
    else if (!isXmlCharacter(byte)) this.failCharacter(byte, position)
    if (this.attributes.length > 0)
      throw new XmlError(
        'BAD_ATTRIBUTE',
        `A space is missing between two attributes of <${element.text}>.`,
        place,
      )
    const codePoint = byte >= 0x80 ? this.codePoint : byte
    const shown = `"${String.fromCodePoint(codePoint)}" (${showCodePoint(codePoint)})`
    throw new XmlError(
      'BAD_TAG',
      `The character ${shown} is not allowed in the tag <${element.text}>.`,
      place,
    )
  }

  private attribute(start: number, element: RawName): number {
    const buffer = this.buffer
    const place = this.placeOf(start)
    const refuse = (message: string): never => {
      throw new XmlError('BAD_ATTRIBUTE', message, place)
    }
    const isNamed = buffer[start]! >= 0x80 || ASCII_NAME_START[buffer[start]!] === 1
    if (!isNamed) this.failInTag(element, start)
    const end = this.nameEnd(
      start,
      'BAD_ATTRIBUTE',
      `The tag <${element.text}> holds something that is not an attribute.`,
    )
    if (end < 0) return -1
    const raw = this.intern(start, end, hashOf(buffer, start, end))
    let p = this.skipBlank(end)
    if (p >= this.limit) return -1
    if (buffer[p] !== EQUALS) refuse(`The attribute "${raw.text}" has no value: write ${raw.text}="…".`)
    p = this.skipBlank(p + 1)
    if (p >= this.limit) return -1
    const quote = buffer[p]!
    if (quote !== QUOTE && quote !== APOS)
      refuse(`The value of the attribute "${raw.text}" must stand in quotes.`)
    const from = p + 1
    const to = this.valueEnd(from, quote, raw, place)
    if (to < 0) return -1
    if (raw.seenIn === this.tagSerial) {
      throw new XmlError(
        'DUPLICATE_ATTRIBUTE',
        `The attribute "${raw.text}" stands twice in <${element.text}>.`,
        place,
      )
    }
    raw.seenIn = this.tagSerial
    if (this.attributes.length >= this.limits.attributes)
      throw new XmlError(
        'LIMIT_ATTRIBUTES',
        `<${element.text}> has more than ${this.limits.attributes} attributes.`,
        place,
      )
    this.attributes.add(raw, from, to, this.isPlainValue, place)
    return to + 1
  }

  private isPlainValue = true

  private valueEnd(from: number, quote: number, raw: RawName, place: XmlPlace): number {
    const buffer = this.buffer
    this.isPlainValue = true
    let p = from
    for (;;) {
      let byte = buffer[p]!
      while (PLAIN_VALUE[byte] === 1) byte = buffer[++p]!
      if (p - from > this.limits.attributeValue)
        throw new XmlError(
          'LIMIT_ATTRIBUTE_VALUE',
          `The value of the attribute "${raw.text}" is longer than ${this.limits.attributeValue} bytes.`,
          place,
        )
      if (byte === quote) return p
      if (byte === QUOTE || byte === APOS) {
        p++
        continue
      }
      if (byte === LT)
        this.fail('BAD_ATTRIBUTE', `A "<" is not allowed in the value of "${raw.text}". Write "&lt;".`, p)
      let next: number
      if (byte === AMP) {
        const end = this.referenceEnd(p)
        if (end >= 0) this.referenced(decodeUtf8(buffer, p + 1, end), p)
        next = end < 0 ? -1 : end + 1
        this.isPlainValue = false
      } else if (byte === TAB) {
        next = p + 1
        this.isPlainValue = false
      } else {
        if (byte === LF || byte === CR) this.isPlainValue = false
        next = this.special(p)
      }
      if (next < 0) return -1
      p = next
    }
  }

  /** Position of the semicolon that ends the reference at `p`, or -1 where the buffer ends first. */
  protected referenceEnd(p: number): number {
    const buffer = this.buffer
    let end = p + 1
    if (buffer[end] === HASH) end++
    while (ASCII_NAME[buffer[end]!] === 1) end++
    if (end - p > this.limits.name)
      this.fail('LIMIT_NAME', `A reference is longer than ${this.limits.name} bytes.`, p)
    if (buffer[end] === SEMICOLON && end > p + 1) return end
    if (end >= this.limit) return -1
    return this.fail(
      'BAD_REFERENCE',
      'An "&" must begin a reference such as "&amp;". If it is meant as text, write "&amp;".',
      p,
    )
  }

  /** Text that a reference (between & and ;) stands for. */
  protected referenced(body: string, p: number): string {
    const entity = predefinedEntities.get(body)
    if (entity !== undefined) return entity
    if (!body.startsWith('#')) {
      if (!isNameStart(body.codePointAt(0) ?? 0))
        this.fail('BAD_REFERENCE', `"&${body};" is not a reference.`, p)
      this.fail(
        'UNDECLARED_ENTITY',
        `The entity "&${body};" is not declared. Only &amp; &lt; &gt; &quot; and &apos; are known.`,
        p,
      )
    }
    const codePoint = referencedCodePoint(body)
    if (codePoint === undefined)
      return this.fail('BAD_REFERENCE', `"&${body};" is not a character reference.`, p)
    if (!isXmlCharacter(codePoint))
      this.fail('BAD_REFERENCE', `"&${body};" names a character that is not allowed in an XML file.`, p)
    return String.fromCodePoint(codePoint)
  }

  private resolveAttributes(): void {
    this.declareNamespaces()
    const seen = new Set<string>()
    for (let i = 0; i < this.attributes.length; i++) {
      const raw = this.attributes.raw(i)
      const name = this.scope.attribute(raw)
      if (name === undefined)
        throw new XmlError(
          'UNDECLARED_PREFIX',
          `The prefix "${raw.prefix}" of the attribute "${raw.text}" is not declared. Add xmlns:${raw.prefix}="…".`,
          this.attributes.place(i),
        )
      this.attributes.resolve(i, name)
      if (raw.prefix === '') continue
      const key = `${name.local} ${name.namespace}`
      if (seen.has(key))
        throw new XmlError(
          'DUPLICATE_ATTRIBUTE',
          `The attribute "${raw.text}" stands twice under two prefixes.`,
          this.attributes.place(i),
        )
      seen.add(key)
    }
  }

  private declareNamespaces(): void {
    const added = new Map<string, string>()
    for (let i = 0; i < this.attributes.length; i++) {
      const raw = this.attributes.raw(i)
      if (raw.text !== 'xmlns' && raw.prefix !== 'xmlns') continue
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
