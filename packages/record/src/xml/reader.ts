import type { AttributeList } from './attributes.ts'
import { AMP, BANG, CR, decodeUtf8, LF, LT, QUESTION, SLASH, SPACE, TAB } from './characters.ts'
import { agreesWith, declarationLimit, isWideEncoding, readDeclaration } from './declaration.ts'
import { type ByteEncoding, byteEncodingOf } from './encoding.ts'
import type { XmlLimits } from './limits.ts'
import type { XmlName } from './names.ts'
import type { NamespaceScope } from './namespaces.ts'
import { RunReader } from './runReader.ts'
import { XmlError, type XmlPlace } from './xmlError.ts'

/** What the reader tells while it reads. Ranges of bytes are valid until `buffersMove` or the next event. */
export interface ReaderHandlers {
  /** A start tag; its attributes and place can be asked of `reader` during the call. */
  startElement(name: XmlName, reader: XmlReader): void
  /** Character data as it reads (references resolved, line ends normalised), perhaps in several pieces. */
  text(bytes: Uint8Array, from: number, to: number, isBlank: boolean, reader: XmlReader): void
  endElement(name: XmlName, reader: XmlReader): void
  /**
   * A whole element without attributes and with plain text, told at once because it is by far the commonest. `isPrintable` says
   * that the text is printable ASCII only (0x20–0x7E).
   * Where it is left out, `startElement`, `text` and `endElement` are told instead.
   */
  leaf?(
    name: XmlName,
    bytes: Uint8Array,
    from: number,
    to: number,
    isPrintable: boolean,
    reader: XmlReader,
  ): void
  /** Whether white space between tags need not be told here; asked after each start and end tag. */
  ignoresBlank?(): boolean
  /** The bytes handed out before are about to move: copy what is still needed. */
  buffersMove(): void
}

/**
 * Streaming reader for XML 1.0 (fifth edition) with namespaces, documents without a DTD. Feed bytes in chunks cut
 * anywhere; memory does not grow with the file. Throws XmlError from `write` and `end`.
 */
export class XmlReader extends RunReader {
  private isAtStart = true
  private readonly handlers: ReaderHandlers
  private readonly tellsLeaves: boolean

  constructor(handlers: ReaderHandlers, limits: XmlLimits) {
    super(limits)
    this.handlers = handlers
    this.tellsLeaves = handlers.leaf !== undefined
  }

  /** Line of the tag or text just told of. */
  get currentLine(): number {
    return this.tokenLine
  }

  /** Column (code points, from 1) of the tag or text just told of. */
  get currentColumn(): number {
    return this.columnOf(this.tokenStart, this.tokenOrigin)
  }

  /** Byte offset of the tag or text just told of. */
  get currentByte(): number {
    return this.byteOf(this.tokenStart, this.tokenShrink)
  }

  /** Line, column and byte of the tag or text just told of. */
  get currentPlace(): XmlPlace {
    return this.placeIn(this.tokenStart, this.tokenLine, this.tokenOrigin, this.tokenShrink)
  }

  /**
   * Where a byte of the text just told of stands. A reference and a carriage return are told as other bytes than those
   * of the file: then it is where they begin.
   */
  placeInText(bytes: Uint8Array, at: number): XmlPlace {
    const { buffer } = this
    const end = bytes === buffer ? at : this.pieceStart
    let { tokenLine: line, tokenOrigin: origin, tokenShrink: shrink } = this
    for (let p = this.tokenStart; p < end; p++) {
      const byte = buffer[p]!
      if (byte === LF) {
        line++
        origin = this.base + p + 1
      } else if (byte >= 0xc0) {
        const more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1
        origin += more
        shrink += more === 3 ? 2 : more
      }
    }
    return this.placeIn(end, line, origin, shrink)
  }

  /** Attributes of the start tag just told of. */
  get currentAttributes(): AttributeList {
    return this.attributes
  }

  /** The prefixes in force at the tag just told of; stays good afterwards. */
  get currentScope(): NamespaceScope {
    return this.scope
  }

  /** `namespaceOf`, bound to this reader. */
  readonly prefixes = (prefix: string): string | undefined => this.namespaceOf(prefix)

  /** Namespace that a prefix stands for at this place. */
  namespaceOf(prefix: string): string | undefined {
    return this.scope.namespaceOf(prefix)
  }

  protected override ignoresBlank(): boolean {
    return this.handlers.ignoresBlank?.() ?? false
  }

  protected override tellStart(): void {
    this.handlers.startElement(this.openedName, this)
  }

  protected override tellEnd(): void {
    this.handlers.endElement(this.closedName, this)
  }

  protected override tellLeaf(name: XmlName, from: number, to: number, isPrintable: boolean): void {
    this.handlers.leaf?.(name, this.buffer, from, to, isPrintable, this)
  }

  protected override tell(bytes: Uint8Array, from: number, to: number, isBlank: boolean): void {
    this.handlers.text(bytes, from, to, isBlank, this)
  }

  protected override beforeMove(): void {
    this.handlers.buffersMove()
  }

  protected override parse(isFinal: boolean): void {
    if (this.isAtStart && !this.readPreamble(isFinal)) return
    while (this.position < this.limit) {
      const next = this.token()
      if (next >= 0) {
        this.position = next
        continue
      }
      if (this.limit - this.position > this.limits.tag) this.failTagLength(this.position)
      if (isFinal) this.failUnfinished()
      this.waitFor((this.limit - this.position) * 2)
      return
    }
    if (isFinal) this.finish()
  }

  /** Reads the XML declaration, if there is one; false where more bytes are needed to know. */
  private readPreamble(isFinal: boolean): boolean {
    if (!isFinal && this.isCutOff(this.position, '<?xml ')) return false
    this.isAtStart = false
    const start = this.position
    const afterName = this.buffer[start + 5]!
    const isDeclared =
      this.startsWith(start, '<?xml') &&
      (afterName === SPACE || afterName === TAB || afterName === LF || afterName === CR)
    if (!isDeclared) return true
    this.markToken(start)
    let end = start
    while (end < this.limit && !this.startsWith(end, '?>') && end - start <= declarationLimit) end++
    if (end >= this.limit && !isFinal && end - start <= declarationLimit) {
      this.isAtStart = true
      return false
    }
    const declaration = readDeclaration(decodeUtf8(this.buffer, start, Math.min(end + 2, this.limit)))
    if (!declaration.isValid)
      this.failToken(
        'BAD_DECLARATION',
        'The XML declaration is not right. Write <?xml version="1.0" encoding="UTF-8"?>.',
      )
    const encoding = this.byteEncodingOf(declaration.encoding)
    for (let p = start; p < end; p++) if (this.buffer[p] === LF) this.newLine(p)
    if (encoding === undefined) this.position = end + 2
    else this.readAs(encoding, end + 2)
    return true
  }

  /** The encoding that is declared, where it has one byte for each character; undefined for UTF-8 and UTF-16. */
  private byteEncodingOf(declared: string | undefined): ByteEncoding | undefined {
    if (declared === undefined || agreesWith(declared, this.form)) return undefined
    const encoding = this.hasMark ? undefined : byteEncodingOf(declared)
    if (encoding !== undefined && this.limits.allowsByteEncodings) return encoding
    return this.failToken(
      'BAD_ENCODING',
      `The file declares the encoding "${declared}", ${this.refusalOf(declared)}. ` +
        'Save it with the encoding UTF-8 and declare UTF-8.',
    )
  }

  private refusalOf(declared: string): string {
    if (this.form !== 'utf-8') return 'but is written in UTF-16'
    if (this.hasMark) return 'but is written in UTF-8'
    return isWideEncoding(declared) ? 'but is not written in it' : 'which is not accepted'
  }

  private failUnfinished(): never {
    if (this.mode === 'comment')
      throw new XmlError('BAD_COMMENT', 'The comment that begins here is never closed.', this.opening)
    if (this.mode === 'cdata')
      throw new XmlError('BAD_CDATA', 'The CDATA section that begins here is never closed.', this.opening)
    if (this.mode === 'instruction')
      throw new XmlError(
        'BAD_INSTRUCTION',
        'The processing instruction that begins here is never closed.',
        this.opening,
      )
    const byte = this.buffer[this.position]!
    if (byte >= 0x80) this.failUtf8(this.position)
    if (byte === LT && this.position + 1 < this.limit)
      this.fail('UNCLOSED', 'The file ends inside this tag.', this.position)
    if (byte === AMP) this.fail('BAD_REFERENCE', 'The file ends inside this reference.', this.position)
    return this.failUnclosed()
  }

  private failUnclosed(): never {
    return this.fail(
      'UNCLOSED',
      `The file ends before the element ${this.openElement()} is closed.`,
      this.limit,
    )
  }

  private finish(): void {
    if (this.mode !== 'content') this.failUnfinished()
    if (this.depth > 0) this.failUnclosed()
    if (this.isRootClosed) return
    const isEmpty = this.byteOf(this.limit, this.shrink) === 0
    this.fail('EMPTY_FILE', isEmpty ? 'The file is empty.' : 'The file holds no element.', this.limit)
  }

  private token(): number {
    const isContent = this.mode === 'content'
    if (isContent && this.tellsLeaves && this.depth > 0) this.run()
    const start = this.position
    if (start === this.limit) return start
    this.markToken(start)
    if (isContent) {
      if (this.buffer[start] !== LT) return this.characters(start)
      const next = this.markup(start)
      if (next < 0) this.rewindToken()
      return next
    }
    if (this.mode === 'comment') return this.comment(start)
    return this.mode === 'instruction' ? this.instruction(start) : this.cdata(start)
  }

  private markup(start: number): number {
    const second = this.buffer[start + 1]!
    if (second === SLASH) {
      const next = this.endTag(start)
      if (next >= 0) {
        this.textLength = 0
        this.tellEnd()
        this.leaveScope()
      }
      return next
    }
    if (second === BANG) return this.declarationMarkup(start)
    if (second === QUESTION) return this.instructionStart(start)
    const next = this.startTag(start)
    if (next >= 0) {
      if (next - start > this.limits.tag) this.failTagLength(start)
      this.textLength = 0
      this.tellStart()
      if (this.isSelfClosing) {
        this.closeElement()
        this.tellEnd()
        this.leaveScope()
      }
    }
    return next
  }
}
