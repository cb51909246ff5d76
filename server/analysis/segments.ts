import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, literal } from './database.ts'
import { rawTable } from './tables.ts'

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

const copySql = (table: string, file: string): string =>
  `copy ${rawTable(table)} from ${literal(file)} (format csv, header false, auto_detect false, delimiter ',', quote '"', escape '"', nullstr '', allow_quoted_nulls false)`

/** Writes segments to files of the work folder and copies them into their tables, one after the other, while reading goes on. */
export const createSegmentLoader = (database: Database, workFolder: string): SegmentLoader => {
  const rows: Record<string, number> = {}
  let sequence = 0
  let waiting = 0
  let tail: Promise<void> = Promise.resolve()
  let failure: unknown
  let wake: () => void = () => {}

  const load = async (table: string, csv: Uint8Array, number: number): Promise<void> => {
    const file = join(workFolder, `segment-${number}.csv`)
    try {
      await writeFile(file, csv)
      await database.run(copySql(table, file))
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
