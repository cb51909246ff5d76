import { escapeXmlText } from '../../src/domain/xml.ts'

const pieceBytes = 262_144

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** A tag as it is written: its bytes, eight in each number, so that it is copied in few steps. */
export interface Tag {
  words: BigUint64Array
  /** Bytes; those after them in the last number are overwritten by what follows. */
  length: number
}

const wordBytes = 8

/** The tag of this text, which is ASCII only. */
export const tagOf = (text: string): Tag => {
  const bytes = new DataView(new ArrayBuffer(Math.ceil(text.length / wordBytes) * wordBytes))
  for (let at = 0; at < text.length; at++) bytes.setUint8(at, text.charCodeAt(at))
  const words = BigUint64Array.from({ length: bytes.byteLength / wordBytes }, (_, at) =>
    bytes.getBigUint64(at * wordBytes, true),
  )
  return { words, length: text.length }
}

/** Collects a document as UTF-8 in pieces of about 256 KiB. */
export class XmlOutput {
  private buffer = Buffer.allocUnsafe(pieceBytes)
  private view = viewOf(this.buffer)
  private length = 0
  private readonly full: Buffer[] = []

  constructor(head: string) {
    this.ascii(head)
  }

  tag(tag: Tag): void {
    this.makeRoom(tag.length)
    this.put(tag)
  }

  /** A field whose value stands in these bytes as it is written. */
  field(tags: { opening: Tag; closing: Tag }, bytes: Uint8Array, from: number, to: number): void {
    this.makeRoom(tags.opening.length + to - from + tags.closing.length)
    this.put(tags.opening)
    this.copy(bytes, from, to)
    this.put(tags.closing)
  }

  /** Short text of ASCII only. */
  ascii(text: string): void {
    this.makeRoom(text.length)
    const { buffer, length } = this
    for (let at = 0; at < text.length; at++) buffer[length + at] = text.charCodeAt(at)
    this.length = length + text.length
  }

  /** Any text, with what has a meaning in XML written as references. */
  escaped(text: string): void {
    const safe = escapeXmlText(text)
    this.makeRoom(safe.length * 3)
    this.length += this.buffer.write(safe, this.length)
  }

  /** The pieces that are full. */
  taken(): Buffer[] {
    return this.full.splice(0)
  }

  /** What is left, at the end. */
  rest(): Buffer[] {
    const last = this.buffer.subarray(0, this.length)
    this.length = 0
    return [...this.taken(), last]
  }

  private put({ words, length }: Tag): void {
    const { view, length: start } = this
    for (let at = 0; at < words.length; at++) view.setBigUint64(start + at * wordBytes, words[at]!, true)
    this.length = start + length
  }

  /** A loop is quicker than a call for the few bytes of a value. */
  private copy(bytes: Uint8Array, from: number, to: number): void {
    const { buffer } = this
    let { length } = this
    for (let at = from; at < to; at++) buffer[length++] = bytes[at]!
    this.length = length
  }

  private makeRoom(bytes: number): void {
    // The last word of a tag may reach beyond it.
    if (this.length + bytes + wordBytes <= this.buffer.length) return
    this.full.push(this.buffer.subarray(0, this.length))
    this.buffer = Buffer.allocUnsafe(Math.max(pieceBytes, bytes + wordBytes))
    this.view = viewOf(this.buffer)
    this.length = 0
  }
}
