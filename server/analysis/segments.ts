import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, literal, quoted } from './database.ts'
import { type ColumnTypes, columnType, type EntityTable, plainTable, positionColumns } from './tables.ts'

/** Segments that may wait for the database before reading has to pause: bounds memory and disk. */
const mostWaiting = 2

/** Rows of one entity as CSV: no header, absent fields empty, present but empty fields as "". */
export interface Segment {
  table: string
  csv: Uint8Array
  rows: number
}

export interface SegmentLoader {
  /** Takes a segment over, bytes included. */
  add(segment: Segment): void
  /** Resolves when reading may go on; rejects when a segment could not be loaded. */
  ready(): Promise<void>
  /** Resolves when all is in the database. */
  settle(): Promise<void>
  rows: Readonly<Record<string, number>>
}

/** Statement that copies a file of rows into its table, each text turned into the type of its column. */
const copySql = ({ name, columns }: EntityTable, types: ColumnTypes): ((file: string) => string) => {
  const read = [
    ...positionColumns.map(column => `${literal(column)}: 'bigint'`),
    ...columns.map(column => `${literal(column)}: 'varchar'`),
  ]
  const values = columns.map(column => {
    const type = columnType(column, types)
    return type === 'varchar' ? quoted(column) : `try_cast(${quoted(column)} as ${type})`
  })
  return file =>
    `insert into ${plainTable(name)} select ${[...positionColumns, ...values].join(', ')} from read_csv(${literal(file)}, columns = {${read.join(', ')}}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = true)`
}

/** Writes segments to files of the work folder and copies them into their tables, one after the other, while reading goes on. */
export const createSegmentLoader = (
  database: Database,
  workFolder: string,
  tables: readonly EntityTable[],
  types: ColumnTypes,
): SegmentLoader => {
  const copies = new Map(tables.map(table => [table.name, copySql(table, types)]))
  const rows: Record<string, number> = {}
  let sequence = 0
  let waiting = 0
  let tail: Promise<void> = Promise.resolve()
  let failure: unknown
  let wake: () => void = () => {}

  const load = async (table: string, csv: Uint8Array, number: number): Promise<void> => {
    const copy = copies.get(table)
    if (!copy) throw new Error(`There is no table for the rows of ${table}.`)
    const file = join(workFolder, `segment-${number}.csv`)
    try {
      await writeFile(file, csv)
      await database.run(copy(file))
    } finally {
      await rm(file, { force: true })
    }
  }

  return {
    rows,
    add({ table, csv, rows: count }) {
      const number = sequence++
      waiting += 1
      rows[table] = (rows[table] ?? 0) + count
      tail = tail
        .then(() => (failure === undefined ? load(table, csv, number) : undefined))
        .catch(error => {
          failure ??= error
        })
        .finally(() => {
          waiting -= 1
          wake()
        })
    },
    async ready() {
      while (waiting > mostWaiting && failure === undefined) {
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
      if (failure !== undefined) throw failure
    },
    async settle() {
      await tail
      if (failure !== undefined) throw failure
    },
  }
}
