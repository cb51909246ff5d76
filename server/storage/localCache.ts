import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import {
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { isPack, type PackedFile } from './pack.ts'

/** An entry that nobody has used for so long goes, whatever room there is, in ms. */
const longestUnusedMs = 24 * 3_600_000
/** What a process was filling and has not finished for so long belongs to one that died, in ms. */
const longestFillingMs = 3_600_000

const manifestFile = 'manifest.json'
const privateFolder = { recursive: true, mode: 0o700 } as const

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** A file that is not there, or already there, is no fault of the cache: another process was quicker. */
const isRace = (error: unknown): boolean => ['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error))

const statOf = (path: string): Promise<Stats | undefined> =>
  stat(path).catch(error => {
    if (isRace(error)) return undefined
    throw error
  })

/** A second name for a file; a copy where the file system has no such thing. */
const linkOrCopy = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to)
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(codeOf(error))) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}

/** Gives files of one folder to another, which may be done while nobody writes to them any more. */
const linkFiles = async (files: readonly PackedFile[], from: string, to: string): Promise<void> => {
  for (const { name } of files) await linkOrCopy(join(from, name), join(to, name))
}

/** What names an entry: the hash of its manifest, so that the same name always has the same content. */
export interface CacheEntry {
  sha256: string
  /** Bytes of its files. */
  bytes: number
}

/**
 * Copies of artefacts on this machine, for any number of processes. An entry is filled in a folder of its own and appears by
 * one rename; whoever uses it gets the files under names of their own in a folder of theirs, so that an entry may go at any
 * moment, for room or because it is damaged. Nothing here is needed: what is missing is fetched again.
 */
export const createLocalCache = (options: {
  folder: string
  /** Bytes that the entries may have together. */
  limitBytes: number
}) => {
  const { folder, limitBytes } = options
  const entries = join(folder, 'entries')
  const filling = join(folder, 'filling')
  /** What this process has compared with its manifest, by the state of the files then. */
  const compared = new Map<string, string>()

  const nameOf = ({ sha256, bytes }: CacheEntry): string => `${sha256}.${bytes}`
  const pathOf = (entry: CacheEntry): string => join(entries, nameOf(entry))

  /** A new, empty folder beside the entries. */
  const newFolder = async (): Promise<string> => {
    const path = join(filling, randomUUID())
    await mkdir(path, privateFolder)
    return path
  }

  /** Takes a folder out of sight by one rename, then removes it. */
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

  /** Size, time and number of each file: what changes when one is written to. */
  const stateOf = async (path: string, files: readonly PackedFile[]): Promise<string> => {
    const stats = await Promise.all(files.map(({ name }) => statOf(join(path, name))))
    return stats.map(found => (found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'none')).join(',')
  }

  const isWhole = async (entry: CacheEntry, files: readonly PackedFile[]): Promise<boolean> => {
    const path = pathOf(entry)
    const state = await stateOf(path, files)
    if (compared.get(nameOf(entry)) === state) return true
    if (!(await isPack(path, files))) return false
    compared.set(nameOf(entry), state)
    return true
  }

  /** Removes what has not been used for long, and then the least recently used until the rest is within the limit. */
  const makeRoom = async (): Promise<void> => {
    for (const path of [entries, filling]) await mkdir(path, privateFolder)
    const now = Date.now()
    const listed = await readdir(entries)
    const found = await Promise.all(
      listed.map(async name => {
        const path = join(entries, name)
        const used = (await statOf(path))?.mtimeMs
        return used === undefined ? [] : [{ path, name, used, bytes: Number(name.split('.')[1] ?? 0) }]
      }),
    )
    const byUse = found.flat().sort((one, other) => other.used - one.used)
    let bytes = 0
    for (const one of byUse) {
      bytes += one.bytes
      if (bytes <= limitBytes && now - one.used < longestUnusedMs) continue
      compared.delete(one.name)
      await drop(one.path)
    }
    for (const name of await readdir(filling)) {
      const path = join(filling, name)
      const begun = (await statOf(path))?.mtimeMs
      if (begun !== undefined && now - begun > longestFillingMs)
        await rm(path, { recursive: true, force: true })
    }
  }

  /** Makes a filled folder an entry; false where there is one by now. */
  const publish = async (entry: CacheEntry, filled: string): Promise<boolean> => {
    await mkdir(entries, privateFolder)
    try {
      await rename(filled, pathOf(entry))
      return true
    } catch (error) {
      if (!isRace(error)) throw error
      await rm(filled, { recursive: true, force: true })
      return false
    }
  }

  return {
    /** The manifest of an entry as it was put there; undefined where there is none. */
    manifestOf: async (entry: CacheEntry): Promise<string | undefined> =>
      readFile(join(pathOf(entry), manifestFile), 'utf8').catch(error => {
        if (isRace(error)) return undefined
        throw error
      }),

    /** Gives the files of an entry to a new folder; false where the entry is missing or not whole, and then it goes. */
    take: async (entry: CacheEntry, files: readonly PackedFile[], target: string): Promise<boolean> => {
      const path = pathOf(entry)
      try {
        if (await isWhole(entry, files)) {
          await mkdir(target, privateFolder)
          await linkFiles(files, path, target)
          const now = new Date()
          await utimes(path, now, now)
          return true
        }
      } catch (error) {
        if (!isRace(error)) throw error
      }
      await rm(target, { recursive: true, force: true })
      await drop(path)
      return false
    },

    /** Adds an entry with the files of a folder, which are those of the manifest; what it throws leaves nothing behind. */
    add: async (
      entry: CacheEntry,
      manifest: string,
      files: readonly PackedFile[],
      from: string,
    ): Promise<void> => {
      if (limitBytes < entry.bytes) return makeRoom()
      const path = await newFolder()
      let state: string
      try {
        await linkFiles(files, from, path)
        state = await stateOf(path, files)
        await writeFile(join(path, manifestFile), manifest, { mode: 0o600 })
      } catch (error) {
        await rm(path, { recursive: true, force: true })
        throw error
      }
      if (await publish(entry, path)) compared.set(nameOf(entry), state)
      await makeRoom()
    },

    /** Forgets an entry. */
    remove: (entry: CacheEntry): Promise<void> => drop(pathOf(entry)),

    makeRoom,
  }
}
export type LocalCache = ReturnType<typeof createLocalCache>
