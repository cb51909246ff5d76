/** The tables that rows go to, named by their place in this list, as their columns are by theirs. */
export type RowTables = readonly { readonly name: string; readonly columns: readonly string[] }[]

/** Takes the rows of a file while the checker meets them. */
export interface RowSink {
  /** Begins a row; gives its number (from 1 in its table). */
  open(table: number, parentRow: number, line: number, byte: number): number
  /** Keeps a value of the row that is open in the table, or of the next one where none is. The bytes are good until it returns. */
  value(table: number, column: number, bytes: Uint8Array, from: number, to: number): void
  text(table: number, column: number, text: string): void
  close(table: number, row: number): void
  /** The file has been read to its end. */
  end(): void
}
