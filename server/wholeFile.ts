import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/*
 * Small files that only their owner may read. Each appears whole or not at all, also where the power fails.
 */

const flushFolder = (folder: string): void => {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Writes a file beside the one that it is to become; gives its path. */
const writeDraft = (file: string, content: string | Buffer): string => {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.partial`
  writeFileSync(draft, content, { mode: 0o600, flush: true })
  return draft
}

/** Writes a file, in the place of one that is there. */
export const writeWhole = (file: string, content: string | Buffer): void => {
  renameSync(writeDraft(file, content), file)
  flushFolder(dirname(file))
}

/** Reads a file; where there is none, it is made first. Several processes may come at once: all read what one has made. */
export const readOrMake = (file: string, make: () => string | Buffer): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const draft = writeDraft(file, make())
  try {
    // Fails where another process was first.
    linkSync(draft, file)
    flushFolder(dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}
