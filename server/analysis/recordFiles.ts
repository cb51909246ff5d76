import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { recordFile } from './tables.ts'

/**
 * The files of a record while its rows are written, in a new, empty folder. They are written where the rows are made, so that
 * no row waits in memory for the disk.
 */
export const createRecordFiles = (folder: string) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = new Map<string, number>()

  const fileOf = (table: string): number => {
    const known = files.get(table)
    if (known !== undefined) return known
    const file = openSync(join(folder, recordFile(table)), 'wx')
    files.set(table, file)
    return file
  }

  const close = (): void => {
    for (const file of files.values()) closeSync(file)
    files.clear()
  }

  return {
    write: (table: string, bytes: Uint8Array): void => {
      const file = fileOf(table)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    },
    close,
    /** Removes what has been written. */
    remove: (): void => {
      close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type RecordFiles = ReturnType<typeof createRecordFiles>
