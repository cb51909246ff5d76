import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

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

/** Names of files that are to become others: `<file>.<process id>.<random>.partial`. */
const draftName = /\.\d+\.[0-9a-f]{8}\.partial$/
/** A draft is there for milliseconds; a day is more than clocks of several machines differ by. */
const lostAfterMs = 24 * 60 * 60 * 1000

/** Keys may lie where this process only reads: a draft there is no reason not to start. */
const removeIfAllowed = (draft: string): void => {
  try {
    rmSync(draft, { force: true })
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/**
 * Removes the drafts that processes which were killed have left in a folder: they hold secrets, also such as were replaced
 * since. Other processes may be writing, so only old ones go, unless this one has the folder to itself.
 */
export const removeDrafts = (folder: string, { isOurs = false }: { isOurs?: boolean } = {}): void => {
  const before = Date.now() - lostAfterMs
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !draftName.test(entry.name)) continue
    const draft = join(folder, entry.name)
    const found = statSync(draft, { throwIfNoEntry: false })
    if (isOurs || (found && found.mtimeMs < before)) removeIfAllowed(draft)
  }
}

/**
 * The same of a folder that this process has to itself, and of those below it. One of those that it may not read, such as
 * `lost+found` of a volume, is not its own.
 */
export const removeDraftsBelow = (folder: string): void => {
  removeDrafts(folder, { isOurs: true })
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    try {
      removeDraftsBelow(join(folder, entry.name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    }
  }
}

/** Makes a folder for such files where there is none, which nobody else may look into; an old draft in it goes. */
export const makeClosedFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeDrafts(folder)
}

/** Writes a draft of a file in its folder, and has it put in its place. A draft that cannot be used is removed. */
const writeDraft = (file: string, content: string | Buffer, put: (draft: string) => void): void => {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.partial`
  try {
    writeFileSync(draft, content, { mode: 0o600, flush: true })
    put(draft)
    flushFolder(dirname(file))
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Writes a file, in the place of one that is there. */
export const writeWhole = (file: string, content: string | Buffer): void =>
  writeDraft(file, content, draft => renameSync(draft, file))

/** Reads a file; where there is none, it is made first. Several processes may come at once: all read what one has made. */
export const readOrMake = (file: string, make: () => string | Buffer): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  try {
    // Fails where another process was first.
    writeDraft(file, make(), draft => linkSync(draft, file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
