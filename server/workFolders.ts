import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { tryLock } from './database/fileLock.ts'

const privateFolder = { recursive: true, mode: 0o700 } as const
const lockSuffix = '.lock'
/** A folder without a lock, or a lock without a folder, was left by a killed process after so long without a change, in ms. */
const unlockedKeptMs = 24 * 3_600_000

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true })

/**
 * Scratch folders of one process, under a folder of its own that it holds by a lock: what is held by nobody was left by a
 * process that was killed.
 */
export const createWorkFolders = (parent: string) => {
  let own: { path: string; unlock: () => void } | undefined

  /** The folder of this process. Its lock is taken before it appears, so that no other process takes it for a remainder. */
  const home = async (): Promise<string> => {
    await mkdir(parent, privateFolder)
    if (!own) {
      const path = join(parent, randomUUID())
      // Made here, where a full or read-only disk says so by its code; the lock would only say that it cannot be had.
      closeSync(openSync(path + lockSuffix, 'a', 0o600))
      const unlock = tryLock(path + lockSuffix)
      if (!unlock) throw new Error(`Another process has ${path}.`)
      own = { path, unlock }
    }
    return own.path
  }

  /** A new, empty scratch folder. */
  const make = async (name: string): Promise<string> => {
    const path = join(await home(), name)
    await remove(path)
    await mkdir(path, privateFolder)
    return path
  }

  const isOld = async (path: string): Promise<boolean> => {
    const found = await stat(path).catch(() => undefined)
    return found !== undefined && Date.now() - found.mtimeMs > unlockedKeptMs
  }

  return {
    make,
    remove,

    /** Runs the work with a scratch folder of its own, which is gone afterwards. */
    use: async <T>(name: string, work: (folder: string) => Promise<T>): Promise<T> => {
      const folder = await make(name)
      try {
        return await work(folder)
      } finally {
        await remove(folder)
      }
    },

    /** Removes what processes that were killed have left. */
    sweep: async (): Promise<void> => {
      const names = await readdir(parent).catch((): string[] => [])
      for (const name of names) {
        const path = join(parent, name)
        if (name.endsWith(lockSuffix)) {
          // Its process has ended between lock and folder; where it lives, the folder is about to appear.
          if (!names.includes(basename(name, lockSuffix)) && (await isOld(path))) await remove(path)
          continue
        }
        const lockFile = path + lockSuffix
        if (!existsSync(lockFile)) {
          if (await isOld(path)) await remove(path)
          continue
        }
        const unlock = tryLock(lockFile)
        if (!unlock) continue
        await remove(path)
        await remove(lockFile)
        unlock()
      }
    },

    /** Lets go of the folder of this process, and removes it. */
    close: async (): Promise<void> => {
      if (!own) return
      const { path, unlock } = own
      own = undefined
      await remove(path)
      await remove(path + lockSuffix)
      unlock()
    },
  }
}
export type WorkFolders = ReturnType<typeof createWorkFolders>
