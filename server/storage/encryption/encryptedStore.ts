import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { addSeconds } from 'date-fns/addSeconds'
import { type FolderStore, isFolder, TooManyBytes } from '../folderStore.ts'
import { ObjectMissing, type ObjectStore, type StoredObject } from '../objectStore.ts'
import { signDownload } from '../postPolicy.ts'
import { isS3, sealedName } from '../sealing.ts'
import {
  contentSize,
  decrypted,
  decryptedRange,
  encrypted,
  looksEncrypted,
  ObjectDamagedError,
} from './cipher.ts'
import type { FileKeys } from './fileKeys.ts'
import { MasterKeyMissing } from './masterKeys.ts'

/** Signed checkpoints of the audit are for everybody to read, also without this server's keys. */
const isPublic = (key: string): boolean => key.startsWith('audit/')

/** Bytes counted and hashed on their way. */
const metered = (content: AsyncIterable<Uint8Array | string>, maxBytes: number) => {
  const hash = createHash('sha256')
  let size = 0
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const given of content) {
      const piece = typeof given === 'string' ? Buffer.from(given) : given
      size += piece.length
      if (size > maxBytes) throw new TooManyBytes(`More than ${maxBytes} bytes arrived.`)
      hash.update(piece)
      yield piece
    }
  }
  let sha256: string | undefined
  return {
    pieces: pieces(),
    /** Of what has passed; to be asked once all has. */
    read: () => {
      sha256 ??= hash.digest('hex')
      return { size, sha256 }
    },
  }
}

/**
 * A store whose objects are encrypted, each with a key of its own; sizes and hashes are those of the content. Downloads go
 * through the server, as only that can read what lies in the store. Objects of releases before this one, which have no key,
 * are read as they are.
 */
export const withEncryption = <S extends ObjectStore>(
  inner: S,
  options: {
    keys: Pick<FileKeys, 'find' | 'has' | 'findOrMake' | 'remove' | 'look'>
    /** Key of the signatures of downloads, the same in every process. */
    secret: Uint8Array
    /** Path of the server's own routes for the store. */
    address: string
    clock: { now: () => Date }
  },
): S & { secret: Uint8Array } => {
  const { keys, secret, address, clock } = options

  /** An object without a key: of an earlier release, or one whose key was removed. */
  const isReadable = async (key: string): Promise<boolean> => {
    for await (const piece of inner.pieces(key)) return !looksEncrypted(piece)
    return true
  }

  const keyOf = async (key: string): Promise<Uint8Array | undefined> =>
    isPublic(key) ? undefined : keys.find(key)

  async function* piecesBy(key: string, fileKey: Uint8Array | undefined): AsyncGenerator<Uint8Array> {
    if (fileKey) yield* decrypted(inner.pieces(key), { objectKey: key, fileKey })
    else if (await isReadable(key)) yield* inner.pieces(key)
    else throw new ObjectMissing(key)
  }

  async function* pieces(key: string): AsyncGenerator<Uint8Array> {
    yield* piecesBy(key, await keyOf(key))
  }

  /** A key is made only where the folder is there: without its mark, an object with a key says that the folder is gone. */
  const lookAtFolder = async (): Promise<void> => {
    if (isFolder(inner)) await inner.look()
  }

  const put = async (key: string, content: AsyncIterable<Uint8Array | string>): Promise<StoredObject> => {
    await lookAtFolder()
    const meter = metered(content, Number.POSITIVE_INFINITY)
    const cipher = { objectKey: key, fileKey: await keys.findOrMake(key) }
    await inner.put(key, Readable.from(encrypted(meter.pieces, cipher)), () => meter.read().sha256)
    return meter.read()
  }

  const statOf = async (key: string): Promise<StoredObject | undefined> => {
    const found = await inner.stat(key)
    if (!found || isPublic(key)) return found
    if (await keys.has(key)) return { ...found, size: contentSize(found.size) }
    return (await isReadable(key)) ? found : undefined
  }

  /** Of a folder: what arrives is encrypted before it reaches the disk. */
  const receive: FolderStore['receive'] = async (key, content, maxBytes) => {
    if (!isFolder(inner)) throw new TypeError('Only a folder receives files.')
    await lookAtFolder()
    const meter = metered(content, maxBytes)
    // Where the name is taken the file will be refused, and what is there must not get a key that is not its own.
    const isTaken = (await inner.stat(key)) !== undefined
    const cipher = { objectKey: key, fileKey: isTaken ? randomBytes(32) : await keys.findOrMake(key) }
    const file = await inner.receive(
      key,
      Readable.from(encrypted(meter.pieces, cipher)),
      Number.POSITIVE_INFINITY,
    )
    return { ...file, ...meter.read() }
  }

  /** Hash of the content that is there; undefined where that is not what was encrypted, which whoever reads it says. */
  const hashOf = async (key: string): Promise<string | undefined> => {
    const hash = createHash('sha256')
    try {
      for await (const piece of pieces(key)) hash.update(piece)
      return hash.digest('hex')
    } catch (error) {
      if (error instanceof ObjectDamagedError) return undefined
      throw error
    }
  }

  /** Of S3: a browser posts to the store itself; what it brought is encrypted under a name that no post was signed for. */
  const seal: ObjectStore['seal'] = async key => {
    const arrived = isS3(inner) ? await inner.incoming(key) : undefined
    if (arrived) {
      const sealed = sealedName(key)
      return { ...(await put(sealed, arrived)), key: sealed }
    }
    const found = await statOf(key)
    if (!found) return undefined
    // Of the folder: who received it has ended, or not come so far, between the object and the hash beside it.
    const sha256 = found.sha256 ?? (isFolder(inner) ? await hashOf(key) : undefined)
    return { ...found, sha256, key }
  }

  return {
    ...inner,
    ...(isFolder(inner) ? { receive } : {}),
    secret,
    look: async () => {
      await inner.look()
      // That the database is away is found by those who look at it.
      await keys.look().catch(error => {
        if (error instanceof MasterKeyMissing) throw error
      })
    },
    seal,
    put: async (key, content) => {
      // Whoever reads it is told of its faults; before that they must not be the end of the process.
      content.on('error', () => undefined)
      try {
        return await (isPublic(key) ? inner.put(key, content) : put(key, content))
      } catch (error) {
        content.destroy()
        throw error
      }
    },
    open: async key => {
      // A missing one is told before the first byte, and so is a missing key.
      if (!(await statOf(key))) throw new ObjectMissing(key)
      return Readable.from(piecesBy(key, await keyOf(key)), { objectMode: false })
    },
    pieces,
    readRange: async (key, range) => {
      const fileKey = await keyOf(key)
      const found = await inner.stat(key)
      if (!found || !(fileKey || isPublic(key) || (await isReadable(key)))) throw new ObjectMissing(key)
      if (!fileKey) return inner.readRange(key, range)
      const read = (from: number, to: number) => inner.readRange(key, { from, to })
      return decryptedRange(read, found.size, range, { objectKey: key, fileKey })
    },
    cipherOf: async key => {
      const fileKey = await keyOf(key)
      return fileKey && { objectKey: key, fileKey }
    },
    stat: statOf,
    remove: async key => {
      await lookAtFolder()
      await keys.remove(key)
      await inner.remove(key)
    },
    signedDownload: async (key, { fileName, seconds, userId }) => {
      const expires = addSeconds(clock.now(), seconds)
      return `${address}/download?${signDownload(secret, key, { fileName, expires, userId })}`
    },
  }
}
