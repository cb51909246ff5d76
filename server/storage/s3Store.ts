import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type Disk, NearlyFull, within } from '../disk.ts'
import type { WorkFolders } from '../workFolders.ts'
import { isWrongAnswer, repeated, WrongAnswerError } from './believing.ts'
import { attachment } from './contentDisposition.ts'
import { hashOf } from './hashOf.ts'
import { isObjectKey, ObjectMissing, type StoredObject } from './objectStore.ts'
import {
  createS3Client,
  isDamagedOnTheWay,
  isMissing,
  neverMissing,
  type S3Limits,
  signBodyOf,
  usualLimits,
} from './s3Client.ts'
import { type S3Store, sealedName } from './sealing.ts'

/** The parts of an answer about an object that are compared. */
interface Described {
  ETag?: string | undefined
  ContentLength?: number | undefined
  Metadata?: Record<string, string> | undefined
}

/**
 * Throws WrongAnswerError unless this can be S3's answer about the object of this key. Every object of S3 has a tag. Our own objects also
 * have their name and size as metadata; posted ones do not.
 */
const requireAbout = (key: string, { ETag, ContentLength, Metadata = {} }: Described): void => {
  if (ETag === undefined) throw new WrongAnswerError(`The store answered "${key}" without a tag.`)
  if (Metadata.name !== undefined && Metadata.name !== key)
    throw new WrongAnswerError(`The store answered "${key}" with "${Metadata.name}".`)
  if (Metadata.bytes !== undefined && ContentLength !== undefined && Number(Metadata.bytes) !== ContentLength)
    throw new WrongAnswerError(
      `The store says that "${key}" has ${ContentLength} bytes, not ${Metadata.bytes}.`,
    )
}

/** The size in an answer. Throws WrongAnswerError if the answer has no length: that does not mean an empty object. */
const sizeIn = (key: string, { ContentLength, Metadata = {} }: Described): number => {
  const size = ContentLength ?? (Metadata.bytes === undefined ? undefined : Number(Metadata.bytes))
  if (size === undefined) throw new WrongAnswerError(`The store does not say how long "${key}" is.`)
  return size
}

const hexToBase64 = (digits: string): string => Buffer.from(digits, 'hex').toString('base64')

/** A file to put. */
interface Sent {
  size: number
  /** SHA-256 of the stored bytes. */
  stored: string
  /** SHA-256 kept with the object: of its content, which may be stored encrypted. */
  sha256: string
}

/** Prefix of the keys of posted files. */
const incomingPrefix = 'incoming/'

interface S3Options {
  endpoint: string
  bucket: string
  region: string
  /** Scratch folders: S3 needs the length of an object before its bytes. */
  scratch: Pick<WorkFolders, 'use'>
  /** The disk of these folders. */
  disk: Pick<Disk, 'setAside'>
  clock: { now: () => Date }
  limits?: S3Limits
}

/** The calls of S3, each repeated until its answer can be believed. */
const s3Calls = (options: S3Options) => {
  const { connectionMs, answerMs, silenceMs, copyMs, pausesMs } = options.limits ?? usualLimits
  const client = createS3Client(options, { connectionMs, socketTimeout: silenceMs })
  const copier = createS3Client(options, { connectionMs, socketTimeout: copyMs })
  const soon = { requestTimeout: answerMs }
  const object = (key: string) => {
    if (!isObjectKey(key)) throw new Error(`"${key}" is not a key of the object store.`)
    return { Bucket: options.bucket, Key: key }
  }
  const incoming = (key: string) => ({ ...object(key), Key: `${incomingPrefix}${key}` })

  const believed = <T>(call: () => Promise<T>): Promise<T> => repeated(call, isWrongAnswer, pausesMs)

  const statOf = async (key: string): Promise<StoredObject | undefined> => {
    try {
      const head = await client.send(new HeadObjectCommand(object(key)), soon)
      requireAbout(key, head)
      return { size: sizeIn(key, head), sha256: head.Metadata?.sha256 }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  const answerOf = async (place: { Bucket: string; Key: string; Range?: string }) => {
    const { Body, ...about } = await client.send(new GetObjectCommand(place), soon)
    if (!(Body instanceof Readable)) throw new Error(`The store answered "${place.Key}" without a stream.`)
    try {
      // The answer to a range has the length of the range.
      requireAbout(place.Key, place.Range === undefined ? about : { ...about, ContentLength: undefined })
    } catch (error) {
      Body.destroy()
      throw error
    }
    return { body: Body, about }
  }

  const open = async (key: string): Promise<Readable> => {
    try {
      return (await believed(() => answerOf(object(key)))).body
    } catch (error) {
      if (isMissing(error)) throw new ObjectMissing(key, { cause: error })
      throw error
    }
  }

  /**
   * Reads back an object after its put. Throws WrongAnswerError if the bytes differ, unless another writer has replaced the object since.
   * An older object means that the store shows the new one late.
   */
  const requireStored = async (key: string, sent: Sent, writtenAt: number): Promise<void> => {
    const { body, about } = await answerOf(object(key)).catch(error => {
      throw isMissing(error)
        ? new WrongAnswerError(`The store does not have "${key}", which was put.`)
        : error
    })
    const found = await hashOf(body)
    if (found === sent.stored) return
    const { stored, at } = about.Metadata ?? {}
    const isLater = Number(at) > writtenAt || (Number(at) === writtenAt && found > sent.stored)
    if (found !== stored || !isLater)
      throw new WrongAnswerError(`The store has other bytes at "${key}" than were put.`)
  }

  /** Puts a file and retries until the store returns the same bytes. A good status alone proves nothing. */
  const putFile = (key: string, path: string, sent: Sent): Promise<void> =>
    believed(async () => {
      const { size, stored, sha256 } = sent
      const writtenAt = Date.now()
      // `send` reports faults of the stream. Without a listener, a later one would end the process.
      const body = createReadStream(path).on('error', () => undefined)
      try {
        const command = new PutObjectCommand({
          ...object(key),
          Body: body,
          ContentLength: size,
          ChecksumSHA256: hexToBase64(stored),
          Metadata: { sha256, stored, name: key, bytes: String(size), at: String(writtenAt) },
        })
        signBodyOf(command, stored)
        const { ETag } = await client.send(command).catch(error => {
          if (isDamagedOnTheWay(error))
            throw new WrongAnswerError(`What was put at "${key}" was damaged on its way.`, { cause: error })
          return neverMissing(error)
        })
        if (ETag === undefined)
          throw new WrongAnswerError(`The store answered the put of "${key}" without a tag.`)
      } finally {
        // The client leaves it open if the store refuses early. A removed file uses its disk space until it is closed.
        body.destroy()
      }
      await believed(() => requireStored(key, sent, writtenAt))
    })

  /** Removes an object. Some stores answer "missing" if there is none; a HEAD request confirms it. */
  const removeAt = (place: { Bucket: string; Key: string }): Promise<void> =>
    believed(async () => {
      try {
        const { $metadata } = await client.send(new DeleteObjectCommand(place), soon)
        if ($metadata.httpStatusCode === 204) return
      } catch (error) {
        if (!isMissing(error)) throw error
        const isThere = await client.send(new HeadObjectCommand(place), soon).then(
          () => true,
          fault => !isMissing(fault),
        )
        if (!isThere) return
      }
      throw new WrongAnswerError(`The store has not removed "${place.Key}".`)
    })

  const pageOf = (prefix: string, after: string | undefined) =>
    believed(async () => {
      const page = await client
        .send(
          new ListObjectsV2Command({ Bucket: options.bucket, Prefix: prefix, ContinuationToken: after }),
          soon,
        )
        .catch(neverMissing)
      const { Name, KeyCount, Contents = [] } = page
      if (Name !== options.bucket || KeyCount !== Contents.length)
        throw new WrongAnswerError(`The store answered the list of "${prefix}" with something else.`)
      return page
    })

  async function* entriesBelow(prefix: string): AsyncGenerator<{ key: string; modified: Date }> {
    let next: string | undefined
    do {
      const page = await pageOf(prefix, next)
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, modified: LastModified ?? new Date() }
      next = page.NextContinuationToken
    } while (next !== undefined)
  }

  return {
    client,
    copier,
    object,
    incoming,
    believed,
    statOf,
    answerOf,
    open,
    putFile,
    removeAt,
    entriesBelow,
    soon,
  }
}

/**
 * An S3-compatible object store. Only `put` stores a hash with the object; a file posted by a browser has none until a worker reads it.
 * Signatures use the wall clock, as S3 does.
 *
 * A signed post can be sent again until it expires, and the last one wins. So a posted file gets a key of its own, and `seal` copies it to
 * a key that no post was signed for. The checked file therefore stays as it is.
 */
export const createS3Store = (options: S3Options): S3Store => {
  const {
    client,
    copier,
    object,
    incoming,
    believed,
    statOf,
    answerOf,
    open,
    putFile,
    removeAt,
    entriesBelow,
    soon,
  } = s3Calls(options)

  return {
    kind: 's3',
    signedPost: async (key, { maxBytes, exactBytes, sha256, expires }) =>
      createPresignedPost(client, {
        ...incoming(key),
        Conditions: [['content-length-range', exactBytes ?? 1, exactBytes ?? maxBytes]],
        // A store that knows this field refuses other bytes. Otherwise the seal refuses them.
        ...(sha256 === undefined ? {} : { Fields: { 'x-amz-checksum-sha256': hexToBase64(sha256) } }),
        Expires: Math.max(1, Math.round((expires.getTime() - options.clock.now().getTime()) / 1000)),
      }),
    seal: async key => {
      const sealed = sealedName(key)
      const { Bucket, Key } = incoming(key)
      try {
        await copier.send(
          new CopyObjectCommand({ ...object(sealed), CopySource: `${Bucket}/${encodeURI(Key)}` }),
        )
      } catch (error) {
        if (!isMissing(error)) throw error
        // Not posted but put: no signed form can replace it.
        const found = await believed(() => statOf(key))
        return found && { ...found, key }
      }
      const found = await believed(() => statOf(sealed))
      return found && { ...found, key: sealed }
    },
    incoming: async key => {
      try {
        const { body, about } = await believed(() => answerOf(incoming(key)))
        return { content: body, size: about.ContentLength }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    removeIncoming: key => removeAt(incoming(key)),
    put: (key, content, keptHash) =>
      options.scratch.use(randomUUID(), async folder => {
        const space = await options.disk.setAside(0)
        if (!space) throw new NearlyFull('There is no room for the object.')
        const temporary = join(folder, 'content')
        const hash = createHash('sha256')
        let size = 0
        const meter = new Transform({
          transform(chunk: Buffer, _, done) {
            size += chunk.length
            hash.update(chunk)
            done(null, chunk)
          },
        })
        await pipeline(within(space, content), meter, createWriteStream(temporary, { mode: 0o600 })).finally(
          space.giveBack,
        )
        const stored = hash.digest('hex')
        const sha256 = keptHash?.() ?? stored
        await putFile(key, temporary, { size, stored, sha256 })
        return { size, sha256 }
      }),
    open,
    async *pieces(key) {
      yield* await open(key)
    },
    readRange: async (key, { from, to }) => {
      const { size } = (await believed(() => statOf(key))) ?? {}
      if (size === undefined) throw new ObjectMissing(key)
      const end = Math.min(to, size)
      if (end <= from) return Buffer.alloc(0)
      return believed(async () => {
        const { body } = await answerOf({ ...object(key), Range: `bytes=${from}-${end - 1}` }).catch(
          error => {
            throw isMissing(error) ? new ObjectMissing(key, { cause: error }) : error
          },
        )
        const bytes = Buffer.concat(await body.toArray())
        if (bytes.length !== end - from)
          throw new WrongAnswerError(`The store gave another part of "${key}".`)
        return bytes
      })
    },
    stat: key => believed(() => statOf(key)),
    // Checks the bucket: in a missing bucket every object is missing.
    look: async () => {
      await believed(() => client.send(new HeadBucketCommand({ Bucket: options.bucket }), soon))
    },
    remove: async key => {
      await removeAt(object(key))
      await removeAt(incoming(key))
    },
    list: async prefix => {
      const keys = (await Array.fromAsync(entriesBelow(prefix))).map(({ key }) => key)
      return keys.filter(isObjectKey).sort()
    },
    signedDownload: async (key, { fileName, seconds }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...object(key),
          ResponseContentDisposition: attachment(fileName),
          ResponseContentType: 'application/octet-stream',
        }),
        { expiresIn: seconds },
      ),
    /** Removes posted files that were sent again after the seal. An interrupted post leaves nothing in S3. */
    sweep: async before => {
      let swept = 0
      for await (const { key, modified } of entriesBelow(incomingPrefix)) {
        if (modified >= before) continue
        await removeAt({ Bucket: options.bucket, Key: key })
        swept += 1
      }
      return swept
    },
  }
}
