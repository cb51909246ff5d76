import type { AttributeList } from './attributes.ts'
import { lineFeed } from './byteSource.ts'
import {
  AMP,
  BANG,
  CR,
  DASH,
  decodeUtf8,
  GT,
  isXmlCharacter,
  LF,
  LT,
  PLAIN,
  PLAIN_TEXT,
  QUESTION,
  RIGHT_BRACKET,
  SLASH,
  SPACE,
  TAB,
} from './characters.ts'
import { agreesWith, declarationLimit, readDeclaration } from './declaration.ts'
import type { XmlLimits } from './limits.ts'
import type { XmlName } from './names.ts'
import type { NamespaceScope } from './namespaces.ts'
import { cachedUtf8 } from './references.ts'
import { TagReader } from './tagReader.ts'
import { XmlError, type XmlPlace } from './xmlError.ts'

/** What the reader tells while it reads. Ranges of bytes are valid until `buffersMove` or the next event. */
export interface ReaderHandlers {
  /** A start tag; its attributes and place can be asked of `reader` during the call. */
  startElement(name: XmlName, reader: XmlReader): void
  /** Character data as it reads (references resolved, line ends normalised), perhaps in several pieces. */
  text(bytes: Uint8Array, from: number, to: number, isBlank: boolean, reader: XmlReader): void
  endElement(name: XmlName, reader: XmlReader): void
  /** The bytes handed out before are about to move: copy what is still needed. */
  buffersMove(): void
}

type Mode = 'content' | 'comment' | 'instruction' | 'cdata'

/**
 * Streaming reader for XML 1.0 (fifth edition) with namespaces, documents without a DTD. Feed bytes in chunks cut
 * anywhere; memory does not grow with the file. Throws XmlError from `write` and `end`.
 */
export class XmlReader extends TagReader {
  private mode: Mode = 'content'
  /** Where the open comment, instruction or CDATA section began. */
  private opening: XmlPlace = { line: 1, column: 1, byte: 0 }
  private isAtStart = true
  private textLength = 0
  private readonly handlers: ReaderHandlers

  constructor(handlers: ReaderHandlers, limits: XmlLimits) {
    super(limits)
    this.handlers = handlers
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

  /** Attributes of the start tag just told of. */
  get currentAttributes(): AttributeList {
    return this.attributes
  }

  /** The prefixes in force at the tag just told of; stays good afterwards. */
  get currentScope(): NamespaceScope {
    return this.scope
  }

  /** Namespace that a prefix stands for at this place. */
  namespaceOf(prefix: string): string | undefined {
    return this.scope.namespaceOf(prefix)
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
      if (this.limit - this.position > this.limits.tag)
        this.fail('LIMIT_TAG', `A tag is longer than ${this.limits.tag} bytes.`, this.position)
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
    this.checkEncoding(declaration.encoding)
    for (let p = start; p < end; p++) if (this.buffer[p] === LF) this.newLine(p)
    this.position = end + 2
    return true
  }

  private checkEncoding(encoding: string | undefined): void {
    if (encoding === undefined || agreesWith(encoding, this.form)) return
    this.failToken(
      'BAD_ENCODING',
      `The file declares the encoding "${encoding}" but is written in ${this.isUtf16 ? 'UTF-16' : 'UTF-8'}. ` +
        'Save it with the encoding UTF-8 and declare UTF-8.',
    )
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
    if (!this.isRootClosed)
      this.fail(
        'EMPTY_FILE',
        this.byteOf(this.limit, this.shrink) === 0 ? 'The file is empty.' : 'The file holds no element.',
        0,
      )
  }

  private token(): number {
    if (this.mode === 'content') {
      const start = this.position
      this.markToken(start)
      if (this.buffer[start] !== LT) return this.characters(start)
      const next = this.markup(start)
      if (next < 0) this.rewindToken()
      return next
    }
    if (this.mode === 'comment') return this.comment(this.position)
    if (this.mode === 'instruction') return this.instruction(this.position)
    return this.cdata(this.position)
  }

  private markup(start: number): number {
    const second = this.buffer[start + 1]!
    if (second === SLASH) {
      const next = this.endTag(start)
      if (next >= 0) {
        this.textLength = 0
        this.handlers.endElement(this.closedName, this)
      }
      return next
    }
    if (second === BANG) return this.declarationMarkup(start)
    if (second === QUESTION) return this.instructionStart(start)
    const next = this.startTag(start)
    if (next >= 0) {
      this.textLength = 0
      this.handlers.startElement(this.openedName, this)
      if (this.isSelfClosing) {
        this.closeElement()
        this.handlers.endElement(this.closedName, this)
      }
    }
    return next
  }

  /** Text up to the next markup. Consumes what it can, so the buffer never has to hold a whole text. */
  private characters(start: number): number {
    const buffer = this.buffer
    let p = start
    let byte = buffer[p]!
    for (;;) {
      if (byte === LF) this.newLine(p)
      else if (byte !== SPACE && byte !== TAB) break
      byte = buffer[++p]!
    }
    if (byte === LT || (p > start && p === this.limit)) {
      if (this.depth > 0) this.emit(buffer, start, p, true)
      return p
    }
    if (this.depth === 0) return this.blankOutside(p)
    return this.mixedCharacters(start, p)
  }

  private mixedCharacters(start: number, scanned: number): number {
    const buffer = this.buffer
    let from = start
    let p = scanned
    for (;;) {
      let byte = buffer[p]!
      while (PLAIN_TEXT[byte] === 1) byte = buffer[++p]!
      if (byte === LT) {
        this.emit(buffer, from, p, false)
        return p
      }
      if (byte === LF) {
        this.newLine(p++)
        continue
      }
      let next: number
      if (byte === RIGHT_BRACKET) next = this.bracket(p)
      else if (byte === AMP) {
        this.emit(buffer, from, p, false)
        from = p
        next = this.reference(p)
        if (next >= 0) from = next
      } else if (byte === CR) {
        this.emit(buffer, from, p, false)
        from = p
        next = this.carriageReturn(p)
        if (next >= 0) from = next
      } else next = this.special(p)
      if (next < 0) {
        this.emit(buffer, from, p, false)
        return p === start ? -1 : p
      }
      p = next
    }
  }

  private bracket(p: number): number {
    if (p + 2 >= this.limit) return this.buffer[p + 1] === RIGHT_BRACKET || p + 1 >= this.limit ? -1 : p + 1
    if (this.buffer[p + 1] === RIGHT_BRACKET && this.buffer[p + 2] === GT)
      this.fail('BAD_TEXT', 'The characters "]]>" are not allowed in text. Write "]]&gt;".', p)
    return p + 1
  }

  private carriageReturn(p: number): number {
    if (p + 1 >= this.limit) return -1
    if (this.buffer[p + 1] !== LF) this.emit(lineFeed, 0, 1, true)
    return p + 1
  }

  private reference(p: number): number {
    const end = this.referenceEnd(p)
    if (end < 0) return -1
    const body = decodeUtf8(this.buffer, p + 1, end)
    const bytes = cachedUtf8(this.referenced(body, p))
    this.emit(bytes, 0, bytes.length, false)
    return end + 1
  }

  private blankOutside(p: number): number {
    const byte = this.buffer[p]!
    if (byte === CR) return p + 1
    const place = this.placeOf(p)
    if (byte >= 0x80) {
      if (this.wide(p) < 0) return -1
    } else if (!isXmlCharacter(byte)) this.failCharacter(byte, p)
    throw new XmlError(
      'CONTENT_OUTSIDE_ROOT',
      this.isRootClosed
        ? 'There is text after the end of the outermost element. The file must end there.'
        : 'There is text before the outermost element. The file must begin with "<".',
      place,
    )
  }

  private emit(bytes: Uint8Array, from: number, to: number, isBlank: boolean): void {
    if (from === to) return
    this.textLength += to - from
    if (this.textLength > this.limits.text)
      this.fail(
        'LIMIT_TEXT',
        `The text of one element is longer than ${this.limits.text} bytes.`,
        this.position,
      )
    this.handlers.text(bytes, from, to, isBlank, this)
  }

  private declarationMarkup(start: number): number {
    if (this.startsWith(start, '<!--')) {
      this.enter('comment')
      return start + 4
    }
    if (this.startsWith(start, '<![CDATA[')) {
      if (this.depth === 0)
        this.fail('CONTENT_OUTSIDE_ROOT', 'A CDATA section must stand inside an element.', start)
      this.enter('cdata')
      return start + 9
    }
    if (this.startsWith(start, '<!DOCTYPE'))
      this.fail(
        'DOCTYPE_NOT_ALLOWED',
        'The file has a document type declaration (DOCTYPE), which is not accepted. Remove it.',
        start,
      )
    const isCutOff = ['<!--', '<![CDATA[', '<!DOCTYPE'].some(opening => this.isCutOff(start, opening))
    if (isCutOff) return -1
    return this.fail('BAD_TAG', 'After "<!" only a comment ("<!--") or "<![CDATA[" can follow.', start)
  }

  private instructionStart(start: number): number {
    const end = this.nameEnd(start + 2, 'BAD_INSTRUCTION', 'A processing instruction must begin with a name.')
    if (end < 0) return -1
    const target = decodeUtf8(this.buffer, start + 2, end)
    if (target === 'xml')
      this.failToken('BAD_DECLARATION', 'The XML declaration must be the very first thing in the file.')
    if (target.toLowerCase() === 'xml')
      this.failToken('BAD_INSTRUCTION', `The name "${target}" is reserved: write "<?xml" in small letters.`)
    if (target.includes(':'))
      this.failToken('BAD_INSTRUCTION', 'The name of a processing instruction has no colon.')
    const byte = this.buffer[end]!
    if (byte === QUESTION) {
      if (end + 1 >= this.limit) return -1
      if (this.buffer[end + 1] !== GT)
        this.failToken('BAD_INSTRUCTION', `The processing instruction "${target}" must end with "?>".`)
    } else if (byte !== SPACE && byte !== TAB && byte !== LF && byte !== CR)
      this.failToken(
        'BAD_INSTRUCTION',
        `A space must follow the name "${target}" of the processing instruction.`,
      )
    this.enter('instruction')
    return end
  }

  private enter(mode: Mode): void {
    this.mode = mode
    this.opening = this.tokenPlace()
  }

  private comment(start: number): number {
    const buffer = this.buffer
    let p = start
    for (;;) {
      let byte = buffer[p]!
      while (PLAIN[byte] === 1 && byte !== DASH) byte = buffer[++p]!
      if (byte === DASH) {
        if (p + 2 >= this.limit && !(p + 1 < this.limit && buffer[p + 1] !== DASH))
          return p === start ? -1 : p
        if (buffer[p + 1] !== DASH) {
          p++
          continue
        }
        if (buffer[p + 2] !== GT)
          this.fail('BAD_COMMENT', 'Two hyphens ("--") are not allowed inside a comment.', p)
        this.mode = 'content'
        return p + 3
      }
      const next = this.special(p)
      if (next < 0) return p === start ? -1 : p
      p = next
    }
  }

  private instruction(start: number): number {
    const buffer = this.buffer
    let p = start
    for (;;) {
      let byte = buffer[p]!
      while (PLAIN[byte] === 1 && byte !== QUESTION) byte = buffer[++p]!
      if (byte === QUESTION) {
        if (p + 1 >= this.limit) return p === start ? -1 : p
        if (buffer[++p] !== GT) continue
        this.mode = 'content'
        return p + 1
      }
      const next = this.special(p)
      if (next < 0) return p === start ? -1 : p
      p = next
    }
  }

  private cdata(start: number): number {
    const buffer = this.buffer
    let from = start
    let p = start
    for (;;) {
      let byte = buffer[p]!
      while (PLAIN[byte] === 1 && byte !== RIGHT_BRACKET) byte = buffer[++p]!
      let next: number
      if (byte === RIGHT_BRACKET) {
        next = this.cdataBracket(p)
        if (this.mode === 'content') {
          this.emit(buffer, from, p, false)
          return next
        }
      } else if (byte === CR) {
        this.emit(buffer, from, p, false)
        from = p
        next = this.carriageReturn(p)
        if (next >= 0) from = next
      } else next = this.special(p)
      if (next < 0) {
        this.emit(buffer, from, p, false)
        return p === start ? -1 : p
      }
      p = next
    }
  }

  private cdataBracket(p: number): number {
    const buffer = this.buffer
    if (p + 1 < this.limit && buffer[p + 1] !== RIGHT_BRACKET) return p + 1
    if (p + 2 >= this.limit) return -1
    if (buffer[p + 2] !== GT) return p + 1
    this.mode = 'content'
    return p + 3
  }
}
