import { createHash, randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addSeconds } from 'date-fns/addSeconds'
import { isDiskFault } from '../disk.ts'
import { bytesAt, filePieces } from './filePieces.ts'
import { createFolderMark, StoreFolderFault, StoreOnTwoVolumes } from './folderMark.ts'
import { isObjectKey, ObjectMissing, type ObjectStore, type StoredObject } from './objectStore.ts'
import { signDownload, signPolicy } from './postPolicy.ts'

const privateFolder = { recursive: true, mode: 0o700 } as const

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** A value in place of the fault that there is no such file; any other fault stays one. */
const ifMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (codeOf(error) === 'ENOENT') return value
    throw error
  }

/** A received file that is on disk but not yet an object. */
export interface ReceivedFile extends StoredObject {
  sha256: string
  temporary: string
}

export interface FolderStore extends ObjectStore {
  kind: 'folder'
  /** Writes a stream that is to become the object of this key to a temporary file, flushed to the disk, counting and hashing; more than `maxBytes` is cut off. */
  receive: (key: string, content: Readable, maxBytes: number) => Promise<ReceivedFile>
  /** Makes a received file the object of this key; false when the key is taken. */
  settle: (file: ReceivedFile, key: string) => Promise<boolean>
  discard: (file: ReceivedFile) => Promise<void>
  secret: Uint8Array
}

/** Whether the store is the embedded one, whose routes the server serves itself. */
export const isFolder = (store: ObjectStore): store is FolderStore => store.kind === 'folder'

/** Whether the folder or its disk is at fault, not what was sent: trying again later helps. */
export const isFolderFault = (error: unknown): boolean =>
  isDiskFault(error) || error instanceof StoreFolderFault

/** Thrown when a file brings more bytes than its signed post allows. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes'
}

/** Flushes a folder's entries to the disk, so that a rename survives a power loss. */
const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Bytes counted and hashed on their way. */
const meter = (maxBytes: number) => {
  const hash = createHash('sha256')
  const state = { size: 0, sha256: () => hash.digest('hex') }
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      state.size += chunk.length
      if (state.size > maxBytes) return done(new TooManyBytes(`More than ${maxBytes} bytes arrived.`))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, state }
}

/**
 * The embedded object store: files in a folder. An object appears whole or not at all: it is written beside, flushed,
 * then linked to its name; its hash stands in a file beside it.
 */
export const createFolderStore = (options: {
  folder: string
  /** Key of the signatures of posts and downloads. */
  secret: Uint8Array
  /** Path of the store's routes as a browser reaches them, for example `/api/store`. */
  address: string
  clock: { now: () => Date }
  /** Whether the installation has ever stored an object: an empty folder is then not its store. */
  hasStored: () => Promise<boolean>
}): FolderStore => {
  const objects = join(options.folder, 'objects')
  const incoming = join(options.folder, 'incoming')
  const requireMark = createFolderMark({ folder: options.folder, objects, hasStored: options.hasStored })
  let isOneVolume = false

  /** Throws StoreOnTwoVolumes where nothing that arrives can be linked to the name of an object; tried until it can. */
  const requireOneVolume = async (): Promise<void> => {
    if (isOneVolume) return
    const probe = join(incoming, `.probe-${randomUUID()}`)
    const linked = join(objects, basename(probe))
    try {
      for (const folder of [incoming, objects]) await mkdir(folder, privateFolder)
      await writeFile(probe, '', { mode: 0o600 })
      await link(probe, linked)
      isOneVolume = true
    } catch (error) {
      if (codeOf(error) === 'EXDEV') throw new StoreOnTwoVolumes(objects, { cause: error })
      // A disk that is full or read-only is told to whoever writes, and keeps nobody from reading and removing.
    } finally {
      for (const file of [linked, probe]) await rm(file, { force: true }).catch(() => undefined)
    }
  }

  const look = async (): Promise<void> => {
    await requireMark()
    await requireOneVolume()
  }
  const pathOf = (key: string): string => {
    if (!isObjectKey(key)) throw new Error(`"${key}" is not a key of the object store.`)
    return join(objects, ...key.split('/'))
  }
  const hashFile = (path: string): string => `${path}.sha256`

  const receive: FolderStore['receive'] = async (_key, content, maxBytes) => {
    await look()
    await mkdir(incoming, privateFolder)
    const temporary = join(incoming, randomUUID())
    const { stream, state } = meter(maxBytes)
    try {
      await pipeline(
        content,
        stream,
        createWriteStream(temporary, { flush: true, highWaterMark: 1 << 20, mode: 0o600 }),
      )
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    return { temporary, size: state.size, sha256: state.sha256() }
  }

  const writeHash = async (path: string, sha256: string): Promise<void> => {
    const temporary = join(incoming, randomUUID())
    await writeFile(temporary, sha256, { flush: true, mode: 0o600 })
    await rename(temporary, hashFile(path))
  }

  const settle = async (file: ReceivedFile, key: string): Promise<boolean> => {
    const path = pathOf(key)
    await look()
    await mkdir(dirname(path), privateFolder)
    try {
      await link(file.temporary, path)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      await rm(file.temporary, { force: true })
      return false
    }
    await writeHash(path, file.sha256)
    await flushFolder(dirname(path))
    await rm(file.temporary, { force: true })
    return true
  }

  const replace = async (file: ReceivedFile, key: string): Promise<void> => {
    const path = pathOf(key)
    await look()
    await mkdir(dirname(path), privateFolder)
    await rename(file.temporary, path)
    await writeHash(path, file.sha256)
    await flushFolder(dirname(path))
  }

  const openFile = async (key: string): Promise<FileHandle> => {
    try {
      return await open(pathOf(key))
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new ObjectMissing(key, { cause: error })
      throw error
    }
  }

  const statOf = async (key: string): Promise<StoredObject | undefined> => {
    const path = pathOf(key)
    const found = await stat(path).catch(ifMissing(undefined))
    return (
      found && {
        size: found.size,
        sha256: await readFile(hashFile(path), 'utf8').catch(ifMissing(undefined)),
      }
    )
  }

  return {
    kind: 'folder',
    secret: options.secret,
    receive,
    settle,
    discard: file => rm(file.temporary, { force: true }),
    signedPost: async (key, conditions) => ({
      url: `${options.address}/upload`,
      fields: signPolicy(options.secret, key, conditions),
    }),
    // A post is refused where its key is taken.
    seal: async key => {
      const found = await statOf(key)
      return found && { ...found, key }
    },
    put: async (key, content, sha256) => {
      const file = await receive(key, content, Number.POSITIVE_INFINITY)
      const kept = sha256?.() ?? file.sha256
      await replace({ ...file, sha256: kept }, key)
      return { size: file.size, sha256: kept }
    },
    open: async key => (await openFile(key)).createReadStream({ highWaterMark: 1 << 20 }),
    pieces: key => filePieces(() => openFile(key)),
    readRange: async (key, { from, to }) => {
      const file = await openFile(key)
      try {
        return await bytesAt(file, from, to)
      } finally {
        await file.close()
      }
    },
    stat: statOf,
    look,
    remove: async key => {
      const path = pathOf(key)
      await look()
      await rm(path, { force: true })
      await rm(hashFile(path), { force: true })
    },
    list: async prefix => {
      await look()
      const entries = await readdir(objects, { recursive: true, withFileTypes: true }).catch(ifMissing([]))
      return entries
        .filter(entry => entry.isFile() && !entry.name.endsWith('.sha256'))
        .map(entry =>
          join(entry.parentPath, entry.name)
            .slice(objects.length + 1)
            .split('\\')
            .join('/'),
        )
        .filter(key => key.startsWith(prefix))
        .sort()
    },
    signedDownload: async (key, { fileName, seconds, userId }) => {
      const expires = addSeconds(options.clock.now(), seconds)
      return `${options.address}/download?${signDownload(options.secret, key, { fileName, expires, userId })}`
    },
    sweep: async before => {
      const names = await readdir(incoming).catch(ifMissing([]))
      const old = await Promise.all(
        names.map(async name => {
          const path = join(incoming, name)
          const found = await stat(path).catch(ifMissing(undefined))
          return found && found.mtime < before ? path : undefined
        }),
      )
      const paths = old.filter(path => path !== undefined)
      await Promise.all(paths.map(path => rm(path, { force: true })))
      return paths.length
    },
  }
}
