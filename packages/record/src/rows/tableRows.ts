import type { Column, ValueColumn } from './column.ts'
import { DateColumn } from './dateColumn.ts'
import { footerOf, magic, type RowGroup } from './footer.ts'
import { NumberColumn } from './numberColumn.ts'
import type { PageWriter } from './pageWriter.ts'
import { PositionColumn } from './positionColumn.ts'
import { type HeldText, TextColumn } from './textColumn.ts'

/** How the text of a column is kept. */
export type ColumnKind = 'text' | 'date' | 'number'

const columnOf = (name: string, kind: ColumnKind, groupRows: number, held: HeldText): ValueColumn => {
  if (kind === 'date') return new DateColumn(name, groupRows)
  return kind === 'number' ? new NumberColumn(name, groupRows) : new TextColumn(name, groupRows, held)
}

/** The rows of one table as a Parquet file: columns of the open row group, and the groups that are written. */
export class TableRows {
  /** Rows that were begun. */
  rows = 0
  private readonly columns: readonly ValueColumn[]
  private readonly row: PositionColumn
  private readonly parent: PositionColumn
  private readonly line: PositionColumn
  private readonly byte: PositionColumn
  private readonly all: readonly Column[]
  private readonly groups: RowGroup[] = []
  private readonly groupRows: number
  private readonly pages: PageWriter
  private readonly write: (bytes: Uint8Array) => void
  /** Rows of the open row group that are whole: the open row stands behind them. */
  private at = 0
  private written = 0
  private openParent = 0
  private openLine = 0
  private openByte = 0

  constructor(
    columns: readonly { name: string; kind: ColumnKind }[],
    groupRows: number,
    held: HeldText,
    pages: PageWriter,
    write: (bytes: Uint8Array) => void,
  ) {
    this.groupRows = groupRows
    this.pages = pages
    this.write = write
    this.columns = columns.map(({ name, kind }) => columnOf(name, kind, groupRows, held))
    this.row = new PositionColumn('_row', groupRows)
    this.parent = new PositionColumn('_parent', groupRows)
    this.line = new PositionColumn('_line', groupRows)
    this.byte = new PositionColumn('_byte', groupRows)
    this.all = [this.row, this.parent, this.line, this.byte, ...this.columns]
  }

  /** Bytes of text that the open row group holds. */
  get held(): number {
    return this.columns.reduce((sum, column) => sum + column.held, 0)
  }

  open(parent: number, line: number, byte: number): number {
    this.openParent = parent
    this.openLine = line
    this.openByte = byte
    return ++this.rows
  }

  put(column: number, bytes: Uint8Array, from: number, to: number): void {
    this.columns[column]!.put(this.at, bytes, from, to)
  }

  close(row: number): void {
    const { at } = this
    this.row.add(at, row)
    if (this.openParent > 0) this.parent.add(at, this.openParent)
    this.line.add(at, this.openLine)
    this.byte.add(at, this.openByte)
    this.at = at + 1
    if (this.at === this.groupRows) this.flush()
  }

  /** Writes the rows of the open group. */
  flush(): void {
    const rows = this.at
    if (rows === 0) return
    const out = this.pages.begin()
    if (this.written === 0) out.append(magic)
    const chunks = this.all.map(column => this.pages.column(column.take(rows)))
    for (const column of this.all) column.reset()
    this.groups.push({ at: this.written, rows, chunks })
    this.at = 0
    this.hand(this.pages.group())
  }

  /** Writes what is left, and the end of the file. */
  end(): void {
    this.flush()
    if (this.written === 0) this.hand(magic)
    const rows = this.groups.reduce((sum, group) => sum + group.rows, 0)
    this.hand(footerOf(this.all, this.groups, rows))
  }

  private hand(bytes: Uint8Array): void {
    this.written += bytes.length
    this.write(bytes)
  }
}
