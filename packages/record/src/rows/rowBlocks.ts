import { encodeUtf8 } from '../xml/characters.ts'
import type { RowSink, RowTables } from './rowSink.ts'

/** Rows as they were met, in a space that can be handed to another thread: words from its beginning, the text of values from its end. */
export interface RowBlock {
  readonly buffer: ArrayBuffer
  /** Words that are used. */
  readonly words: number
}

/** Where blocks get their space, and where they go. */
export interface BlockTarget {
  /** A space of at least so many bytes, and of a whole number of words, as `least` is. */
  take(least: number): ArrayBuffer
  give(block: RowBlock): void
  /** All blocks have been given. */
  end(): void
}

const wordBytes = 4
/** What the upper of the two words of a number counts. Numbers go up to 2⁵³. */
const upper = 2 ** 32
/** A value: its column, counted through all tables, and its length. */
const valueWords = 2
/** The beginning of a row: what it is; its parent's row, its line and its byte. */
const openWords = 7
/** The end of a row: what it is; its number. */
const closeWords = 3

/** What a row's beginning and end are told by: negative, as no column is. */
const openOf = (table: number): number => ~(table * 2)
const closeOf = (table: number): number => ~(table * 2 + 1)

/** Writes rows into blocks, from which a `RowPlayer` tells another sink the same. */
export class RowRecorder implements RowSink {
  private readonly target: BlockTarget
  /** Number of the first column of each table. */
  private readonly first: readonly number[]
  private readonly rows: number[]
  private buffer = new ArrayBuffer(0)
  private words = new Int32Array(0)
  private bytes = new Uint8Array(0)
  private used = 0
  /** Where the text begins that has been written from the end of the block. */
  private textAt = 0

  constructor(tables: RowTables, target: BlockTarget) {
    this.target = target
    let columns = 0
    this.first = tables.map(table => {
      columns += table.columns.length
      return columns - table.columns.length
    })
    this.rows = tables.map(() => 0)
  }

  open(table: number, parentRow: number, line: number, byte: number): number {
    this.reserve(openWords, 0)
    this.words[this.used++] = openOf(table)
    this.number(parentRow)
    this.number(line)
    this.number(byte)
    return ++this.rows[table]!
  }

  value(table: number, column: number, bytes: Uint8Array, from: number, to: number): void {
    const length = to - from
    if (length === 0) return
    this.reserve(valueWords, length)
    this.words[this.used++] = this.first[table]! + column
    this.words[this.used++] = length
    this.textAt -= length
    const own = this.bytes
    for (let p = from, q = this.textAt; p < to; p++) own[q++] = bytes[p]!
  }

  text(table: number, column: number, text: string): void {
    const bytes = encodeUtf8(text)
    this.value(table, column, bytes, 0, bytes.length)
  }

  close(table: number, row: number): void {
    this.reserve(closeWords, 0)
    this.words[this.used++] = closeOf(table)
    this.number(row)
  }

  end(): void {
    this.give()
    this.target.end()
  }

  private number(value: number): void {
    this.words[this.used++] = value
    this.words[this.used++] = value / upper
  }

  /** Sees to it that the block has room for so many words and bytes of text more. */
  private reserve(words: number, bytes: number): void {
    if ((this.used + words) * wordBytes + bytes <= this.textAt) return
    this.give()
    this.buffer = this.target.take((words + Math.ceil(bytes / wordBytes)) * wordBytes)
    this.words = new Int32Array(this.buffer)
    this.bytes = new Uint8Array(this.buffer)
    this.textAt = this.bytes.length
  }

  private give(): void {
    if (this.used > 0) this.target.give({ buffer: this.buffer, words: this.used })
    this.used = 0
    this.textAt = 0
  }
}

/** Tells a sink of the rows in blocks, as the recorder of the same tables was told. */
export class RowPlayer {
  private readonly sink: RowSink
  /** Table and place in it of each column, counted through all tables. */
  private readonly tables: readonly number[]
  private readonly columns: readonly number[]

  constructor(tables: RowTables, sink: RowSink) {
    this.sink = sink
    this.tables = tables.flatMap(({ columns }, table) => columns.map(() => table))
    this.columns = tables.flatMap(({ columns }) => [...columns.keys()])
  }

  play({ buffer, words: used }: RowBlock): void {
    const { sink, tables, columns } = this
    const words = new Int32Array(buffer)
    const bytes = new Uint8Array(buffer)
    let textAt = bytes.length
    for (let at = 0; at < used; ) {
      const code = words[at]!
      if (code >= 0) {
        const to = textAt
        textAt -= words[at + 1]!
        sink.value(tables[code]!, columns[code]!, bytes, textAt, to)
        at += valueWords
      } else if ((~code & 1) === 0) {
        sink.open(~code >> 1, numberAt(words, at + 1), numberAt(words, at + 3), numberAt(words, at + 5))
        at += openWords
      } else {
        sink.close(~code >> 1, numberAt(words, at + 1))
        at += closeWords
      }
    }
  }
}

const numberAt = (words: Int32Array, at: number): number => (words[at]! >>> 0) + words[at + 1]! * upper
