import { constants, copyFile, rename, rm } from 'node:fs/promises'

/**
 * The records as the schema check has loaded them, on their way to the enrichment. Like every file that a step leaves, it is
 * made under a name of one taking and gets its own name when it is whole.
 */
const loadedFileOf = (databaseFile: string): string => `${databaseFile}.loaded`

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
