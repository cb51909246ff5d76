import { AttributeList, type AttributeStart } from './attributes.ts'
import { ByteSource } from './byteSource.ts'
import {
  AMP,
  APOS,
  ASCII_NAME,
  ASCII_NAME_START,
  CR,
  decodeUtf8,
  EQUALS,
  HASH,
  isNameCharacter,
  isNameStart,
  isXmlCharacter,
  LF,
  LT,
  NAME_BYTE,
  PLAIN_VALUE,
  QUOTE,
  SEMICOLON,
  SPACE,
  showCodePoint,
  TAB,
} from './characters.ts'
import type { XmlLimits } from './limits.ts'
import { NameTable, type RawName } from './names.ts'
import { characterUtf8, predefinedAt, referencedCodePoint } from './references.ts'
import { XmlError, type XmlErrorCode, type XmlPlace } from './xmlError.ts'

/** Hash of a name's bytes, as the start tag computes it on its way. */
const hashOf = (bytes: Uint8Array, from: number, to: number): number => {
  let hash = 0
  for (let p = from; p < to; p++) hash = (Math.imul(hash, 31) + bytes[p]!) | 0
  return hash
}

/** The part of the reader that knows names, attributes and references. */
export abstract class AttributeReader extends ByteSource {
  /** Place of the tag or text being read. */
  protected tokenStart = 0
  protected tokenLine = 1
  protected tokenOrigin = 0
  protected tokenShrink = 0
  protected readonly attributes = new AttributeList(({ start, line, origin, shrink }) =>
    this.placeIn(start, line, origin, shrink),
  )
  protected readonly limits: XmlLimits
  protected readonly names = new NameTable()
  /** Number of the start tag being read, by which an attribute that stands twice is told. */
  protected tagSerial = 0
  /** Position after the name that was read last. */
  protected afterName = 0
  /** Position after the reference that was read last. */
  protected afterReference = 0
  private isPlainValue = true
  /** Where the attribute being read begins. */
  private readonly attributeStart: AttributeStart = { start: 0, line: 1, origin: 0, shrink: 0 }

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

  /** Position after the name at `start`, or -1 where the buffer ends first. */
  protected nameEnd(start: number, code: XmlErrorCode, message: string): number {
    const { lineOrigin: origin, shrink: before } = this
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
      throw new XmlError(
        'LIMIT_NAME',
        `A name is longer than ${this.limits.name} bytes.`,
        this.placeIn(start, this.line, origin, before),
      )
    if (p >= this.limit) return -1
    return p === start ? this.failToken(code, message) : p
  }

  /** Corrects column and byte position for the characters of a known name that was skipped. */
  protected passName({ extraBytes, extraUnits }: RawName): void {
    if (extraBytes === 0) return
    this.lineOrigin += extraBytes
    this.shrink += extraUnits
  }

  /**
   * The name at `start`; its first byte must be one that a name can have. `afterName` is the position after it. Undefined where
   * the buffer ends first. A known name is compared by its bytes and not read character by character again.
   */
  protected nameHere(start: number, owner: RawName | undefined): RawName | undefined {
    const buffer = this.buffer
    let p = start
    let hash = 0
    let byte = buffer[p]!
    while (NAME_BYTE[byte] === 1) {
      hash = (Math.imul(hash, 31) + byte) | 0
      byte = buffer[++p]!
    }
    const known = p < this.limit ? this.names.find(buffer, start, p, hash) : undefined
    if (known !== undefined) {
      this.passName(known)
      this.afterName = p
      return known
    }
    const end =
      owner === undefined
        ? this.nameEnd(start, 'BAD_TAG', 'A "<" must begin a tag. If it is meant as text, write "&lt;".')
        : this.nameEnd(
            start,
            'BAD_ATTRIBUTE',
            `The tag <${owner.text}> holds something that is not an attribute.`,
          )
    if (end < 0) return undefined
    this.afterName = end
    return this.intern(start, end, end === p ? hash : hashOf(buffer, start, end))
  }

  /** Adds a name that is not known yet. */
  private intern(from: number, to: number, hash: number): RawName {
    const name = this.names.make(this.buffer, from, to, hash)
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

  protected failInTag(element: RawName, position: number): never {
    const byte = this.buffer[position]!
    const place = this.placeOf(position)
    if (byte >= 0x80) this.wide(position)
    else if (!isXmlCharacter(byte)) this.failCharacter(byte, position)
    const isName = isNameStart(byte >= 0x80 ? this.codePoint : byte)
    if (isName && this.attributes.length > 0)
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

  protected attribute(start: number, element: RawName): number {
    const buffer = this.buffer
    const at = this.attributeStart
    at.start = start
    at.line = this.line
    at.origin = this.lineOrigin
    at.shrink = this.shrink
    if (buffer[start]! < 0x80 && ASCII_NAME_START[buffer[start]!] === 0) this.failInTag(element, start)
    const raw = this.nameHere(start, element)
    if (raw === undefined) return -1
    const end = this.afterName
    let p = buffer[end] === EQUALS ? end : this.skipBlank(end)
    if (p >= this.limit) return -1
    if (buffer[p] !== EQUALS)
      this.failAttribute('BAD_ATTRIBUTE', `The attribute "${raw.text}" has no value: write ${raw.text}="…".`)
    p = buffer[p + 1] === QUOTE ? p + 1 : this.skipBlank(p + 1)
    if (p >= this.limit) return -1
    const quote = buffer[p]!
    if (quote !== QUOTE && quote !== APOS)
      this.failAttribute('BAD_ATTRIBUTE', `The value of the attribute "${raw.text}" must stand in quotes.`)
    const from = p + 1
    const to = this.valueEnd(from, quote, raw)
    if (to < 0) return -1
    if (raw.seenIn === this.tagSerial)
      this.failAttribute(
        'DUPLICATE_ATTRIBUTE',
        `The attribute "${raw.text}" stands twice in <${element.text}>.`,
      )
    raw.seenIn = this.tagSerial
    if (this.attributes.length >= this.limits.attributes)
      this.failAttribute(
        'LIMIT_ATTRIBUTES',
        `<${element.text}> has more than ${this.limits.attributes} attributes.`,
      )
    this.attributes.add(raw, from, to, this.isPlainValue, at)
    return to + 1
  }

  /** Throws at the place where the attribute being read begins. */
  private failAttribute(code: XmlErrorCode, message: string): never {
    const { start, line, origin, shrink } = this.attributeStart
    throw new XmlError(code, message, this.placeIn(start, line, origin, shrink))
  }

  private valueEnd(from: number, quote: number, raw: RawName): number {
    const buffer = this.buffer
    this.isPlainValue = true
    let p = from
    for (;;) {
      let byte = buffer[p]!
      while (PLAIN_VALUE[byte] === 1) byte = buffer[++p]!
      if (p - from > this.limits.attributeValue)
        this.failAttribute(
          'LIMIT_ATTRIBUTE_VALUE',
          `The value of the attribute "${raw.text}" is longer than ${this.limits.attributeValue} bytes.`,
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
        next = this.referenced(p) === undefined ? -1 : this.afterReference
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

  /** The character of the reference at `p` as UTF-8; `afterReference` is the position after it. Undefined where the buffer ends first. */
  protected referenced(p: number): Uint8Array | undefined {
    const entity = predefinedAt(this.buffer, p)
    if (entity !== undefined) {
      this.afterReference = p + entity.written.length
      return entity.bytes
    }
    const end = this.referenceEnd(p)
    if (end < 0) return undefined
    this.afterReference = end + 1
    return characterUtf8(this.referencedCharacter(decodeUtf8(this.buffer, p + 1, end), p))
  }

  /** Position of the semicolon that ends the reference at `p`, or -1 where the buffer ends first. */
  private referenceEnd(p: number): number {
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

  /** Code point that a reference (between & and ;) to a character names. */
  private referencedCharacter(body: string, p: number): number {
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
    return codePoint
  }
}
