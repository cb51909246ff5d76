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
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type Disk, NearlyFull, within } from '../disk.ts'
import type { WorkFolders } from '../workFolders.ts'
import { attachment } from './contentDisposition.ts'
import { isObjectKey, ObjectMissing, type StoredObject } from './objectStore.ts'
import { type S3Store, sealedName } from './sealing.ts'

const isMissing = (error: unknown): boolean => error instanceof NotFound || error instanceof NoSuchKey

/**
 * How long the store may be silent, in ms. No time is set for a whole transfer, which may be of gigabytes: only silence in it
 * counts.
 */
export interface S3Limits {
  /** Until the connection stands. */
  connectionMs: number
  /** Until the answer to a request begins that sends no file. */
  answerMs: number
  /** Between two signs of life of a transfer. */
  silenceMs: number
  /** While the store copies a file, of which some tell nothing before its end. */
  copyMs: number
}

const usualLimits: S3Limits = {
  connectionMs: 5000,
  answerMs: 15_000,
  silenceMs: 60_000,
  copyMs: 300_000,
}

/** Requests in all for one call: the client waits for a moment before it repeats one. */
const maxAttempts = 2

/** Where signed posts bring their files: nothing else is read there. */
const incomingPrefix = 'incoming/'

/**
 * An S3-compatible object store. The hash that S3 keeps is that of `put`; a file posted by a browser has none until a
 * worker reads it. Signatures use the wall clock, as S3 itself does.
 *
 * S3 lets a signed post be sent again until it expires, and the last one wins. So a post brings its file to a place of
 * its own, and `seal` copies it under a name that no post was signed for: what was checked is what stays.
 */
export const createS3Store = (options: {
  endpoint: string
  bucket: string
  region: string
  /** Scratch folders: S3 wants the length of what is put before its bytes. */
  scratch: Pick<WorkFolders, 'use'>
  /** The disk of these folders, whose reserve they leave. */
  disk: Pick<Disk, 'setAside'>
  clock: { now: () => Date }
  limits?: S3Limits
}): S3Store => {
  const { connectionMs, answerMs, silenceMs, copyMs } = options.limits ?? usualLimits
  const clientSilentFor = (socketTimeout: number): S3Client =>
    new S3Client({
      endpoint: options.endpoint,
      region: options.region,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts,
      requestHandler: { connectionTimeout: connectionMs, socketTimeout, throwOnRequestTimeout: true },
    })
  const client = clientSilentFor(silenceMs)
  const copier = clientSilentFor(copyMs)
  const soon = { requestTimeout: answerMs }
  const object = (key: string) => {
    if (!isObjectKey(key)) throw new Error(`"${key}" is not a key of the object store.`)
    return { Bucket: options.bucket, Key: key }
  }
  const incoming = (key: string) => ({ ...object(key), Key: `${incomingPrefix}${key}` })

  const statOf = async (key: string): Promise<StoredObject | undefined> => {
    try {
      const head = await client.send(new HeadObjectCommand(object(key)), soon)
      return { size: head.ContentLength ?? 0, sha256: head.Metadata?.sha256 }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  const bodyOf = async (place: { Bucket: string; Key: string; Range?: string }): Promise<Readable> => {
    const { Body } = await client.send(new GetObjectCommand(place), soon)
    if (!(Body instanceof Readable)) throw new Error(`The store answered "${place.Key}" without a stream.`)
    return Body
  }

  const open = async (key: string): Promise<Readable> => {
    try {
      return await bodyOf(object(key))
    } catch (error) {
      if (isMissing(error)) throw new ObjectMissing(key, { cause: error })
      throw error
    }
  }

  async function* entriesBelow(prefix: string): AsyncGenerator<{ key: string; modified: Date }> {
    let next: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: options.bucket, Prefix: prefix, ContinuationToken: next }),
        soon,
      )
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, modified: LastModified ?? new Date() }
      next = page.NextContinuationToken
    } while (next !== undefined)
  }

  return {
    kind: 's3',
    signedPost: async (key, { maxBytes, exactBytes, expires }) =>
      createPresignedPost(client, {
        ...incoming(key),
        Conditions: [['content-length-range', exactBytes ?? 1, exactBytes ?? maxBytes]],
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
        // What was put is in no form's reach.
        const found = await statOf(key)
        return found && { ...found, key }
      }
      const found = await statOf(sealed)
      return found && { ...found, key: sealed }
    },
    incoming: key =>
      bodyOf(incoming(key)).catch(error => {
        if (isMissing(error)) return undefined
        throw error
      }),
    put: (key, content, keptHash) =>
      options.scratch.use(randomUUID(), async folder => {
        const space = await options.disk.setAside(0)
        if (!space) throw new NearlyFull('There is no room for what is to be put.')
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
        const ofContent = hash.digest('hex')
        const sha256 = keptHash?.() ?? ofContent
        // Of a fault the sending itself tells; one that comes after it has nobody to go to.
        const body = createReadStream(temporary).on('error', () => undefined)
        try {
          await client.send(
            new PutObjectCommand({ ...object(key), Body: body, ContentLength: size, Metadata: { sha256 } }),
          )
        } finally {
          // The client leaves it open where the store refuses early; an open file keeps its room on the disk after its removal.
          body.destroy()
        }
        return { size, sha256 }
      }),
    open,
    async *pieces(key) {
      yield* await open(key)
    },
    readRange: async (key, { from, to }) => {
      const { size } = (await statOf(key)) ?? {}
      if (size === undefined) throw new ObjectMissing(key)
      const end = Math.min(to, size)
      if (end <= from) return Buffer.alloc(0)
      const body = await bodyOf({ ...object(key), Range: `bytes=${from}-${end - 1}` })
      return Buffer.concat(await body.toArray())
    },
    stat: statOf,
    // An object is missing in a bucket that is missing, too.
    look: async () => {
      await client.send(new HeadBucketCommand({ Bucket: options.bucket }), soon)
    },
    remove: async key => {
      await client.send(new DeleteObjectCommand(object(key)), soon)
      await client.send(new DeleteObjectCommand(incoming(key)), soon)
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
    /** An interrupted post leaves nothing behind in S3; one that was sent again after its file was sealed does. */
    sweep: async before => {
      let swept = 0
      for await (const { key, modified } of entriesBelow(incomingPrefix)) {
        if (modified >= before) continue
        await client.send(new DeleteObjectCommand({ Bucket: options.bucket, Key: key }), soon)
        swept += 1
      }
      return swept
    },
  }
}
