import { randomUUID } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable, Transform } from 'node:stream'

const diskFaults = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'ENODEV', 'ESTALE'])

/** Whether the fault is one of the disk that is written to or read. */
export const isDiskFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && diskFaults.has(String(error.code))

/** The disk takes no more without touching its reserve: for who writes, the same as one that is full. */
export class NearlyFull extends Error {
  override readonly name = 'NearlyFull'
  readonly code = 'ENOSPC'
}

/** So many bytes at least are set aside at once for what says no size. */
const stepBytes = 16 * 1024 ** 2

/** Bytes of the disk that are set aside for something that is about to be written. */
export interface Space {
  /** So many of them are written next. More than were set aside are set aside now: rejects with NearlyFull where they do not fit. */
  use: (bytes: number) => Promise<void>
  /** What was not used is for others; to be called whatever becomes of the writing. */
  giveBack: () => void
}

/** The same content, which uses space as it comes, and fails with NearlyFull where there is no more. */
export const within = (space: Space, content: Readable): Readable =>
  pipeline(
    content,
    new Transform({
      transform: (chunk: Uint8Array, _, done) => {
        space.use(chunk.length).then(() => done(null, chunk), done)
      },
    }),
    // Told to whoever reads what is piped.
    () => undefined,
  )

/**
 * The disk under the data folder, and the one under the embedded database where that lies elsewhere: both have to keep a
 * reserve, because the database must never run into a full disk. What several requests are about to write is counted together,
 * of this process.
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

  /** Bytes that are set aside here and not written yet. */
  let setAsideBytes = 0

  /** Bytes that may be written. A disk that cannot be looked at says what is wrong when it is used. */
  const room = async (): Promise<number> => {
    try {
      return (await free()) - reserveBytes()
    } catch {
      return Number.POSITIVE_INFINITY
    }
  }

  const claim = async (bytes: number): Promise<boolean> => {
    const left = await room()
    if (left - setAsideBytes < bytes) return false
    setAsideBytes += bytes
    return true
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

    /** Bytes that leave the reserve free, and what is set aside; infinite where the disk cannot be looked at. */
    spareBytes: async (): Promise<number> => Math.max(0, (await room()) - setAsideBytes),

    /** Whether so many bytes more leave the reserve free, and what is set aside. */
    hasRoomFor: async (bytes: number): Promise<boolean> => (await room()) - setAsideBytes >= bytes,

    /** Sets so many bytes aside; undefined where they would not leave the reserve free. */
    setAside: async (bytes: number): Promise<Space | undefined> => {
      if (!(await claim(bytes))) return undefined
      let left = bytes
      return {
        use: async count => {
          if (count > left) {
            const more = Math.max(count - left, stepBytes)
            if (!(await claim(more))) throw new NearlyFull(`There is no room for ${more} bytes more.`)
            left += more
          }
          left -= count
          setAsideBytes -= count
        },
        giveBack: () => {
          setAsideBytes -= left
          left = 0
        },
      }
    },
  }
}
export type Disk = ReturnType<typeof createDisk>
