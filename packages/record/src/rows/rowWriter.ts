import { encodeUtf8 } from '../xml/characters.ts'
import { type Compress, PageWriter } from './pageWriter.ts'
import type { RowSink, RowTables } from './rowSink.ts'
import { type ColumnKind, TableRows } from './tableRows.ts'
import type { HeldText } from './textColumn.ts'

/** Where the rows of a checked file go: a Parquet file for each table. */
export interface RowOptions {
  /** How a column is kept. A text that is no date, or no number, is left out. */
  kindOf(column: string): ColumnKind
  /**
   * Takes the next bytes of the file of a table, which are good until it returns. Every table has a file; it is whole when the
   * checker has ended. Columns: `_row`, `_parent`, `_line`, `_byte`, then those of the table. A field that is absent, or
   * present and empty, is null.
   */
  write(table: string, bytes: Uint8Array): void
  /** Zstandard for the pages; they are not compressed without. */
  readonly compress?: Compress
  /** Rows of a row group; 16,384 by default. */
  readonly groupRows?: number
}

const defaultGroupRows = 16_384
/** Text of all tables that may be held in memory: beyond it a table is written before its row group is full. */
const mostHeld = 33_554_432
/** Least text of a table that is then written: row groups of a few rows would be slow to read. */
const leastWritten = 1_048_576

/** Turns the entities of a file into tables, column by column from bytes. Memory stays within a bound. */
export class RowWriter implements RowSink {
  private readonly tables: readonly TableRows[]
  private readonly held: HeldText = { bytes: 0 }

  constructor(tables: RowTables, options: RowOptions) {
    const pages = new PageWriter(options.compress)
    const groupRows = options.groupRows ?? defaultGroupRows
    this.tables = tables.map(({ name, columns }) => {
      const kinds = columns.map(column => ({ name: column, kind: options.kindOf(column) }))
      return new TableRows(kinds, groupRows, this.held, pages, bytes => options.write(name, bytes))
    })
  }

  open(table: number, parentRow: number, line: number, byte: number): number {
    return this.tables[table]!.open(parentRow, line, byte)
  }

  value(table: number, column: number, bytes: Uint8Array, from: number, to: number): void {
    if (from !== to) this.tables[table]!.put(column, bytes, from, to)
  }

  text(table: number, column: number, text: string): void {
    const bytes = encodeUtf8(text)
    this.value(table, column, bytes, 0, bytes.length)
  }

  close(table: number, row: number): void {
    const rows = this.tables[table]!
    rows.close(row)
    if (this.held.bytes > mostHeld && rows.held > leastWritten) rows.flush()
  }

  /** Writes what is left. */
  end(): void {
    for (const table of this.tables) table.end()
  }
}

/** For the option `rows` of a check: writes each table as a Parquet file. */
export const writeRows =
  (options: RowOptions) =>
  (tables: RowTables): RowSink =>
    new RowWriter(tables, options)
