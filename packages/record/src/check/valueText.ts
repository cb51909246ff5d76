/** The text of the open value: a range of the reader's buffer while it is one piece, else a copy. */
export class ValueText {
  bytes: Uint8Array = new Uint8Array(0)
  from = 0
  to = 0
  private own: Uint8Array = new Uint8Array(1024)
  private isOwn = true

  clear(): void {
    this.from = 0
    this.to = 0
    this.isOwn = true
    this.bytes = this.own
  }

  add(bytes: Uint8Array, from: number, to: number): void {
    if (this.to === this.from) {
      this.bytes = bytes
      this.from = from
      this.to = to
      this.isOwn = false
      return
    }
    this.keep()
    this.append(bytes, from, to)
  }

  /** Copies what is only borrowed. */
  keep(): void {
    if (this.isOwn || this.to === this.from) return
    const { bytes, from, to } = this
    this.from = 0
    this.to = 0
    this.bytes = this.own
    this.isOwn = true
    this.append(bytes, from, to)
  }

  private append(bytes: Uint8Array, from: number, to: number): void {
    const needed = this.to + (to - from)
    if (needed > this.own.length) {
      const larger = new Uint8Array(Math.max(needed, this.own.length * 2))
      larger.set(this.own.subarray(0, this.to))
      this.own = larger
      this.bytes = larger
    }
    this.own.set(bytes.subarray(from, to), this.to)
    this.to = needed
  }
}
