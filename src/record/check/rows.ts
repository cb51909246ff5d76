import { encodeUtf8 } from '../xml/characters.ts'
import type { EntityTable } from './layout.ts'

/** Where the rows of a checked file go. */
export interface RowOptions {
  /**
   * Called with whole CSV rows of one table: UTF-8, comma, no header, LF after each row; columns `_row`, `_parent`,
   * `_line`, `_byte`, then those of the table. Unquoted empty = absent (NULL), `""` = present and empty. The bytes
   * belong to the receiver.
   */
  segment(table: string, csv: Uint8Array, rowCount: number): void
  /** Size at which a segment is handed over; 4 MiB by default. */
  readonly segmentBytes?: number
}

const COMMA = 0x2c
const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d
const firstSize = 65_536

/** 1 where a byte makes a value need quotes. */
const QUOTED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === COMMA || byte === QUOTE || byte === LF || byte === CR ? 1 : 0,
)

/** Rows of one table: the open row's values in a scratch buffer, the finished rows in a segment. */
class TableRows {
  rows = 0
  private readonly name: string
  private readonly starts: Int32Array
  private readonly ends: Int32Array
  private scratch: Uint8Array = new Uint8Array(1024)
  private used = 0
  private csv: Uint8Array
  private length = 0
  private segmentRows = 0
  private parent = 0
  private line = 0
  private byte = 0
  private readonly segmentBytes: number
  private readonly emit: RowOptions['segment']

  constructor(table: EntityTable, options: RowOptions) {
    this.name = table.name
    this.starts = new Int32Array(table.columns.length)
    this.ends = new Int32Array(table.columns.length)
    this.segmentBytes = options.segmentBytes ?? 4_194_304
    this.emit = options.segment.bind(options)
    this.csv = new Uint8Array(firstSize)
  }

  open(parent: number, line: number, byte: number): number {
    this.starts.fill(-1)
    this.used = 0
    this.parent = parent
    this.line = line
    this.byte = byte
    return ++this.rows
  }

  /** Keeps the value of a column, quoted where it must be. */
  put(column: number, bytes: Uint8Array, from: number, to: number): void {
    const most = (to - from) * 2 + 2
    if (this.used + most > this.scratch.length) this.growScratch(most)
    const { scratch } = this
    const start = this.used
    let at = start
    let needsQuotes = from === to
    for (let p = from; p < to; p++) {
      const byte = bytes[p]!
      if (QUOTED[byte] === 1) needsQuotes = true
      scratch[at++] = byte
    }
    if (needsQuotes) {
      at = start
      scratch[at++] = QUOTE
      for (let p = from; p < to; p++) {
        if (bytes[p] === QUOTE) scratch[at++] = QUOTE
        scratch[at++] = bytes[p]!
      }
      scratch[at++] = QUOTE
    }
    this.starts[column] = start
    this.ends[column] = at
    this.used = at
  }

  close(row: number): void {
    const { starts, ends, scratch } = this
    const columns = starts.length
    const most = this.used + columns + 80
    if (this.length + most > this.csv.length) this.growSegment(most)
    const { csv } = this
    let at = this.number(row, this.length)
    csv[at++] = COMMA
    if (this.parent > 0) at = this.number(this.parent, at)
    csv[at++] = COMMA
    at = this.number(this.line, at)
    csv[at++] = COMMA
    at = this.number(this.byte, at)
    for (let column = 0; column < columns; column++) {
      csv[at++] = COMMA
      const start = starts[column]!
      if (start < 0) continue
      const end = ends[column]!
      for (let p = start; p < end; p++) csv[at++] = scratch[p]!
    }
    csv[at++] = LF
    this.length = at
    this.segmentRows++
    if (at >= this.segmentBytes) this.flush()
  }

  flush(): void {
    if (this.segmentRows === 0) return
    const csv = this.csv.subarray(0, this.length)
    const rows = this.segmentRows
    this.csv = new Uint8Array(this.csv.length)
    this.length = 0
    this.segmentRows = 0
    this.emit(this.name, csv, rows)
  }

  private number(value: number, at: number): number {
    const { csv } = this
    let size = 1
    for (let power = 10; power <= value; power *= 10) size++
    let p = at + size - 1
    let left = value
    for (; left > 0x7fffffff; p--) {
      const tens = Math.floor(left / 10)
      csv[p] = 0x30 + (left - tens * 10)
      left = tens
    }
    for (; p >= at; p--) {
      const tens = (left / 10) | 0
      csv[p] = 0x30 + (left - tens * 10)
      left = tens
    }
    return at + size
  }

  private growScratch(most: number): void {
    const larger = new Uint8Array(Math.max(this.scratch.length * 2, this.used + most))
    larger.set(this.scratch)
    this.scratch = larger
  }

  private growSegment(most: number): void {
    const larger = new Uint8Array(
      Math.max(Math.min(this.csv.length * 2, this.segmentBytes + firstSize), this.length + most),
    )
    larger.set(this.csv.subarray(0, this.length))
    this.csv = larger
  }
}

/** Turns the entities of a file into CSV segments by table, copying bytes. */
export class RowWriter {
  private readonly tables: readonly TableRows[]

  constructor(tables: readonly EntityTable[], options: RowOptions) {
    this.tables = tables.map(table => new TableRows(table, options))
  }

  /** Begins a row; gives its number (from 1 in its table). */
  open(table: number, parentRow: number, line: number, byte: number): number {
    return this.tables[table]!.open(parentRow, line, byte)
  }

  value(table: number, column: number, bytes: Uint8Array, from: number, to: number): void {
    this.tables[table]!.put(column, bytes, from, to)
  }

  text(table: number, column: number, text: string): void {
    const bytes = encodeUtf8(text)
    this.tables[table]!.put(column, bytes, 0, bytes.length)
  }

  close(table: number, row: number): void {
    this.tables[table]!.close(row)
  }

  /** Hands over what is left. */
  end(): void {
    for (const table of this.tables) table.flush()
  }
}
