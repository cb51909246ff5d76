import { compareBytes } from './keyBytes.ts'

/** Bytes of keys that are kept together; a longer key has a piece of its own. */
const pieceBytes = 1 << 20
const pieceBits = 20
const firstSlots = 8
const nothing = new Uint8Array(0)

/** What is added for each byte of a key by its place. Random, so that no file can be made of keys with one hash. */
const table = Int32Array.from({ length: 16 * 256 }, () => Math.random() * 2 ** 32)

/** Hash of the first bytes. */
export const hashOf = (bytes: Uint8Array, length: number): number => {
  let hash = length
  for (let i = 0; i < length; i++) {
    const column = i & 15
    if (column === 0) hash = Math.imul(hash, 0x9e3779b1)
    hash ^= table[(column << 8) | bytes[i]!]!
  }
  return hash
}

/** A key in the table, as `entries` gives it; good until the next one. */
export interface TableEntry {
  bytes: Uint8Array
  from: number
  to: number
  line: number
  hash: number
}

/**
 * Keys with the line of each: an open hash table over bytes. A slot is two numbers, the hash and where in the pieces the key
 * is, plus one; there stand line and length, seven bits in each byte, and the key.
 */
export class KeyTable {
  private slots = new Int32Array(0)
  /** Bits of a hash without which the rest gives its first slot: so a table that grows is read and written in order. */
  private shift = 32
  private pieces: Uint8Array[] = []
  /** Bytes used of the last piece. */
  private used = 0
  private count = 0
  private readonly entry: TableEntry = { bytes: nothing, from: 0, to: 0, line: 0, hash: 0 }

  get size(): number {
    return this.count
  }

  /** Line of the key, which is the first bytes of `bytes`; -1 if the table does not have it. */
  lineOf(bytes: Uint8Array, length: number, hash: number): number {
    const { slots, entry } = this
    const last = slots.length - 2
    if (last < 0) return -1
    for (let slot = this.firstSlot(hash); ; slot = (slot + 2) & last) {
      const address = slots[slot + 1]!
      if (address === 0) return -1
      if (slots[slot] !== hash) continue
      this.readEntry(address - 1)
      if (entry.to - entry.from !== length) continue
      const { bytes: known, from } = entry
      let i = 0
      while (i < length && known[from + i] === bytes[i]) i++
      if (i === length) return entry.line
    }
  }

  /** Adds a key that the table does not have. */
  add(bytes: Uint8Array, length: number, hash: number, line: number): void {
    if (4 * (this.count + 1) > 3 * (this.slots.length >> 1)) this.grow()
    this.count++
    this.place(hash, this.write(bytes, length, line) + 1)
  }

  clear(): void {
    this.slots = new Int32Array(0)
    this.pieces = []
    this.used = 0
    this.count = 0
  }

  /** Every key, in no order. */
  *entries(): Generator<TableEntry> {
    const { slots } = this
    for (let slot = 0; slot < slots.length; slot += 2) {
      const address = slots[slot + 1]!
      if (address === 0) continue
      this.readEntry(address - 1)
      this.entry.hash = slots[slot]!
      yield this.entry
    }
  }

  /** Every key, in the order of its bytes. */
  *inOrder(): Generator<TableEntry> {
    const addresses = this.slots.filter((address, index) => index % 2 === 1 && address !== 0)
    const one = { ...this.entry }
    const other = { ...this.entry }
    addresses.sort((left, right) => {
      this.readEntry(left - 1, one)
      this.readEntry(right - 1, other)
      return compareBytes(one.bytes, one.from, one.to, other.bytes, other.from, other.to)
    })
    for (const address of addresses) {
      this.readEntry(address - 1)
      yield this.entry
    }
  }

  private readEntry(address: number, entry = this.entry): void {
    const piece = this.pieces[address >>> pieceBits]!
    let p = address & (pieceBytes - 1)
    let line = 0
    let unit = 1
    let byte = piece[p++]!
    for (; byte >= 0x80; byte = piece[p++]!) {
      line += (byte & 0x7f) * unit
      unit *= 128
    }
    line += byte * unit
    let length = 0
    let shift = 0
    for (byte = piece[p++]!; byte >= 0x80; byte = piece[p++]!) {
      length |= (byte & 0x7f) << shift
      shift += 7
    }
    length |= byte << shift
    entry.bytes = piece
    entry.from = p
    entry.to = p + length
    entry.line = line
  }

  private write(bytes: Uint8Array, length: number, line: number): number {
    // Eight bytes of seven bits hold every line, five every length.
    const piece = this.room(length + 13)
    const start = this.used
    let p = start
    let rest = line
    for (; rest >= 0x80; rest = Math.floor(rest / 128)) piece[p++] = (rest & 0x7f) | 0x80
    piece[p++] = rest
    for (rest = length; rest >= 0x80; rest >>>= 7) piece[p++] = (rest & 0x7f) | 0x80
    piece[p++] = rest
    for (let i = 0; i < length; i++) piece[p++] = bytes[i]!
    this.used = p
    return (this.pieces.length - 1) * pieceBytes + start
  }

  /** The last piece, with room for so many bytes more. The first one grows: most tables are small. */
  private room(bytes: number): Uint8Array {
    const { pieces, used } = this
    const last = pieces.at(-1)
    const needed = used + bytes
    if (last !== undefined && needed <= last.length) return last
    const isFirst = pieces.length < 2 && needed <= pieceBytes
    const fresh = new Uint8Array(isFirst ? Math.min(2 * needed, pieceBytes) : Math.max(bytes, pieceBytes))
    if (isFirst) {
      if (last !== undefined) fresh.set(last)
      pieces[0] = fresh
    } else {
      pieces.push(fresh)
      this.used = 0
    }
    return fresh
  }

  private grow(): void {
    const { slots } = this
    this.slots = new Int32Array(Math.max(firstSlots * 2, slots.length * 2))
    this.shift = Math.clz32(this.slots.length >> 1) + 1
    for (let slot = 0; slot < slots.length; slot += 2)
      if (slots[slot + 1] !== 0) this.place(slots[slot]!, slots[slot + 1]!)
  }

  private firstSlot(hash: number): number {
    return (hash >>> this.shift) << 1
  }

  /** Puts a key into the first free slot for its hash. */
  private place(hash: number, address: number): void {
    const { slots } = this
    const last = slots.length - 2
    let slot = this.firstSlot(hash)
    while (slots[slot + 1] !== 0) slot = (slot + 2) & last
    slots[slot] = hash
    slots[slot + 1] = address
  }
}
