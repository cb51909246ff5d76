import { constants, copyFile, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * The records as the schema check has loaded them, on their way to the enrichment. Like every file that a stage leaves, it is
 * made under a name of one attempt and gets its own name when it is whole.
 */
const loadedFileOf = (databaseFile: string): string => `${databaseFile}.loaded`

/** File of one attempt at a stage, until it is whole. */
export const attemptFileOf = (databaseFile: string, fencingToken: number): string =>
  `${databaseFile}.${fencingToken}`

/** Removes what earlier attempts have left behind: a worker that is killed in the middle of a stage leaves its file. */
export const removeEarlierAttempts = async (databaseFile: string, fencingToken: number): Promise<void> => {
  const prefix = `${basename(databaseFile)}.`
  const left = (await readdir(dirname(databaseFile))).filter(name => {
    const [, attempt] = name.startsWith(prefix)
      ? (/^(\d+)(?:\.wal)?$/.exec(name.slice(prefix.length)) ?? [])
      : []
    return attempt !== undefined && Number(attempt) < fencingToken
  })
  await Promise.all(left.map(name => rm(join(dirname(databaseFile), name), { force: true })))
}

/** Keeps what this attempt has loaded, in place of what an earlier one did. */
export const keepLoaded = (loaded: string, databaseFile: string): Promise<void> =>
  rename(loaded, loadedFileOf(databaseFile))

/** Forgets what was loaded: it is of no more use, or may not be kept. */
export const removeLoaded = (databaseFile: string): Promise<void> =>
  rm(loadedFileOf(databaseFile), { force: true })

/** Puts a copy of what was loaded at `copy`, so that a stage that fails can begin again; false where nothing was. */
export const copyLoaded = async (databaseFile: string, copy: string): Promise<boolean> => {
  try {
    await copyFile(loadedFileOf(databaseFile), copy, constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
