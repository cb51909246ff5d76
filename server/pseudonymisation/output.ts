const pieceBytes = 262_144

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Collects a document as UTF-8 in pieces of about 256 KiB. */
export class XmlOutput {
  private buffer = Buffer.allocUnsafe(pieceBytes)
  private length = 0
  private readonly full: Buffer[] = []

  constructor(head: string) {
    this.ascii(head)
  }

  bytes(bytes: Uint8Array): void {
    this.makeRoom(bytes.length)
    this.copy(bytes, 0, bytes.length)
  }

  /** A field as it stands in the bytes that were read. */
  field(
    tags: { opening: Uint8Array; closing: Uint8Array },
    bytes: Uint8Array,
    from: number,
    to: number,
  ): void {
    this.makeRoom(tags.opening.length + to - from + tags.closing.length)
    this.copy(tags.opening, 0, tags.opening.length)
    this.copy(bytes, from, to)
    this.copy(tags.closing, 0, tags.closing.length)
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
    const safe = text.replace(/[&<>]/g, one => escapes[one] ?? one)
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

  /** A loop is quicker than a call for the few bytes of a tag or a value. */
  private copy(bytes: Uint8Array, from: number, to: number): void {
    const { buffer } = this
    let { length } = this
    for (let at = from; at < to; at++) buffer[length++] = bytes[at]!
    this.length = length
  }

  private makeRoom(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return
    this.full.push(this.buffer.subarray(0, this.length))
    this.buffer = Buffer.allocUnsafe(Math.max(pieceBytes, bytes))
    this.length = 0
  }
}
