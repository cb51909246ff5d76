import { decodeUtf8, GT, isNameStart } from './characters.ts'

/** A name after namespaces. The same name is nearly always the same object, so a consumer may cache on it. */
export interface XmlName {
  /** Namespace, empty where there is none. */
  readonly namespace: string
  readonly local: string
  /** As written, with prefix. */
  readonly qualified: string
  /** Free for the consumer to cache what it knows of this name as that of an element; -1 at first. */
  slot: number
  /** The same for the name of an attribute. */
  attributeSlot: number
}

/** Namespaces of one name that are kept: a file may declare any number. */
const mostNamespaces = 16

/** A name as written, interned by its bytes, with the last resolution kept. */
export class RawName {
  /** The name is `length` of these bytes, from `from` on; names share them. */
  readonly bytes: Uint8Array
  readonly from: number
  readonly length: number
  readonly hash: number
  readonly text: string
  readonly prefix: string
  readonly local: string
  /** Bytes beyond one for each character, by which columns are told, and beyond one for each unit of UTF-16. */
  readonly extraBytes: number
  readonly extraUnits: number
  /** Whether an attribute of this name declares a namespace. */
  readonly isDeclaration: boolean
  /** Serial of the last start tag that carried this name as an attribute. */
  seenIn = -1
  /** The names that came next the last times: the first guesses for the next time. */
  follower: RawName | null = null
  otherFollower: RawName | null = null
  /** The name and ">" as four bytes at a time, and what is left of them; null until the fast path meets the name. */
  words: Int32Array | null = null
  tail = 0
  tailMask = 0
  /** The scope that resolved `element`, compared by identity only: naming its type would make the two files import each other. */
  elementScope: object | null = null
  element: XmlName | null = null
  /** The same for `attribute`. */
  attributeScope: object | null = null
  attribute: XmlName | null = null
  /** What it was resolved to, by namespace. */
  private readonly resolved: XmlName[] = []

  constructor(bytes: Uint8Array, from: number, to: number, hash: number) {
    this.bytes = bytes
    this.from = from
    this.length = to - from
    this.hash = hash
    this.text = decodeUtf8(bytes, from, to)
    const colon = this.text.indexOf(':')
    this.prefix = colon < 0 ? '' : this.text.slice(0, colon)
    this.local = colon < 0 ? this.text : this.text.slice(colon + 1)
    this.isDeclaration = this.text === 'xmlns' || this.prefix === 'xmlns'
    this.extraUnits = this.length - this.text.length
    this.extraBytes = this.extraUnits === 0 ? 0 : this.length - [...this.text].length
  }

  /** Makes the words: most names of a file with very many are met once, and never by the fast path. */
  prepare(): Int32Array {
    const { bytes, from, length } = this
    const closed = new Uint8Array((length + 4) & ~3)
    closed.set(bytes.subarray(from, from + length))
    closed[length] = GT
    const view = new DataView(closed.buffer)
    const whole = (length + 1) >> 2
    const words = Int32Array.from({ length: whole }, (_, index) => view.getInt32(index * 4, true))
    const left = (length + 1) & 3
    this.tailMask = (1 << (left * 8)) - 1
    this.tail = left === 0 ? 0 : view.getInt32(whole * 4, true)
    this.words = words
    return words
  }

  /** The name in a namespace, which is its own prefix's. */
  in(namespace: string): XmlName {
    const { resolved } = this
    for (const known of resolved) if (known.namespace === namespace) return known
    if (resolved.length === mostNamespaces) resolved.length = 0
    const made: XmlName = {
      namespace,
      local: this.local,
      qualified: this.text,
      slot: -1,
      attributeSlot: -1,
    }
    resolved.push(made)
    return made
  }

  /** Whether it is a QName: at most one colon, with a name on each side. */
  isQualified(): boolean {
    if (this.local === this.text) return true
    return this.prefix !== '' && !this.local.includes(':') && isNameStart(this.local.codePointAt(0) ?? 0)
  }
}

const capacity = 1 << 14
/** Bytes of names that are kept together: an array for each name would take longer than all else about it. */
const pieceBytes = 1 << 14
/** Names of equal or neighbouring hash after which the table is emptied: a file may be made to have nothing else. */
const longestRun = 64

/**
 * Interns names by bytes. A file with very many distinct names, or with many of the same hash, empties the table, which
 * costs time and no correctness: memory stays bounded, and so does the time of each look-up.
 */
export class NameTable {
  private slots: (RawName | undefined)[] = new Array<RawName | undefined>(capacity).fill(undefined)
  private count = 0
  private isCrowded = false
  private piece = new Uint8Array(0)
  private used = 0

  /**
   * Empties the table where it is half full or crowded. Called between tags only: the attributes of one tag are told
   * apart by their interned names.
   */
  makeRoom(): void {
    if (!this.isCrowded && this.count * 2 < capacity) return
    this.slots.fill(undefined)
    this.count = 0
    this.isCrowded = false
  }

  /** The interned name, or undefined where these bytes are seen for the first time. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): RawName | undefined {
    const length = to - from
    let slot = hash & (capacity - 1)
    for (;;) {
      const name = this.slots[slot]
      if (name === undefined) return undefined
      if (name.hash === hash && name.length === length) {
        const { bytes: known, from: start } = name
        let i = 0
        while (i < length && known[start + i] === bytes[from + i]) i++
        if (i === length) return name
      }
      slot = (slot + 1) & (capacity - 1)
    }
  }

  /** A name of these bytes, which may change afterwards; it is not in the table yet. */
  make(bytes: Uint8Array, from: number, to: number, hash: number): RawName {
    const length = to - from
    if (this.used + length > this.piece.length) {
      this.piece = new Uint8Array(Math.max(length, pieceBytes))
      this.used = 0
    }
    const { piece, used: start } = this
    for (let i = 0; i < length; i++) piece[start + i] = bytes[from + i]!
    this.used = start + length
    return new RawName(piece, start, this.used, hash)
  }

  add(name: RawName): void {
    let slot = name.hash & (capacity - 1)
    let run = 0
    while (this.slots[slot] !== undefined) {
      slot = (slot + 1) & (capacity - 1)
      run++
    }
    this.slots[slot] = name
    this.count++
    if (run > longestRun) this.isCrowded = true
  }
}
