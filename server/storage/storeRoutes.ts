import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bytes } from '../../src/domain/bytes.ts'
import { type Problem, ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { type Disk, NearlyFull, within } from '../disk.ts'
import { atOnce, patience } from '../limits.ts'
import { createTurns } from '../turns.ts'
import { createAcceptance, noRoom, storeUnavailable, type UploadListener } from './acceptance.ts'
import { attachment } from './contentDisposition.ts'
import { type FolderStore, isFolderFault, type ReceivedFile, TooManyBytes } from './folderStore.ts'
import { type ByteRange, ObjectMissing, type ObjectStore } from './objectStore.ts'
import { type PostPolicy, verifyDownload, verifyPolicy } from './postPolicy.ts'
import { reprDigest } from './reprDigest.ts'

/** Bytes that a form adds to its file: boundaries, headers, fields. */
const formOverhead = 64 * 1024

/** A signature proves that somebody was allowed to send, not who sends. */
const counted = { config: { limit: 'anonymous' as const } }

const tooLarge = (policy: PostPolicy): Problem =>
  policy.minBytes === policy.maxBytes
    ? problem('too-large', message('problems', 'largerThanAnnounced', { bytes: policy.maxBytes }))
    : problem('too-large', message('problems', 'fileTooLarge', { limit: bytes(policy.maxBytes) }))

const unavailable = (cause: unknown): ProblemError => new ProblemError(storeUnavailable, { cause })

/** The folder store's URL for the signed post of a file, answered 204. It is signed and needs no token. */
export const uploadRoute =
  (options: {
    store: FolderStore
    clock: { now: () => Date }
    listener: UploadListener
    disk: Pick<Disk, 'setAside'>
  }) =>
  async (app: FastifyInstance): Promise<void> => {
    const { store, clock, disk } = options
    const { accept, refused } = createAcceptance(options)
    await app.register(multipart, {
      limits: { fields: 10, fieldSize: 8192, files: 1, parts: 12, fileSize: Number.POSITIVE_INFINITY },
    })

    const readForm = async (request: FastifyRequest): Promise<{ policy: PostPolicy; file: ReceivedFile }> => {
      const fields = new Map<string, string>()
      for await (const part of request.parts()) {
        if (part.type === 'field') {
          fields.set(part.fieldname, String(part.value))
          continue
        }
        const policy = verifyPolicy(store.secret, fields, clock.now())
        const announced = Number(request.headers['content-length'] ?? 0)
        if (announced > policy.maxBytes + formOverhead) throw await refused(policy, tooLarge(policy))
        // A chunked request announces no size; an earlier announcement may exist.
        const space = await disk.setAside(Math.max(announced, policy.minBytes))
        if (!space) throw await refused(policy, noRoom)
        try {
          return { policy, file: await store.receive(policy.key, within(space, part.file), policy.maxBytes) }
        } catch (error) {
          if (error instanceof TooManyBytes) throw await refused(policy, tooLarge(policy), error)
          if (error instanceof NearlyFull) throw await refused(policy, noRoom, error)
          // End the upload with its reason: otherwise it blocks the next one until its post expires.
          throw isFolderFault(error) ? await refused(policy, storeUnavailable, error) : error
        } finally {
          space.giveBack()
        }
      }
      throw new ProblemError(
        problem('invalid', message('problems', 'formWithoutFile'), [
          { field: 'file', message: message('server', 'field.missing') },
        ]),
      )
    }

    app.post('/upload', { config: { ...counted.config, body: 'file' } }, async (request, reply) => {
      reply.header('connection', 'close')
      const { policy, file } = await readForm(request)
      await accept(policy, file, reprDigest(request.headers['repr-digest']))
      return reply.code(204).send()
    })
  }

/** A store whose downloads this server serves itself. */
export type ServedStore = ObjectStore & { secret: Uint8Array }

/** Whether this server serves the objects of the store itself: encrypted ones, which only it can read, and those of the folder. */
export const isServed = (store: ObjectStore): store is ServedStore => 'secret' in store

/**
 * The bytes that a Range header requests (RFC 9110 §14.2). Undefined if the whole is sent, which is right for a header that is not
 * understood, and for several ranges too.
 */
const rangeOf = (header: string | undefined, size: number): ByteRange | 'outside' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const from = Math.max(0, size - Number(last))
    return from < size ? { from, to: size } : 'outside'
  }
  const from = Number(first)
  const to = last === '' ? size : Math.min(size, Number(last) + 1)
  if (last !== '' && Number(last) < from) return undefined
  return from < size ? { from, to } : 'outside'
}

/** Bytes of a part read at once. */
const partBytes = 1 << 20

const partOf = (store: ObjectStore, key: string, { from, to }: ByteRange): Readable =>
  Readable.from(
    (async function* () {
      for (let at = from; at < to; at += partBytes)
        yield await store.readRange(key, { from: at, to: Math.min(to, at + partBytes) })
    })(),
    { objectMode: false },
  )

/** Of one object: a URL may be used many times and by anybody. */
const ofOneObject = 6
/** Of one user, who can have many URLs. */
const ofOneOwner = 20

/**
 * The URL for signed downloads. It is signed and needs no token. Only valid signatures count as downloads, so guesses take no turns from
 * users with a valid URL.
 */
export const downloadRoute =
  ({
    store,
    clock,
    idleMs = patience.downloadIdleMs,
  }: {
    store: ServedStore
    clock: { now: () => Date }
    /** For tests, which do not wait for minutes. */
    idleMs?: number | undefined
  }) =>
  async (app: FastifyInstance): Promise<void> => {
    const turnsOf = (atOnceOfOne: number) =>
      createTurns({ ...atOnce.fileDownloads, atOnceOfOne }, message('server', 'manyDownloads'))
    const [byObject, byOwner] = [turnsOf(ofOneObject), turnsOf(ofOneOwner)]

    /** Holds a turn until the answer has ended or its reader is gone. */
    const takeTurn = async (key: string, owner: string, { raw }: FastifyReply): Promise<void> => {
      const endOfOwner = await byOwner.take(owner)
      const endOfObject = await byObject.take(key).catch((error: unknown) => {
        endOfOwner()
        throw error
      })
      const end = (): void => {
        endOfObject()
        endOfOwner()
      }
      raw.once('close', end)
      // Aborted before: it is closed already.
      if (raw.destroyed) end()
      raw.setTimeout(idleMs, () => raw.destroy())
    }

    interface Asked {
      Querystring: Record<string, unknown>
    }

    /** The object of a signed URL, with its headers. Throws if the signature is invalid or the object is missing. */
    const askedFor = async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
      const granted = verifyDownload(store.secret, request.query, clock.now())
      await app.limits.countAddress(request, reply, granted ? 'download' : 'anonymous')
      if (!granted) throw new ProblemError(problem('forbidden', message('server', 'downloadExpired')))
      const found = await store.stat(granted.key)
      if (!found) throw new ProblemError(problem('not-found', message('problems', 'fileNotStored')))
      const { size } = found
      const range = rangeOf(request.headers.range, size)
      if (range === 'outside') {
        reply.header('content-range', `bytes */${size}`)
        throw new ProblemError(problem('no-such-range', message('server', 'noSuchRange', { bytes: size })))
      }
      reply.headers({
        'content-type': 'application/octet-stream',
        'accept-ranges': 'bytes',
        'content-disposition': attachment(granted.fileName),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-length': range ? range.to - range.from : size,
      })
      if (range) reply.code(206).header('content-range', `bytes ${range.from}-${range.to - 1}/${size}`)
      return { key: granted.key, owner: granted.owner, range }
    }

    const config = { limit: 'handler' as const }
    // Fastify's default answer to HEAD would read the whole file.
    app.head<Asked>('/download', { config }, async (request, reply) => {
      await askedFor(request, reply)
      return reply.send()
    })
    app.get<Asked>('/download', { config, exposeHeadRoute: false }, async (request, reply) => {
      const { key, owner, range } = await askedFor(request, reply)
      try {
        await takeTurn(key, owner, reply)
        return await reply.send(range ? partOf(store, key, range) : await store.open(key))
      } catch (error) {
        // A replacement body has its own length.
        for (const name of ['content-length', 'content-range', 'content-disposition'])
          reply.removeHeader(name)
        if (error instanceof ObjectMissing)
          throw new ProblemError(problem('not-found', message('problems', 'fileNotStored')), { cause: error })
        throw isFolderFault(error) ? unavailable(error) : error
      }
    })
  }
