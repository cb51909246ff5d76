import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { addHours } from 'date-fns'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDeadlineJobs } from '../../server/jobs/deadlineJobs.ts'
import { type Boss, createDeadlines, type JobQueue } from '../../server/jobs/index.ts'
import { createAnnouncedFiles } from '../../server/storage/announcedFiles.ts'
import { withAvailability } from '../../server/storage/availability.ts'
import { withEncryption } from '../../server/storage/encryption/encryptedStore.ts'
import type { ObjectStore } from '../../server/storage/index.ts'
import type { S3Store } from '../../server/storage/sealing.ts'
import { keysInMemory } from '../../server/storage/testing/keysInMemory.ts'
import { uploadBody } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
/** Files whose sealing takes until they are let go. */
const sealing = new Map<string, Promise<void>>()
let isBucketGone = false
/** Stands in for the store of the server where it seals. */
let other: Pick<ObjectStore, 'seal'> | undefined
const slow = (folder: ObjectStore): ObjectStore => ({
  ...folder,
  seal: async key => {
    await sealing.get(key)
    return (other ?? folder).seal(key)
  },
  look: async () => {
    if (isBucketGone) throw new Error('There is no such bucket.')
    await folder.look()
  },
})
beforeAll(async () => {
  server = await startProcessingServer({ store: slow })
})
afterAll(() => server.stop())

/**
 * The deadline of an upload comes up at this time of the database, in a process whose clock is hours ahead. Gives the deadlines
 * that are set again, with the seconds until they come up.
 */
const comesUp = async (submissionId: string, due: Date, startedOn: Date): Promise<unknown[]> => {
  const armed: unknown[] = []
  let handle: ((job: unknown) => Promise<void>) | undefined
  const clock = { now: () => addHours(server.clock.now(), 3) }
  const boss = {
    upsert: async (_queue: string, data: object, { startAfter }: { startAfter: number }) =>
      void armed.push({ ...data, startAfter }),
  } as unknown as Boss
  const queue = {
    ...createDeadlineJobs({ boss, clock, uploadCheckSeconds: undefined }),
    consume: async (_queue: string, work: (job: unknown) => Promise<void>) => {
      handle = work
    },
  } as unknown as JobQueue
  const { db, storage, lifecycle, disk } = server
  await createDeadlines({ db, clock, store: storage, lifecycle, queue, disk }).start()
  await handle?.({ data: { kind: 'UPLOAD_EXPIRED', submissionId, due: due.toISOString() }, startedOn })
  return armed
}

it('are judged by the clock of the database: a server that is ahead ends no upload of others', async () => {
  const id = randomUUID()
  const response = await server.call('ashby-submitter', 'POST', '/files/uploadRequest', {
    body: uploadBody(id),
  })
  expect(response.status).toBe(200)
  const due = addHours(server.clock.now(), 1)

  // Not at once, again and again, until the clock of the database has come so far.
  expect(await comesUp(id, due, server.clock.now())).toEqual([
    { kind: 'UPLOAD_EXPIRED', submissionId: id, due: due.toISOString(), startAfter: 3600 },
  ])
  expect(await server.statusOfSubmission(id)).toBe('UPLOADING')

  expect(await comesUp(id, due, addHours(due, 1))).toEqual([])
  expect(await server.statusOfSubmission(id)).toBe('UPLOAD_ERROR')
})

it('end no upload while the bucket is gone, in which nothing can have arrived', async () => {
  const id = randomUUID()
  const body = uploadBody(id)
  expect((await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body })).status).toBe(200)
  const due = addHours(server.clock.now(), 1)
  isBucketGone = true
  await expect(comesUp(id, due, addHours(due, 1))).rejects.toMatchObject({ problem: { kind: 'unavailable' } })
  expect(await server.statusOfSubmission(id)).toBe('UPLOADING')
  isBucketGone = false
  await comesUp(id, due, addHours(due, 1))
  expect(await server.statusOfSubmission(id)).toBe('UPLOAD_ERROR')
})

it('fail an upload whose file the store has replaced by the same other one for ten minutes', async () => {
  let given = ''
  const inner: Partial<S3Store> = {
    kind: 's3',
    signedPost: async () => ({ url: '', fields: {} }),
    incoming: async () => ({ content: Readable.from([Buffer.from(given)]), size: given.length }),
    put: async (_, content) => {
      await text(content)
      return { size: 0, sha256: '' }
    },
    remove: async () => undefined,
  }
  const store = withEncryption(inner as S3Store, {
    keys: keysInMemory(),
    announced: createAnnouncedFiles(server.db),
    secret: randomBytes(32),
    address: '',
    clock: server.clock,
    pausesMs: [],
  })
  const id = randomUUID()
  const body = uploadBody(id)
  expect((await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body })).status).toBe(200)
  const due = addHours(server.clock.now(), 1)
  const sha256 = createHash('sha256').update('<a/>').digest('hex')
  await store.signedPost(`0001/${id}/file.xml`, { maxBytes: 9, exactBytes: 4, sha256, expires: due })
  other = withAvailability({ ...server.storage, seal: store.seal })
  const look = async () => {
    const looked = comesUp(id, due, server.clock.now())
    await looked.catch(() => undefined)
    return server.statusOfSubmission(id)
  }
  try {
    // One answer after the other: it may be right the next time.
    for (given of ['<html/>', 'half', '<html/>']) {
      expect(await look()).toBe('UPLOADING')
      server.clock.forward(9 * 60_000)
    }
    given = '<html/>'
    expect(await look()).toBe('UPLOADING')
    server.clock.forward(60_000)
    expect(await look()).toBe('UPLOAD_ERROR')
  } finally {
    other = undefined
  }
  const { body: ended } = await server.call<{ failureReason: string }>(
    'ashby-submitter',
    'GET',
    `/submissions/${id}`,
  )
  expect(ended.failureReason).toBe(
    'The file store did not store the file correctly. The problem is not in the file: upload it again.',
  )
})

it('confirm a file while a large one is still being sealed', async () => {
  const begin = async (user: string, instId: string) => {
    const id = randomUUID()
    const body = { ...uploadBody(id), instId }
    expect((await server.call(user, 'POST', '/files/uploadRequest', { body })).status).toBe(200)
    await server.storage.put(`${instId}/${id}/file.xml`, Readable.from([Buffer.from('<a/>')]))
    return id
  }
  const look = (id: string) =>
    server.inSystem(tx => server.processing.queue.armDeadline(tx, 'UPLOAD_EXPIRED', id, server.clock.now()))
  const large = await begin('ashby-submitter', '0001')
  const small = await begin('brackley-submitter', '0002')
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  sealing.set(`0001/${large}/file.xml`, promise)
  const active = () =>
    server.look<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'deadline' and state = 'active'`,
    )
  try {
    await look(large)
    await expect.poll(async () => (await active()).count, { timeout: 20_000 }).toBe(1)
    await look(small)
    expect(await server.reaches(small, 'UPLOADED')).toBe('UPLOADED')
    expect(await server.statusOfSubmission(large)).toBe('UPLOADING')
  } finally {
    letGo()
  }
  await server.reaches(large, 'UPLOADED')
}, 120_000)
