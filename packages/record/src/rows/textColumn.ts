import { ByteWriter } from './byteWriter.ts'
import { ConvertedType, doubled, PhysicalType, ValueColumn } from './column.ts'
import { type ColumnValues, Encoding } from './pageWriter.ts'

/** Most different values that a dictionary holds. */
const mostEntries = 4096
/** Entries that it has room for at first. */
const fewEntries = 64
/** Slots of the hash table for each entry that there is room for. */
const slotsPerEntry = 4
/** Slots that are looked at for one value before the dictionary is given up: a file may be made to collide. */
const mostProbes = 64
/** A dictionary of fewer values than this is kept however seldom they come back. */
const alwaysKept = 256

/** Text that is held in memory for all columns together. */
export interface HeldText {
  bytes: number
}

/**
 * Text: by number in a dictionary while values come back, plain once more than half of them are new. A column that was
 * plain once stays so.
 */
export class TextColumn extends ValueColumn {
  private codes = new Uint16Array(64)
  private isPlain = false
  /** The dictionary, or the values themselves: length and bytes of each. */
  private text = new ByteWriter()
  private starts = new Int32Array(fewEntries)
  private lengths = new Int32Array(fewEntries)
  private entries = 0
  /** Numbers of entries by the hash of their bytes, from 1; 0 where there is none. */
  private slots = new Uint16Array(fewEntries * slotsPerEntry)
  private readonly packed = new ByteWriter()

  private readonly all: HeldText

  constructor(name: string, groupRows: number, all: HeldText) {
    super(name, groupRows, PhysicalType.binary, ConvertedType.utf8)
    this.all = all
  }

  override get held(): number {
    return this.text.length
  }

  put(row: number, bytes: Uint8Array, from: number, to: number): void {
    if (!this.mark(row)) return
    if (this.isPlain) {
      this.append(bytes, from, to)
      this.values++
      return
    }
    const slot = this.slotOf(bytes, from, to)
    const code = slot < 0 ? 0 : this.slots[slot]!
    if (code > 0) {
      this.add(code - 1)
      return
    }
    if (slot < 0 || this.isTooVaried()) {
      this.becomePlain()
      this.append(bytes, from, to)
      this.values++
      return
    }
    this.slots[slot] = this.entries + 1
    this.append(bytes, from, to)
    this.starts[this.entries] = this.text.length - (to - from)
    this.lengths[this.entries] = to - from
    this.add(this.entries++)
    if (this.entries === this.starts.length && this.entries < mostEntries) this.makeRoom()
  }

  take(rows: number): ColumnValues {
    const { present, values } = this
    const common = { present, rows, values }
    if (this.isPlain || values === 0) return { ...common, data: this.text.view(), encoding: Encoding.plain }
    const dictionary = { bytes: this.text.view(), count: this.entries }
    return { ...common, dictionary, data: this.packCodes(), encoding: Encoding.dictionary }
  }

  override reset(): void {
    super.reset()
    this.all.bytes -= this.text.length
    this.text.clear()
    this.entries = 0
    this.slots.fill(0)
  }

  /** The slot of an entry with these bytes, or the free one for it; −1 where too many collide. */
  private slotOf(bytes: Uint8Array, from: number, to: number): number {
    const { slots } = this
    const last = slots.length - 1
    let hash = to - from
    for (let p = from; p < to; p++) hash = (Math.imul(hash, 31) + bytes[p]!) | 0
    let slot = (hash ^ (hash >>> 15)) & last
    for (let probes = 0; probes < mostProbes; probes++) {
      const code = slots[slot]!
      if (code === 0 || this.isEntry(code - 1, bytes, from, to)) return slot
      slot = (slot + 1) & last
    }
    return -1
  }

  /** Makes the dictionary four times as large. */
  private makeRoom(): void {
    this.starts = doubled(doubled(this.starts))
    this.lengths = doubled(doubled(this.lengths))
    this.slots = new Uint16Array(this.starts.length * slotsPerEntry)
    const { text, starts, lengths } = this
    for (let entry = 0; entry < this.entries; entry++) {
      const start = starts[entry]!
      const slot = this.slotOf(text.bytes, start, start + lengths[entry]!)
      // One that collides with too many is entered again when it comes back.
      if (slot >= 0) this.slots[slot] = entry + 1
    }
  }

  private isEntry(entry: number, bytes: Uint8Array, from: number, to: number): boolean {
    if (this.lengths[entry] !== to - from) return false
    const held = this.text.bytes
    let q = this.starts[entry]!
    for (let p = from; p < to; p++) if (held[q++] !== bytes[p]) return false
    return true
  }

  private isTooVaried(): boolean {
    return this.entries === mostEntries || (this.entries > alwaysKept && this.entries * 2 > this.values)
  }

  private add(code: number): void {
    if (this.values === this.codes.length) this.codes = doubled(this.codes)
    this.codes[this.values++] = code
  }

  private append(bytes: Uint8Array, from: number, to: number): void {
    const { text } = this
    const length = to - from
    text.reserve(length + 4)
    this.all.bytes += length + 4
    const held = text.bytes
    let n = text.length
    held[n++] = length
    held[n++] = length >> 8
    held[n++] = length >> 16
    held[n++] = length >>> 24
    for (let p = from; p < to; p++) held[n++] = bytes[p]!
    text.length = n
  }

  /** Writes out the values that so far were numbers. */
  private becomePlain(): void {
    const dictionary = this.text.bytes
    this.all.bytes -= this.text.length
    this.text = new ByteWriter()
    for (let i = 0; i < this.values; i++) {
      const entry = this.codes[i]!
      const start = this.starts[entry]!
      this.append(dictionary, start, start + this.lengths[entry]!)
    }
    this.isPlain = true
    this.slots = new Uint16Array(0)
    this.codes = new Uint16Array(0)
    this.starts = new Int32Array(0)
    this.lengths = new Int32Array(0)
  }

  /** The numbers with as many bits each as the largest needs, rounded up to 1, 2, 4, 8 or 16. */
  private packCodes(): Uint8Array {
    const { codes, entries, values } = this
    const out = this.packed.clear()
    if (entries === 1) {
      out.byte(1)
      out.varint(values * 2)
      out.byte(0)
      return out.view()
    }
    const width = entries <= 2 ? 1 : entries <= 4 ? 2 : entries <= 16 ? 4 : entries <= 256 ? 8 : 16
    const groups = (values + 7) >> 3
    out.byte(width)
    out.varint(groups * 2 + 1)
    out.reserve(groups * width)
    const { bytes, length: at } = out
    bytes.fill(0, at, at + groups * width)
    if (width === 16) {
      for (let i = 0, q = at; i < values; i++) {
        const code = codes[i]!
        bytes[q++] = code
        bytes[q++] = code >> 8
      }
    } else if (width === 8) {
      for (let i = 0; i < values; i++) bytes[at + i] = codes[i]!
    } else {
      const shift = width === 4 ? 1 : width === 2 ? 2 : 3
      const last = (1 << shift) - 1
      for (let i = 0; i < values; i++) bytes[at + (i >> shift)]! |= codes[i]! << ((i & last) * width)
    }
    out.length += groups * width
    return out.view()
  }
}
