import { lineFeed } from './byteSource.ts'
import {
  AMP,
  APOS,
  CR,
  DASH,
  decodeUtf8,
  GT,
  isXmlCharacter,
  LEFT_BRACKET,
  LF,
  LT,
  PLAIN,
  PLAIN_TEXT,
  QUESTION,
  QUOTE,
  RIGHT_BRACKET,
  SPACE,
  TAB,
} from './characters.ts'
import { TagReader } from './tagReader.ts'
import { XmlError, type XmlPlace } from './xmlError.ts'

type Mode = 'content' | 'comment' | 'instruction' | 'cdata'

/** The part of the reader for the content between tags: text, comments, instructions, CDATA sections. */
export abstract class ContentReader extends TagReader {
  protected mode: Mode = 'content'
  /** Where the open comment, instruction or CDATA section began. */
  protected opening: XmlPlace = { line: 1, column: 1, byte: 0 }
  protected textLength = 0
  /** Position in the buffer of the text just handed on, also where other bytes are handed on in its place. */
  protected pieceStart = 0
  private hasDoctype = false
  /** Where the text being counted began. */
  private textPlace = { line: 1, column: 1, byte: 0 }

  /** Hands text on. */
  protected abstract tell(bytes: Uint8Array, from: number, to: number, isBlank: boolean): void

  /** Text up to the next markup. Consumes what it can, so the buffer never has to hold a whole text. */
  protected characters(start: number): number {
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
    if (this.buffer[p + 1] !== LF) this.emit(lineFeed, 0, 1, true, p)
    return p + 1
  }

  private reference(p: number): number {
    const bytes = this.referenced(p)
    if (bytes === undefined) return -1
    this.emit(bytes, 0, bytes.length, false, p)
    return this.afterReference
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

  /** Hands on a range of bytes; `at` is their position in the buffer, or the bytes that they represent. */
  private emit(bytes: Uint8Array, from: number, to: number, isBlank: boolean, at = from): void {
    if (from === to) return
    this.pieceStart = at
    if (this.textLength === 0) {
      const { textPlace } = this
      textPlace.line = this.tokenLine
      textPlace.column = this.columnOf(this.tokenStart, this.tokenOrigin)
      textPlace.byte = this.byteOf(this.tokenStart, this.tokenShrink)
    }
    this.textLength += to - from
    if (this.textLength > this.limits.text)
      throw new XmlError(
        'LIMIT_TEXT',
        `The text that begins here is longer than ${this.limits.text} bytes.`,
        this.textPlace,
      )
    this.tell(bytes, from, to, isBlank)
  }

  protected declarationMarkup(start: number): number {
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
    if (this.startsWith(start, '<!DOCTYPE')) {
      if (this.limits.allowsDoctype && this.depth === 0 && !this.isRootClosed && !this.hasDoctype)
        return this.doctype(start)
      this.fail(
        'DOCTYPE_NOT_ALLOWED',
        'The file has a document type declaration (DOCTYPE), which is not accepted. Remove it.',
        start,
      )
    }
    if (this.startsWith(start, '<!doctype html'))
      this.fail('NOT_XML', 'The file is a web page (HTML), not XML. Choose the XML file.', start)
    const isCutOff = ['<!--', '<![CDATA[', '<!DOCTYPE', '<!doctype html'].some(opening =>
      this.isCutOff(start, opening),
    )
    if (isCutOff) return -1
    return this.fail('BAD_TAG', 'After "<!" only a comment ("<!--") or "<![CDATA[" can follow.', start)
  }

  /** Passes a document type declaration over: its internal subset ends where the brackets match, outside quotes and comments. */
  private doctype(start: number): number {
    const buffer = this.buffer
    let depth = 0
    let quote = 0
    let isComment = false
    for (let p = start + 9; ; ) {
      const byte = buffer[p]!
      if (p - start > this.limits.tag) this.failTagLength(start)
      if (p + 3 >= this.limit && byte !== GT) return -1
      if (isComment) {
        if (this.startsWith(p, '-->')) isComment = false
      } else if (quote !== 0) {
        if (byte === quote) quote = 0
      } else if (byte === QUOTE || byte === APOS) quote = byte
      else if (this.startsWith(p, '<!--')) isComment = true
      else if (byte === LEFT_BRACKET) depth++
      else if (byte === RIGHT_BRACKET) depth--
      else if (byte === GT && depth === 0) {
        this.hasDoctype = true
        return p + 1
      }
      const next = PLAIN[byte] === 1 ? p + 1 : this.special(p)
      if (next < 0) return -1
      p = next
    }
  }

  protected instructionStart(start: number): number {
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

  protected comment(start: number): number {
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

  protected instruction(start: number): number {
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

  protected cdata(start: number): number {
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
