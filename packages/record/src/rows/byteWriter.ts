const firstSize = 1024

/** Bytes written one after the other. The space grows, and is used again after `clear`. */
export class ByteWriter {
  bytes: Uint8Array = new Uint8Array(firstSize)
  length = 0

  clear(): this {
    this.length = 0
    return this
  }

  /** Makes room for so many bytes more. */
  reserve(count: number): void {
    const needed = this.length + count
    if (needed <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, needed))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  /** A whole number that is not negative, seven bits in a byte, the lowest first. */
  varint(value: number): void {
    let left = value
    for (; left > 127; left = Math.floor(left / 128)) this.byte((left % 128) | 128)
    this.byte(left)
  }

  /** A whole number with its sign in the lowest bit, as a varint. */
  zigzag(value: number): void {
    this.varint(value >= 0 ? value * 2 : -value * 2 - 1)
  }

  int32(value: number): void {
    this.littleEndian(value, 4)
  }

  /** The lowest `count` bytes of a whole number that is not negative, the lowest first. */
  littleEndian(value: number, count: number): void {
    this.reserve(count)
    const { bytes } = this
    let left = value
    for (let i = 0; i < count; i++) {
      bytes[this.length++] = left
      left = Math.floor(left / 256)
    }
  }

  append(from: Uint8Array): void {
    this.reserve(from.length)
    this.bytes.set(from, this.length)
    this.length += from.length
  }

  /** What has been written: good until the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }
}
