import { decodeUtf8, encodeUtf8 } from '../xml/characters.ts'
import { ByteBuffer, compareBytes } from './keyBytes.ts'

/** Takes keys that are too many to be held: bytes are added at its end, and read again from any place. */
export interface KeyStore {
  /** Adds the bytes, which are not the store's to keep; gives the offset at which they begin. */
  append(bytes: Uint8Array): number
  /** Fills the buffer with the bytes from the offset on. */
  read(offset: number, into: Uint8Array): void
}

/** A key as it goes to the store. */
export interface StoredKey {
  readonly key: Uint8Array
  /** Orders equal keys by where they stood in the file. */
  readonly position: number
  readonly line: number
  /** What else is needed to report it; empty where it can only be the first of its kind. */
  readonly detail: string
}

/** Keys in the store, sorted by key and position. */
export interface Run {
  readonly offset: number
  readonly bytes: number
}

/** A key as it is read again; it and its detail are good until the next one is read. */
interface ReadKey {
  readonly buffer: Uint8Array
  readonly from: number
  readonly to: number
  readonly position: number
  readonly line: number
  detail(): string
  /** All of it, as it stands in the store. */
  bytes(): Uint8Array
}

/** Lengths of key and detail (32 bits each), position and line (64 bits each). */
const headBytes = 24
const writeBytes = 262_144
const readBytes = 65_536
/** Runs read at once: each has a buffer. */
const fanIn = 64

/** The order of a run: by the bytes of the key, then by position. */
export const inOrder = (
  one: Pick<StoredKey, 'key' | 'position'>,
  other: Pick<StoredKey, 'key' | 'position'>,
): number =>
  compareBytes(one.key, 0, one.key.length, other.key, 0, other.key.length) || one.position - other.position

const compareKeys = (one: ReadKey, other: ReadKey): number =>
  compareBytes(one.buffer, one.from, one.to, other.buffer, other.from, other.to)

/** Writes one run through a buffer. */
class RunWriter {
  private readonly store: KeyStore
  private readonly buffer = new Uint8Array(writeBytes)
  private readonly view = new DataView(this.buffer.buffer)
  private filled = 0
  private offset = -1
  private written = 0

  constructor(store: KeyStore) {
    this.store = store
  }

  add({ key, position, line, detail }: StoredKey): void {
    const detailBytes = encodeUtf8(detail)
    if (this.filled + headBytes > writeBytes) this.flush()
    this.view.setUint32(this.filled, key.length)
    this.view.setUint32(this.filled + 4, detailBytes.length)
    this.view.setFloat64(this.filled + 8, position)
    this.view.setFloat64(this.filled + 16, line)
    this.filled += headBytes
    this.addBytes(key)
    this.addBytes(detailBytes)
  }

  addBytes(bytes: Uint8Array): void {
    if (this.filled + bytes.length > writeBytes) this.flush()
    if (bytes.length > writeBytes) {
      this.append(bytes)
      return
    }
    this.buffer.set(bytes, this.filled)
    this.filled += bytes.length
  }

  end(): Run {
    this.flush()
    return { offset: Math.max(this.offset, 0), bytes: this.written }
  }

  private flush(): void {
    this.append(this.buffer.subarray(0, this.filled))
    this.filled = 0
  }

  private append(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    const offset = this.store.append(bytes)
    if (this.offset < 0) this.offset = offset
    this.written += bytes.length
  }
}

/** Reads one run, key by key, through a buffer. */
class RunReader {
  buffer: Uint8Array = new Uint8Array(0)
  from = 0
  to = 0
  position = 0
  line = 0
  private readonly store: KeyStore
  private offset: number
  private readonly end: number
  private at = 0
  private length = 0

  constructor(store: KeyStore, { offset, bytes }: Run) {
    this.store = store
    this.offset = offset
    this.end = offset + bytes
  }

  /** Goes to the next key; false where there is none. */
  next(): boolean {
    this.at += this.length
    this.length = 0
    if (!this.holds(headBytes)) return false
    const view = new DataView(this.buffer.buffer, this.buffer.byteOffset + this.at, headBytes)
    const keyBytes = view.getUint32(0)
    const length = headBytes + keyBytes + view.getUint32(4)
    this.position = view.getFloat64(8)
    this.line = view.getFloat64(16)
    this.holds(length)
    this.length = length
    this.from = this.at + headBytes
    this.to = this.from + keyBytes
    return true
  }

  detail(): string {
    return decodeUtf8(this.buffer, this.to, this.at + this.length)
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(this.at, this.at + this.length)
  }

  /** Sees to it that so many bytes stand in the buffer; false at the end of the run. */
  private holds(length: number): boolean {
    const left = this.buffer.length - this.at
    if (left >= length) return true
    if (left === 0 && this.offset === this.end) return false
    const fresh = Math.min(this.end - this.offset, Math.max(readBytes, length) - left)
    const buffer = new Uint8Array(left + fresh)
    buffer.set(this.buffer.subarray(this.at))
    this.store.read(this.offset, buffer.subarray(left))
    this.offset += fresh
    this.buffer = buffer
    this.at = 0
    return true
  }
}

const inMergedOrder = (one: ReadKey, other: ReadKey): number =>
  compareKeys(one, other) || one.position - other.position

/** The keys of several runs in one order. */
function* merged(store: KeyStore, runs: readonly Run[]): Generator<ReadKey> {
  const heap: RunReader[] = []
  const swap = (one: number, other: number): void => {
    const held = heap[one]!
    heap[one] = heap[other]!
    heap[other] = held
  }
  const sink = (from: number): void => {
    for (let at = from; ; ) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && inMergedOrder(heap[child]!, heap[least]!) < 0) least = child
      if (least === at) return
      swap(at, least)
      at = least
    }
  }
  for (const run of runs) {
    const reader = new RunReader(store, run)
    if (reader.next()) heap.push(reader)
  }
  for (let at = heap.length >> 1; at >= 0; at--) sink(at)
  for (let least = heap[0]; least !== undefined; least = heap[0]) {
    yield least
    if (!least.next()) {
      const last = heap.pop()!
      if (heap.length > 0) heap[0] = last
    }
    sink(0)
  }
}

/** Keys between two pauses of a comparison: some ten milliseconds of work. */
const pause = 10_000

/** Writes sorted keys as a run. */
export const writeRun = (store: KeyStore, keys: Iterable<StoredKey>): Run => {
  const writer = new RunWriter(store)
  for (const key of keys) writer.add(key)
  return writer.end()
}

/** Puts runs together until they can all be read at once. Pauses, for its caller to do other things. */
function* fewer(store: KeyStore, runs: readonly Run[]): Generator<void, readonly Run[]> {
  let open = runs
  while (open.length > fanIn) {
    const writer = new RunWriter(store)
    let count = 0
    for (const key of merged(store, open.slice(0, fanIn))) {
      writer.addBytes(key.bytes())
      if (++count % pause === 0) yield
    }
    open = [...open.slice(fanIn), writer.end()]
  }
  return open
}

/**
 * Finds keys that stand more than once: `report` hears of each but the first, and of the first one's line. What it hears is
 * good only while it hears it.
 */
export function* findDuplicates(
  store: KeyStore,
  runs: readonly Run[],
  report: (again: { position: number; detail: () => string; firstLine: number }) => void,
): Generator<void> {
  const first = new ByteBuffer()
  let firstLine = -1
  let count = 0
  for (const key of merged(store, yield* fewer(store, runs))) {
    const { buffer, from, to } = key
    if (firstLine >= 0 && compareBytes(first.bytes, 0, first.length, buffer, from, to) === 0)
      report({ position: key.position, detail: () => key.detail(), firstLine })
    else {
      first.clear()
      first.add(buffer, from, to)
      firstLine = key.line
    }
    if (++count % pause === 0) yield
  }
}

/** Finds references whose key stands in none of the other runs. */
export function* findUnknown(
  store: KeyStore,
  references: readonly Run[],
  keys: readonly Run[],
  report: (unknown: { position: number; detail: () => string }) => void,
): Generator<void> {
  const known = merged(store, yield* fewer(store, keys))
  let at = known.next()
  let count = 0
  for (const reference of merged(store, yield* fewer(store, references))) {
    while (!at.done && compareKeys(at.value, reference) < 0) {
      at = known.next()
      if (++count % pause === 0) yield
    }
    if (at.done || compareKeys(at.value, reference) !== 0)
      report({ position: reference.position, detail: () => reference.detail() })
    if (++count % pause === 0) yield
  }
}
