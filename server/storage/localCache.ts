import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kept } from '../limits.ts'
import {
  decrypted,
  decryptedRange,
  encrypted,
  type ObjectCipher,
  ObjectDamagedError,
} from './encryption/cipher.ts'
import { bytesAt, filePieces } from './filePieces.ts'
import type { ByteRange } from './objectStore.ts'
import { PackError, type PackedFile, packFiles, unpackInto } from './pack.ts'

/** Time in ms after which an unfinished entry belongs to a dead process. */
const longestFillingMs = 3_600_000

/**
 * Time in ms after which all entries are listed again, because other processes add some. Listing a thousand takes longer than adding one.
 */
const lookAgainMs = 60_000
/** Share of the limit that is freed when there is no room, so that the next entries fit. */
const freedShare = 1 / 16

const manifestFile = 'manifest.json'
const privateFolder = { recursive: true, mode: 0o700 } as const

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Missing or existing files are no fault of the cache: another process was faster. */
const isRace = (error: unknown): boolean => ['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error))

const statOf = (path: string): Promise<Stats | undefined> =>
  stat(path).catch(error => {
    if (isRace(error)) return undefined
    throw error
  })

/** Content of an entry: all its files as one, encrypted. */
const contentFile = 'content'

/** A part of the content of an encrypted file. */
const readIn = async (path: string, range: ByteRange, cipher: ObjectCipher): Promise<Uint8Array> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await decryptedRange((from, to) => bytesAt(file, from, to), size, range, cipher)
  } finally {
    await file.close()
  }
}

/** Name of an entry: the hash of its manifest, so one name always has the same content. */
export interface CacheEntry {
  /** Key of its manifest in the object store. The entry uses the same cipher. */
  key: string
  sha256: string
  /** Total size of its files in bytes. */
  bytes: number
}

/**
 * Copies of artefacts on this machine, shared by processes, encrypted with the key of their object: the disk alone is useless, and
 * deleting the key deletes every copy. An entry is filled in its own folder and appears by one rename. Users get its files in a folder of
 * theirs, so an entry may be removed at any time. Everything here can be fetched again.
 */
export const createLocalCache = (options: {
  folder: string
  /** Total size limit of the entries in bytes. */
  limitBytes: number
  /** The cipher of an object; undefined if it has no key, or none any more. */
  cipherOf: (key: string) => Promise<ObjectCipher | undefined>
}) => {
  const { folder, limitBytes, cipherOf } = options
  /** Nothing fits, so do not look. Entries of an earlier limit are removed when room is made. */
  const isOff = limitBytes === 0
  const entries = join(folder, 'entries')
  const filling = join(folder, 'filling')

  const nameOf = ({ sha256, bytes }: CacheEntry): string => `${sha256}.${bytes}`
  const pathOf = (entry: CacheEntry): string => join(entries, nameOf(entry))

  /** The cipher of an entry; undefined if it would not be kept. */
  const cipherFor = async ({ key, bytes }: CacheEntry): Promise<ObjectCipher | undefined> =>
    isOff || limitBytes < bytes ? undefined : cipherOf(key)

  /** A new, empty folder beside the entries. */
  const newFolder = async (): Promise<string> => {
    const path = join(filling, randomUUID())
    await mkdir(path, privateFolder)
    return path
  }

  /** Renames a folder away, so that nobody finds it half removed, then removes it. */
  const drop = async (path: string): Promise<void> => {
    const aside = join(filling, randomUUID())
    try {
      await mkdir(filling, privateFolder)
      await rename(path, aside)
    } catch (error) {
      if (isRace(error)) return
      throw error
    }
    await rm(aside, { recursive: true, force: true })
  }

  /** Free bytes at the last listing, less what this process has added since. */
  let freeBytes = 0
  let lookedAt = Number.NEGATIVE_INFINITY

  /** Removes entries that were not used for long, then, if still over the limit, the least recently used until there is some room. */
  const makeRoom = async (): Promise<void> => {
    for (const path of [entries, filling]) await mkdir(path, privateFolder)
    const now = Date.now()
    const listed = await readdir(entries)
    const found = await Promise.all(
      listed.map(async name => {
        const path = join(entries, name)
        const used = (await statOf(path))?.mtimeMs
        if (used === undefined) return []
        return [{ path, used, bytes: Number(name.split('.')[1] ?? 0) }]
      }),
    )
    const byUse = found.flat().sort((one, other) => other.used - one.used)
    const isOver = byUse.reduce((sum, { bytes }) => sum + bytes, 0) > limitBytes
    const most = isOver ? limitBytes * (1 - freedShare) : limitBytes
    freeBytes = limitBytes
    let bytes = 0
    for (const [place, one] of byUse.entries()) {
      bytes += one.bytes
      const fits = bytes <= (place === 0 ? limitBytes : most)
      if (fits && now - one.used < kept.unusedCopiesMs) freeBytes -= one.bytes
      else await drop(one.path)
    }
    lookedAt = now
    for (const name of await readdir(filling)) {
      const path = join(filling, name)
      const begun = (await statOf(path))?.mtimeMs
      if (begun !== undefined && now - begun > longestFillingMs)
        await rm(path, { recursive: true, force: true })
    }
  }

  /** Makes a filled folder an entry, unless one exists by now. */
  const publish = async (entry: CacheEntry, filled: string): Promise<void> => {
    await mkdir(entries, privateFolder)
    try {
      await rename(filled, pathOf(entry))
    } catch (error) {
      if (!isRace(error)) throw error
      await rm(filled, { recursive: true, force: true })
    }
  }

  return {
    /** The manifest of an entry as stored there; undefined if there is none. */
    manifestOf: async (entry: CacheEntry): Promise<string | undefined> =>
      isOff
        ? undefined
        : readFile(join(pathOf(entry), manifestFile), 'utf8').catch(error => {
            if (isRace(error)) return undefined
            throw error
          }),

    /** Puts the files of an entry into a new folder; false if the entry is missing or damaged, and then removes it. */
    take: async (entry: CacheEntry, files: readonly PackedFile[], target: string): Promise<boolean> => {
      if (isOff) return false
      const path = pathOf(entry)
      try {
        const cipher = (await statOf(path)) && (await cipherOf(entry.key))
        if (cipher) {
          await mkdir(target, privateFolder)
          const stored = filePieces(() => open(join(path, contentFile)))
          await unpackInto(decrypted(stored, cipher), files, target)
          const now = new Date()
          await utimes(path, now, now)
          return true
        }
      } catch (error) {
        if (!isRace(error) && !(error instanceof PackError) && !(error instanceof ObjectDamagedError))
          throw error
      }
      await rm(target, { recursive: true, force: true })
      await drop(path)
      return false
    },

    /** Whether an entry would be kept. */
    keeps: async (entry: CacheEntry): Promise<boolean> => (await cipherFor(entry)) !== undefined,

    /** A part of an entry's content, in memory only; undefined if the entry is missing or damaged there. */
    read: async (entry: CacheEntry, range: ByteRange): Promise<Uint8Array | undefined> => {
      const path = pathOf(entry)
      try {
        const cipher = (await statOf(path)) && (await cipherFor(entry))
        if (!cipher) return undefined
        const content = await readIn(join(path, contentFile), range, cipher)
        const now = new Date()
        await utimes(path, now, now)
        return content
      } catch (error) {
        if (isRace(error) || error instanceof ObjectDamagedError) return undefined
        throw error
      }
    },

    /** Adds an entry with the files of a folder, which are those of the manifest. A failure leaves nothing behind. */
    add: async (
      entry: CacheEntry,
      manifest: string,
      files: readonly PackedFile[],
      from: string,
    ): Promise<void> => {
      if (isOff) return
      const cipher = await cipherFor(entry)
      if (!cipher) return makeRoom()
      const path = await newFolder()
      try {
        const names = files.map(({ name }) => name)
        const { content } = packFiles(from, names)
        await writeFile(join(path, contentFile), encrypted(content, cipher), { mode: 0o600 })
        await writeFile(join(path, manifestFile), manifest, { mode: 0o600 })
      } catch (error) {
        await rm(path, { recursive: true, force: true })
        throw error
      }
      await publish(entry, path)
      freeBytes -= entry.bytes
      if (freeBytes < 0 || Date.now() - lookedAt >= lookAgainMs) await makeRoom()
    },

    /** Removes an entry. */
    remove: (entry: CacheEntry): Promise<void> => drop(pathOf(entry)),

    makeRoom,
  }
}
export type LocalCache = ReturnType<typeof createLocalCache>
