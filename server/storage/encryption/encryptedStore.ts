import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { addSeconds } from 'date-fns/addSeconds'
import { type AnnouncedFiles, isAnnounced } from '../announcedFiles.ts'
import { ContentDiffersError, pauseBeforeRetry, repeated, usualPausesMs } from '../believing.ts'
import { type FolderStore, isFolder, TooManyBytes } from '../folderStore.ts'
import { hashOf } from '../hashOf.ts'
import { ObjectMissing, type ObjectStore, type StoredObject } from '../objectStore.ts'
import { signDownload } from '../postPolicy.ts'
import { isS3, type S3Store, sealedName } from '../sealing.ts'
import {
  contentSize,
  decrypted,
  decryptedRange,
  encrypted,
  ObjectDamagedError,
  type Reading,
} from './cipher.ts'
import type { FileKeys } from './fileKeys.ts'
import { MasterKeyMissing } from './masterKeys.ts'

/** Anybody may read signed checkpoints of the audit, without this server's keys. */
const isPublic = (key: string): boolean => key.startsWith('audit/')

/** Counts and hashes bytes as they pass. `check` runs after the last one; if it throws, the stream ends with that error. */
const metered = (
  content: AsyncIterable<Uint8Array | string>,
  { maxBytes = Number.POSITIVE_INFINITY, check }: { maxBytes?: number; check?: (found: Hashed) => void },
) => {
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
    check?.(read())
  }
  let sha256: string | undefined
  /** Call it after the last byte. */
  const read = (): Hashed => {
    sha256 ??= hash.digest('hex')
    return { size, sha256 }
  }
  return { pieces: pieces(), read }
}

/** Size and hash of content that was read to its end. */
interface Hashed {
  size: number
  sha256: string
}

/**
 * Whether another attempt may succeed. An object with a key was written, so it is missing only if the store shows it late or another
 * process is removing it.
 */
const isDoubtful = (error: unknown): boolean =>
  error instanceof ObjectDamagedError || error instanceof ObjectMissing

interface EncryptionOptions {
  keys: Pick<FileKeys, 'find' | 'has' | 'findOrMake' | 'remove' | 'look'>
  /** Signs downloads; the same in every process. */
  secret: Uint8Array
  /** Path of the server's own routes for the store. */
  address: string
  clock: { now: () => Date }
  /** For S3, where browsers post past this server: the announced size and hash of each file. */
  announced: AnnouncedFiles
  /** Pauses between attempts to read an object that is damaged, or missing although it was written. */
  pausesMs?: readonly number[]
}

/** Reads objects: proved by their keys, and again where an answer may have been damaged on its way. */
const createReading = (
  inner: ObjectStore,
  keys: Pick<FileKeys, 'find' | 'has'>,
  pausesMs: readonly number[],
) => {
  const keyOf = async (key: string): Promise<Uint8Array | undefined> =>
    isPublic(key) ? undefined : keys.find(key)

  /** The content of a public object, compared with its hash if one was stored with it. */
  async function* plain(key: string): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    for await (const piece of inner.pieces(key)) {
      hash.update(piece)
      yield piece
    }
    const kept = (await inner.stat(key))?.sha256
    if (kept !== undefined && kept !== hash.digest('hex')) throw new ObjectDamagedError(key)
  }

  /**
   * The content of an encrypted object. A damaged object is read again from its beginning. Pieces that were yielded before are skipped:
   * each chunk is authenticated on its own, so they were right.
   */
  async function* proved(key: string, fileKey: Uint8Array): AsyncGenerator<Uint8Array> {
    const reading: Reading = {}
    let given = 0
    for (let attempt = 0; ; attempt += 1) {
      let known = given
      try {
        for await (const piece of decrypted(inner.pieces(key), { objectKey: key, fileKey }, reading)) {
          const fresh = piece.subarray(Math.min(known, piece.length))
          known -= piece.length - fresh.length
          given += fresh.length
          if (fresh.length > 0) yield fresh
        }
        return
      } catch (error) {
        if (!isDoubtful(error) || !(await pauseBeforeRetry(pausesMs, attempt))) throw error
      }
    }
  }

  async function* piecesBy(key: string, fileKey: Uint8Array | undefined): AsyncGenerator<Uint8Array> {
    if (fileKey) yield* proved(key, fileKey)
    else if (isPublic(key)) yield* plain(key)
    else throw new ObjectMissing(key)
  }

  async function* pieces(key: string): AsyncGenerator<Uint8Array> {
    yield* piecesBy(key, await keyOf(key))
  }

  /** Size and hash of an object that was written. Rejects with ObjectMissing if the store does not have it. */
  const writtenOf = (key: string): Promise<StoredObject> =>
    repeated(
      async () => {
        const found = await inner.stat(key)
        if (!found) throw new ObjectMissing(key)
        return found
      },
      isDoubtful,
      pausesMs,
    )

  const statOf = async (key: string): Promise<StoredObject | undefined> => {
    if (isPublic(key)) return inner.stat(key)
    if (!(await keys.has(key))) return undefined
    const found = await writtenOf(key).catch(error => {
      if (error instanceof ObjectMissing) return undefined
      throw error
    })
    return found && { ...found, size: contentSize(found.size) }
  }

  const readRange: ObjectStore['readRange'] = async (key, range) => {
    if (isPublic(key)) return inner.readRange(key, range)
    const fileKey = await keyOf(key)
    if (!fileKey) throw new ObjectMissing(key)
    return repeated(
      async () => {
        const { size } = await writtenOf(key)
        const read = (from: number, to: number) => inner.readRange(key, { from, to })
        return decryptedRange(read, size, range, { objectKey: key, fileKey })
      },
      isDoubtful,
      pausesMs,
    )
  }

  return { keyOf, piecesBy, pieces, statOf, readRange }
}

type Put = (
  key: string,
  content: AsyncIterable<Uint8Array | string>,
  check?: (found: Hashed) => void,
) => Promise<Hashed>

/** Takes files that were posted out of the reach of their signed forms. */
const createSealing = (
  inner: ObjectStore,
  { keys, announced, clock }: Pick<EncryptionOptions, 'keys' | 'announced' | 'clock'>,
  {
    pausesMs,
    put,
    pieces,
    statOf,
  }: { pausesMs: readonly number[]; put: Put } & Pick<ReturnType<typeof createReading>, 'pieces' | 'statOf'>,
): ObjectStore['seal'] => {
  /** Hash of an object's content; undefined if it is damaged, which is reported when it is read. */
  const hashAt = async (key: string): Promise<string | undefined> => {
    try {
      return await hashOf(pieces(key))
    } catch (error) {
      if (error instanceof ObjectDamagedError) return undefined
      throw error
    }
  }

  /**
   * Encrypts a posted file under a key that no post was signed for, and reads it back. Undefined if nothing has arrived. Rejects with
   * ContentDiffersError, and keeps nothing, if it is not the announced file. If no hash was announced, two
   * reads must agree.
   */
  const sealArrived = async (
    store: S3Store,
    key: string,
  ): Promise<(Hashed & { key: string }) | undefined> => {
    const expected = await announced.of(key)
    const arrived = await store.incoming(key)
    if (!arrived) return undefined
    const requireAnnounced = (found: Hashed): void => {
      if (arrived.size !== undefined && arrived.size !== found.size)
        throw new ContentDiffersError(
          `The store said that "${key}" has ${arrived.size} bytes, and gave ${found.size}.`,
        )
      if (!isAnnounced(expected, found))
        throw new ContentDiffersError(
          `What the store has for "${key}" is not the file that was announced.`,
          found.sha256,
        )
    }
    const sealed = sealedName(key)
    try {
      const found = await put(sealed, arrived.content, requireAnnounced)
      if (!expected.some(({ sha256 }) => sha256 === found.sha256)) {
        const again = await store.incoming(key)
        if (!again || (await hashOf(again.content)) !== found.sha256)
          throw new ContentDiffersError(`The store gave "${key}" twice, and not the same.`)
      }
      return { ...found, key: sealed }
    } catch (error) {
      arrived.content.destroy()
      // Without its key nobody can read the sealed object. If it cannot be removed now, it is swept later.
      await keys.remove(sealed)
      await inner.remove(sealed).catch(() => undefined)
      throw error
    }
  }

  const sealOnce: ObjectStore['seal'] = async key => {
    const arrived = isS3(inner) ? await sealArrived(inner, key) : undefined
    if (arrived) return arrived
    const found = await statOf(key)
    if (!found) return undefined
    // In a folder the hash is missing if the receiving process ended, or is still busy, between writing object and hash.
    const sha256 = found.sha256 ?? (isFolder(inner) ? await hashAt(key) : undefined)
    return { ...found, sha256, key }
  }

  return async (key, { isPosted } = { isPosted: false }) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const sealed = await sealOnce(key)
        if (sealed || !isPosted || !(await pauseBeforeRetry(pausesMs, attempt))) return sealed
      } catch (error) {
        if (!(error instanceof ContentDiffersError)) throw error
        if (await pauseBeforeRetry(pausesMs, attempt)) continue
        if (error.sha256 !== undefined)
          error.since = await announced.noteOther(key, error.sha256, clock.now())
        throw error
      }
    }
  }
}

/**
 * A store whose objects are encrypted, each with its own key. Sizes and hashes are those of the content. Downloads go through the server,
 * because only the server can decrypt. An object without a key counts as missing: its key was removed, so nobody can read it.
 */
export const withEncryption = <S extends ObjectStore>(
  inner: S,
  options: EncryptionOptions,
): S & { secret: Uint8Array } => {
  const { keys, secret, address, clock, announced } = options
  /** A folder returns the same bytes every time. S3's answers pass through machines that may damage one of them. */
  const pausesMs = isS3(inner) ? (options.pausesMs ?? usualPausesMs) : []
  const { keyOf, piecesBy, pieces, statOf, readRange } = createReading(inner, keys, pausesMs)

  /** Rejects if the folder is missing, before a key is created: an existing key means that the folder had objects. */
  const lookAtFolder = async (): Promise<void> => {
    if (isFolder(inner)) await inner.look()
  }

  const put: Put = async (key, content, check) => {
    await lookAtFolder()
    const meter = metered(content, check ? { check } : {})
    const cipher = { objectKey: key, fileKey: await keys.findOrMake(key) }
    await inner.put(key, Readable.from(encrypted(meter.pieces, cipher)), () => meter.read().sha256)
    return meter.read()
  }

  /** For a folder: encrypts a file before it reaches the disk. */
  const receive: FolderStore['receive'] = async (key, content, maxBytes) => {
    if (!isFolder(inner)) throw new TypeError('Only a folder receives files.')
    await lookAtFolder()
    const meter = metered(content, { maxBytes })
    // If the name is taken, the file will be refused. The existing object must keep its own key.
    const isTaken = (await inner.stat(key)) !== undefined
    const cipher = { objectKey: key, fileKey: isTaken ? randomBytes(32) : await keys.findOrMake(key) }
    const file = await inner.receive(
      key,
      Readable.from(encrypted(meter.pieces, cipher)),
      Number.POSITIVE_INFINITY,
    )
    return { ...file, ...meter.read() }
  }

  const seal = createSealing(inner, options, { pausesMs, put, pieces, statOf })

  /** Removes an object. A failed removal from S3 is noted and tried again later. */
  const removeNoted = async (key: string): Promise<void> => {
    try {
      await inner.remove(key)
    } catch (error) {
      if (isS3(inner)) await announced.noteLeft(key)
      throw error
    }
    if (isS3(inner)) await announced.forget(key)
  }

  return {
    ...inner,
    ...(isFolder(inner) ? { receive } : {}),
    secret,
    signedPost: async (key, conditions) => {
      const { exactBytes, sha256 } = conditions
      if (isS3(inner)) await announced.announce(key, { bytes: exactBytes, sha256 })
      return inner.signedPost(key, conditions)
    },
    look: async () => {
      await inner.look()
      // An outage of the database has its own check.
      await keys.look().catch(error => {
        if (error instanceof MasterKeyMissing) throw error
      })
    },
    seal,
    put: async (key, content) => {
      // The reader reports faults of the stream. Without a listener, an earlier one would end the process.
      content.on('error', () => undefined)
      try {
        return await (isPublic(key) ? inner.put(key, content) : put(key, content))
      } catch (error) {
        content.destroy()
        throw error
      }
    },
    open: async key => {
      // Report a missing object or key before the first byte.
      if (!(await statOf(key))) throw new ObjectMissing(key)
      return Readable.from(piecesBy(key, await keyOf(key)), { objectMode: false })
    },
    pieces,
    readRange,
    cipherOf: async key => {
      const fileKey = await keyOf(key)
      return fileKey && { objectKey: key, fileKey }
    },
    stat: statOf,
    remove: async key => {
      await lookAtFolder()
      await keys.remove(key)
      await removeNoted(key)
    },
    removeLeft: async () => {
      // An object that has a key again was written again.
      for (const key of await announced.left())
        if (await keys.has(key)) await announced.forget(key)
        else await removeNoted(key).catch(() => undefined)
    },
    signedDownload: async (key, { fileName, seconds, userId }) => {
      const expires = addSeconds(clock.now(), seconds)
      return `${address}/download?${signDownload(secret, key, { fileName, expires, userId })}`
    },
  }
}
