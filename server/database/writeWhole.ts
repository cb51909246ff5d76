import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const flushFolder = (folder: string): void => {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Writes a small file that only its owner may read. It appears whole or not at all, also where the power fails. */
export const writeWhole = (file: string, content: string): void => {
  const partial = `${file}.${process.pid}.partial`
  writeFileSync(partial, content, { mode: 0o600, flush: true })
  renameSync(partial, file)
  flushFolder(dirname(file))
}
