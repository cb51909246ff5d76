import { constants, copyFile, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * The records as the schema check has loaded them, on their way to the enrichment. Like every file that a step leaves, it is
 * made under a name of one taking and gets its own name when it is whole.
 */
const loadedFileOf = (databaseFile: string): string => `${databaseFile}.loaded`

/** File of one taking of a step, until it is whole. */
export const takingFileOf = (databaseFile: string, fence: number): string => `${databaseFile}.${fence}`

/** Removes what takings before this one have left behind, as a worker does that is killed in the middle of a step. */
export const removeEarlierTakings = async (databaseFile: string, fence: number): Promise<void> => {
  const prefix = `${basename(databaseFile)}.`
  const left = (await readdir(dirname(databaseFile))).filter(name => {
    const [, taking] = name.startsWith(prefix)
      ? (/^(\d+)(?:\.wal)?$/.exec(name.slice(prefix.length)) ?? [])
      : []
    return taking !== undefined && Number(taking) < fence
  })
  await Promise.all(left.map(name => rm(join(dirname(databaseFile), name), { force: true })))
}

/** Keeps what this taking has loaded, in place of what an earlier one did. */
export const keepLoaded = (loaded: string, databaseFile: string): Promise<void> =>
  rename(loaded, loadedFileOf(databaseFile))

/** Forgets what was loaded: it is of no more use, or may not be kept. */
export const removeLoaded = (databaseFile: string): Promise<void> =>
  rm(loadedFileOf(databaseFile), { force: true })

/** Puts a copy of what was loaded at `copy`, so that a step that fails can begin again; false where nothing was. */
export const copyLoaded = async (databaseFile: string, copy: string): Promise<boolean> => {
  try {
    await copyFile(loadedFileOf(databaseFile), copy, constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
