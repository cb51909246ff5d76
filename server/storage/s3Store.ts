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
import { isWrongAnswer, repeated, usualPausesMs, WrongAnswerError } from './believing.ts'
import { attachment } from './contentDisposition.ts'
import { isObjectKey, ObjectMissing, type StoredObject } from './objectStore.ts'
import { type S3Store, sealedName } from './sealing.ts'

const isMissing = (error: unknown): boolean => error instanceof NotFound || error instanceof NoSuchKey

/** What S3 says of a put whose bytes are not those that were signed: they were damaged on their way. */
const digestRefusals = new Set([
  'BadDigest',
  'IncompleteBody',
  'InvalidDigest',
  'SignatureDoesNotMatch',
  'XAmzContentChecksumMismatch',
  'XAmzContentSHA256Mismatch',
])

/**
 * Signs the hash of the body with the request, so that every store compares it: those that ignore checksums do, too. Left to itself, the
 * client signs a stream as "UNSIGNED-PAYLOAD", and a bit that is flipped when it is written and again when it is read back goes unnoticed.
 */
const signBodyOf = (command: PutObjectCommand, sha256: string): void =>
  command.middlewareStack.add(
    next => args => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256
      return next(args)
    },
    { step: 'build', name: 'signBodyOf' },
  )

/** Of a call that asks for no object, none is missing. */
const neverMissing = (error: unknown): never => {
  throw isMissing(error)
    ? new WrongAnswerError('The store says that an object is missing that it was not asked for.', {
        cause: error,
      })
    : error
}

/** What an answer about an object says of it, as far as it is compared. */
interface Described {
  ETag?: string | undefined
  ContentLength?: number | undefined
  Metadata?: Record<string, string> | undefined
}

/**
 * Throws WrongAnswerError where this is no answer of S3 about the object of this key: every object of S3 has a tag, and objects of
 * ours name themselves and their size. Objects of earlier releases, and posted ones, do not.
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

/** The size that an answer gives. One without a length says nothing about the size: above all not that the object is empty. */
const sizeIn = (key: string, { ContentLength, Metadata = {} }: Described): number => {
  const size = ContentLength ?? (Metadata.bytes === undefined ? undefined : Number(Metadata.bytes))
  if (size === undefined) throw new WrongAnswerError(`The store does not say how long "${key}" is.`)
  return size
}

const hexToBase64 = (digits: string): string => Buffer.from(digits, 'hex').toString('base64')

/** A file on its way to the store. */
interface Sent {
  size: number
  /** SHA-256 of the bytes that are stored. */
  stored: string
  /** SHA-256 that is kept with the object. */
  sha256: string
}

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
  /** Before each further attempt at a call whose answer is not believed. */
  pausesMs: readonly number[]
}

const usualLimits: S3Limits = {
  connectionMs: 5000,
  answerMs: 15_000,
  silenceMs: 60_000,
  copyMs: 300_000,
  pausesMs: usualPausesMs,
}

/** Requests in all for one call: the client waits for a moment before it repeats one. */
const maxAttempts = 2

/** An answer of HTTP, as far as it is looked at before the client reads it. */
interface Answer {
  statusCode: number
  headers: Record<string, string>
  body?: unknown
}
const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'statusCode' in value && 'headers' in value

/**
 * Throws WrongAnswerError for a page of HTML, as a proxy or a captive portal sends it, and for a good status over what the client
 * cannot read. The client takes either for an answer: of a list, for an empty one.
 */
const refuseUnreadable = (client: S3Client): S3Client => {
  client.middlewareStack.add(
    next => async args => {
      const result = await next(args).catch((error: Error & { $response?: unknown }) => {
        const { $response } = error
        if (!isAnswer($response) || $response.statusCode >= 300) throw error
        throw new WrongAnswerError('The answer of the store cannot be read.', { cause: error })
      })
      const { response } = result
      if (isAnswer(response) && /^text\/html/i.test(response.headers['content-type'] ?? '')) {
        if (response.body instanceof Readable) response.body.destroy()
        throw new WrongAnswerError('The store answered with a page of HTML.')
      }
      return result
    },
    { step: 'deserialize', name: 'refuseUnreadable', priority: 'high' },
  )
  return client
}

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
  const { connectionMs, answerMs, silenceMs, copyMs, pausesMs } = options.limits ?? usualLimits
  const clientSilentFor = (socketTimeout: number): S3Client =>
    refuseUnreadable(
      new S3Client({
        endpoint: options.endpoint,
        region: options.region,
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts,
        requestHandler: { connectionTimeout: connectionMs, socketTimeout, throwOnRequestTimeout: true },
      }),
    )
  const client = clientSilentFor(silenceMs)
  const copier = clientSilentFor(copyMs)
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
      // The length of an answer to a range is that of the range.
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
   * Reads back what was just put. Throws WrongAnswerError where it is neither that nor what another writer has put in its place since;
   * an older object says that the store shows the new one late.
   */
  const requireStored = async (key: string, sent: Sent, writtenAt: number): Promise<void> => {
    const { body, about } = await answerOf(object(key)).catch(error => {
      throw isMissing(error)
        ? new WrongAnswerError(`The store does not have "${key}", which was put.`)
        : error
    })
    const hash = createHash('sha256')
    for await (const piece of body) hash.update(piece)
    const found = hash.digest('hex')
    if (found === sent.stored) return
    const { stored, at } = about.Metadata ?? {}
    const isLater = Number(at) > writtenAt || (Number(at) === writtenAt && found > sent.stored)
    if (found !== stored || !isLater)
      throw new WrongAnswerError(`The store has other bytes at "${key}" than were put.`)
  }

  /** Puts a file, until the store has it as it was sent: a good status alone says nothing. */
  const putFile = (key: string, path: string, sent: Sent): Promise<void> =>
    believed(async () => {
      const { size, stored, sha256 } = sent
      const writtenAt = Date.now()
      // Of a fault the sending itself tells; one that comes after it has nobody to go to.
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
          if (error instanceof Error && digestRefusals.has(error.name))
            throw new WrongAnswerError(`What was put at "${key}" was damaged on its way.`, { cause: error })
          return neverMissing(error)
        })
        if (ETag === undefined)
          throw new WrongAnswerError(`The store answered the put of "${key}" without a tag.`)
      } finally {
        // The client leaves it open where the store refuses early; an open file keeps its room on the disk after its removal.
        body.destroy()
      }
      await believed(() => requireStored(key, sent, writtenAt))
    })

  /** Removes what is at a place. Some stores say of what is not there that it is missing; only a look shows that it is so. */
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
    kind: 's3',
    signedPost: async (key, { maxBytes, exactBytes, sha256, expires }) =>
      createPresignedPost(client, {
        ...incoming(key),
        Conditions: [['content-length-range', exactBytes ?? 1, exactBytes ?? maxBytes]],
        // Where the store knows this field it refuses other bytes; where it does not, the seal does.
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
        // What was put is in no form's reach.
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
    // An object is missing in a bucket that is missing, too.
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
    /** An interrupted post leaves nothing behind in S3; one that was sent again after its file was sealed does. */
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
