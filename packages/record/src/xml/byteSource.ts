import { CR, encodeUtf8, isXmlCharacter, LF, showCodePoint } from './characters.ts'
import {
  type ByteEncoding,
  ByteTranscoder,
  byteFormOf,
  foreignFormOf,
  type Transcoder,
  Utf16Transcoder,
} from './encoding.ts'
import { XmlError, type XmlErrorCode, type XmlPlace } from './xmlError.ts'

const sliceBytes = 262_144
/** What a small file fits into; the buffer grows with the pieces of a larger one. */
const firstBytes = 16_384
/** Bytes after the last one: the zero that ends the buffer, and what a look at four bytes at once may touch. */
const margin = 16

/** Where the current line stands, so that a column and an original byte offset cost one subtraction. */
export interface LineState {
  line: number
  /** Offset at which column 1 would stand if every character of the line so far had been one byte. */
  origin: number
  /** UTF-8 bytes seen so far beyond one for each unit of the file; only read where the file is not in UTF-8. */
  shrink: number
}

/**
 * The input half of the reader: takes chunks in any encoding we read, holds the unread part in one buffer that ends in
 * a zero byte (so scanning loops need no bounds check), and knows line, column and byte of every position in it.
 */
export abstract class ByteSource {
  /** UTF-8 bytes not yet consumed are `buffer[position … limit)`; `buffer[limit]` is 0. */
  protected buffer: Uint8Array = new Uint8Array(firstBytes)
  /** The same bytes, for reading four at once. */
  protected view = new DataView(this.buffer.buffer)
  protected position = 0
  protected limit = 0
  protected line = 1
  protected lineOrigin = 0
  protected shrink = 0
  /** Code point of the last character read by `wide`. */
  protected codePoint = 0
  protected form: 'utf-8' | 'utf-16le' | 'utf-16be' = 'utf-8'
  /** Whether the file begins with a byte order mark. */
  protected hasMark = false
  private unitBytes: 1 | 2 = 1

  /** Offset in the UTF-8 stream of `buffer[0]`. */
  protected base = 0
  private head: Uint8Array | null = new Uint8Array(0)
  private transcoder: Transcoder | null = null
  private byteEncoding: ByteEncoding | null = null
  private neededBytes = 0
  private failure: XmlError | null = null
  private isEnded = false

  /** Takes the next bytes of the file. Throws XmlError at the first fault. */
  write(chunk: Uint8Array): void {
    this.guard(() => this.accept(chunk))
  }

  /** Says that the file is complete. Throws XmlError where it is not a whole document. */
  end(): void {
    this.guard(() => {
      this.isEnded = true
      if (this.head !== null) this.begin(this.head)
      if (this.transcoder !== null) this.append(this.transcoder.end())
      this.parse(true)
    })
  }

  /** Consumes every complete token of the buffer; returns how many bytes it needs at least to go on. */
  protected abstract parse(isFinal: boolean): void
  /** Called before bytes of the buffer move. */
  protected abstract beforeMove(): void

  /** Asks for at least this many buffered bytes before the next attempt, so retries stay linear in all. */
  protected waitFor(bytes: number): void {
    this.neededBytes = bytes
  }

  protected placeOf(position: number): XmlPlace {
    return this.placeIn(position, this.line, this.lineOrigin, this.shrink)
  }

  protected placeIn(position: number, line: number, origin: number, shrink: number): XmlPlace {
    return { line, column: this.base + position - origin + 1, byte: this.byteOf(position, shrink) }
  }

  protected columnOf(position: number, origin: number): number {
    return this.base + position - origin + 1
  }

  protected byteOf(position: number, shrink: number): number {
    const offset = this.base + position
    if (this.transcoder === null) return offset
    return (this.hasMark ? 2 : 0) + this.unitBytes * (offset - shrink)
  }

  /** Notes that `buffer[position]` is a line feed. */
  protected newLine(position: number): void {
    this.line++
    this.lineOrigin = this.base + position + 1
  }

  /** Notes several line feeds, after the last of which `position` stands. */
  protected newLines(count: number, position: number): void {
    this.line += count
    this.lineOrigin = this.base + position
  }

  protected fail(code: XmlErrorCode, message: string, position: number): never {
    throw new XmlError(code, message, this.placeOf(position))
  }

  /**
   * Reads the multibyte character at `position`: returns the position after it, or -1 where the buffer ends inside it.
   * Throws on anything that is not well-formed UTF-8 or not an XML character.
   */
  protected wide(position: number): number {
    const buffer = this.buffer
    const lead = buffer[position]!
    const length =
      lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0
    if (length === 0) this.failUtf8(position)
    let codePoint = lead & (0xff >> (length + 1))
    for (let i = 1; i < length; i++) {
      if (position + i >= this.limit) return -1
      const next = buffer[position + i]!
      if ((next & 0xc0) !== 0x80) this.failUtf8(position)
      codePoint = (codePoint << 6) | (next & 0x3f)
    }
    if ((length === 3 && codePoint < 0x800) || (length === 4 && codePoint < 0x10000)) this.failUtf8(position)
    if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) this.failUtf8(position)
    if (!isXmlCharacter(codePoint)) this.failCharacter(codePoint, position)
    this.codePoint = codePoint
    this.lineOrigin += length - 1
    this.shrink += length === 4 ? 2 : length - 1
    return position + length
  }

  protected failCharacter(codePoint: number, position: number): never {
    this.fail(
      'BAD_CHARACTER',
      `The character ${showCodePoint(codePoint)} is not allowed in an XML file. Remove it.`,
      position,
    )
  }

  protected failUtf8(position: number): never {
    this.fail(
      'BAD_UTF8',
      this.byteEncoding !== null
        ? `This byte is not in ${this.byteEncoding}, the encoding that the file declares. Save it with the encoding UTF-8 and declare UTF-8.`
        : this.unitBytes === 2
          ? 'These bytes are not valid UTF-16. Save the file again as UTF-8.'
          : 'These bytes are not valid UTF-8. Save the file with the encoding UTF-8.',
      position,
    )
  }

  /** Reads what follows `position`, where the declaration has ended, in the encoding that it names. */
  protected readAs(encoding: ByteEncoding, position: number): void {
    const transcoder = new ByteTranscoder(encoding)
    const rest = transcoder.write(this.buffer.subarray(position, this.limit))
    this.transcoder = transcoder
    this.byteEncoding = encoding
    this.position = position
    this.limit = position
    this.append(rest)
  }

  /** One step over the character at `position` where scanning loops stop: newline, wide or forbidden. -1 = cut off. */
  protected special(position: number): number {
    const byte = this.buffer[position]!
    if (byte === LF) {
      this.newLine(position)
      return position + 1
    }
    if (byte === CR) return position + 1
    if (byte >= 0x80) return this.wide(position)
    if (position >= this.limit) return -1
    return this.failCharacter(byte, position)
  }

  private guard(work: () => void): void {
    if (this.failure !== null) throw this.failure
    if (this.isEnded) throw new Error('The reader has ended: make another for the next file.')
    try {
      work()
    } catch (error) {
      if (error instanceof XmlError) this.failure = error
      throw error
    }
  }

  private accept(chunk: Uint8Array): void {
    if (this.head === null) {
      this.take(chunk)
      return
    }
    const head = new Uint8Array(this.head.length + chunk.length)
    head.set(this.head)
    head.set(chunk, this.head.length)
    if (head.length < 4) this.head = head
    else this.begin(head)
  }

  private begin(head: Uint8Array): void {
    this.head = null
    const foreign = foreignFormOf(head)
    if (foreign !== undefined) this.fail('NOT_XML', `The file is ${foreign}.`, 0)
    const form = byteFormOf(head)
    if (form === 'utf-32')
      this.fail('BAD_ENCODING', 'The file is in UTF-32. Save it with the encoding UTF-8.', 0)
    if (form === 'unmarked-utf-16')
      this.fail(
        'BAD_ENCODING',
        'The file is in UTF-16 without a byte order mark. Save it with the encoding UTF-8.',
        0,
      )
    if (form === 'utf-8-bom') this.skipMark(3)
    const isWide = form === 'utf-16le' || form === 'utf-16be'
    if (isWide) {
      this.hasMark = true
      this.unitBytes = 2
      this.form = form
      this.transcoder = new Utf16Transcoder(form === 'utf-16le')
    }
    this.take(isWide ? head.subarray(2) : form === 'utf-8-bom' ? head.subarray(3) : head)
  }

  private skipMark(bytes: number): void {
    this.hasMark = true
    this.base = bytes
    this.lineOrigin = bytes
  }

  private take(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; from += sliceBytes) {
      const slice = chunk.subarray(from, from + sliceBytes)
      this.append(this.transcoder === null ? slice : this.transcoder.write(slice))
      if (this.limit - this.position >= this.neededBytes) {
        this.neededBytes = 0
        this.parse(false)
      }
    }
  }

  private append(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    const kept = this.limit - this.position
    this.beforeMove()
    const needed = kept + bytes.length + margin
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2))
      larger.set(this.buffer.subarray(this.position, this.limit))
      this.buffer = larger
      this.view = new DataView(larger.buffer)
    } else if (this.position > 0) {
      this.buffer.copyWithin(0, this.position, this.limit)
    }
    this.base += this.position
    this.position = 0
    this.buffer.set(bytes, kept)
    this.limit = kept + bytes.length
    this.buffer[this.limit] = 0
  }
}

/** A single line feed, handed out where a carriage return stands in the file. */
export const lineFeed = encodeUtf8('\n')
