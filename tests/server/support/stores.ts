import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import Fastify from 'fastify'
import { callsPerMinute } from '../../../server/http/costs.ts'
import { limits } from '../../../server/http/limits.ts'
import { sendProblem } from '../../../server/http/problems.ts'
import { withEncryption } from '../../../server/storage/encryption/encryptedStore.ts'
import { createFolderStore, type FolderStore } from '../../../server/storage/folderStore.ts'
import type { ObjectStore } from '../../../server/storage/objectStore.ts'
import { createS3Store } from '../../../server/storage/s3Store.ts'
import { downloadRoute, uploadRoute } from '../../../server/storage/storeRoutes.ts'
import { announcedInMemory, keysInMemory } from '../../../server/storage/testing/keysInMemory.ts'
import { createWorkFolders } from '../../../server/workFolders.ts'
import { type Problem, toProblem } from '../../../src/domain/problem.ts'
import type { Message } from '../../../src/messages/message.ts'
import { inEnglish } from '../../../src/model/everyMessage.ts'
import { startObjectServer, whyNoObjectServer } from './radosgw.ts'

/** The hash of a text as the store says it. */
export const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

/** A store to be tested, with the time that it goes by. */
export interface StoreSubject {
  store: ObjectStore
  /** Address of the store as a browser reaches it. */
  origin: string
  now: { value: Date }
  close: () => Promise<void>
}

/** A disk that always has room. */
const disk = { setAside: async () => ({ use: async () => {}, giveBack: () => {} }) }
const secret = new TextEncoder().encode('a secret of the test')
const address = '/api/store'

/** Serves what the server itself serves of a store. */
const serve = async (
  store: ObjectStore & { secret: Uint8Array },
  clock: { now: () => Date },
  idleMs?: number,
) => {
  const app = Fastify()
  app.setErrorHandler((error, _, reply) => sendProblem(reply, toProblem(error)))
  await limits(app, callsPerMinute)
  await app.register(downloadRoute({ store, clock, idleMs }), { prefix: address })
  return app
}

/** A store in a folder, with the routes that take and give its files. */
export const startFolder = async (
  isEncrypted = false,
  idleMs?: number,
): Promise<StoreSubject & { folder: string; listener: Listener }> => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-store-'))
  const now = { value: new Date('2025-01-01T12:00:00Z') }
  const clock = { now: () => now.value }
  const plain: FolderStore = createFolderStore({
    folder,
    secret,
    address,
    clock,
    hasStored: async () => false,
  })
  const store = isEncrypted
    ? withEncryption(plain, { keys: keysInMemory(), announced: announcedInMemory(), secret, address, clock })
    : plain
  const listener = new Listener()
  const app = await serve(store, clock, idleMs)
  await app.register(
    uploadRoute({
      store,
      clock,
      listener,
      disk,
    }),
    {
      prefix: address,
    },
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    store,
    origin,
    now,
    folder,
    listener,
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A listener that notes what it is told, and refuses or fails where a test asks for it. */
class Listener {
  events: unknown[] = []
  refusal: Problem | undefined
  fault: Error | undefined
  stored = async (key: string, object: unknown) => {
    if (this.fault) throw this.fault
    this.events.push({ stored: key, object })
    return this.refusal
  }
  failed = async (key: string, reason: Message | string) => {
    this.events.push({ failed: key, reason: inEnglish(reason) })
  }
}

/** A store in an object server of its own, one in a bucket that does not exist, and one whose credentials do not hold any more. */
export const startS3 = async (
  isEncrypted = false,
  /** Puts something in front of the server; gives the address that the store is reached by. */
  before: (endpoint: string) => Promise<string> = async endpoint => endpoint,
): Promise<StoreSubject & { withoutBucket: ObjectStore; withOldKey: ObjectStore }> => {
  const { endpoint: behind, accessKey, secretKey, stop } = await startObjectServer()
  process.env.AWS_ACCESS_KEY_ID = accessKey
  process.env.AWS_SECRET_ACCESS_KEY = secretKey
  const region = 'us-east-1'
  const bucket = 'bedel-test'
  await new S3Client({ endpoint: behind, region, forcePathStyle: true }).send(
    new CreateBucketCommand({ Bucket: bucket }),
  )
  const endpoint = await before(behind)
  const now = { value: new Date() }
  const scratch = await mkdtemp(join(tmpdir(), 'bedel-s3-'))
  const clock = { now: () => now.value }
  const folders = createWorkFolders(scratch)
  const plain = createS3Store({ endpoint, bucket, region, scratch: folders, disk, clock })
  const encrypted = withEncryption(plain, {
    keys: keysInMemory(),
    announced: announcedInMemory(),
    secret,
    address,
    clock,
  })
  process.env.AWS_SECRET_ACCESS_KEY = 'the one before'
  const withOldKey = createS3Store({ endpoint, bucket, region, scratch: folders, disk, clock })
  // A client reads its credentials when it is first used.
  await withOldKey.look().catch(() => undefined)
  process.env.AWS_SECRET_ACCESS_KEY = secretKey
  const app = await serve(encrypted, clock)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    store: isEncrypted ? encrypted : plain,
    withoutBucket: createS3Store({
      endpoint,
      bucket: 'nobody-made-it',
      region,
      scratch: folders,
      disk,
      clock,
    }),
    withOldKey,
    origin,
    now,
    close: async () => {
      await app.close()
      await stop()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** Sends a file by a signed post. */
export const post = async (
  subject: StoreSubject,
  signed: { url: string; fields: Record<string, string> },
  content: string,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(signed.fields)) form.set(name, value)
  form.set('file', new File([content], 'my file.xml'))
  return fetch(new URL(signed.url, subject.origin || undefined), {
    method: 'POST',
    headers,
    body: form,
  })
}

/** A minute after the time of the store. */
export const inAMinute = (subject: StoreSubject) => new Date(subject.now.value.getTime() + 60_000)

/** Why no store in S3 can be tested on this machine; undefined where it can. */
export const whyNoS3 = whyNoObjectServer()
