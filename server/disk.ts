import { randomUUID } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** The disk takes no more without touching its reserve. */
export class NearlyFull extends Error {
  override readonly name = 'NearlyFull'
}

/**
 * The disk under the data folder, and the one under the embedded database where that lies elsewhere: both have to keep a
 * reserve, because the database must never run into a full disk.
 */
export const createDisk = (options: {
  dataDir: string
  /** Folder of the embedded database; undefined where there is none. Asked each time: the database may come later. */
  databaseFolder: () => string | undefined
  /** Bytes that have to stay free. */
  reserveBytes: () => number
}) => {
  const { dataDir, databaseFolder, reserveBytes } = options

  /** Free bytes of the fuller disk. */
  const free = async (): Promise<number> => {
    const folders = [dataDir, databaseFolder()].filter(folder => folder !== undefined)
    const found = await Promise.all(folders.map(folder => statfs(folder)))
    return Math.min(...found.map(({ bavail, bsize }) => bavail * bsize))
  }

  return {
    /** Writes to the data folder and looks at what is free. Throws what is at fault, NearlyFull below the reserve. */
    check: async (): Promise<void> => {
      const probe = join(dataDir, `.probe-${randomUUID()}`)
      const handle = await open(probe, 'wx')
      try {
        await handle.write('ready')
        await handle.sync()
      } finally {
        await handle.close()
        await rm(probe, { force: true })
      }
      const bytes = await free()
      if (bytes < reserveBytes()) throw new NearlyFull(`${bytes} bytes are free.`)
    },

    /** Whether so many bytes more leave the reserve free. A disk that cannot be looked at says what is wrong when it is used. */
    hasRoomFor: async (bytes: number): Promise<boolean> => {
      try {
        return (await free()) - bytes >= reserveBytes()
      } catch {
        return true
      }
    },
  }
}
export type Disk = ReturnType<typeof createDisk>
