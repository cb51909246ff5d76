import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ObjectStore } from '../../server/storage/index.ts'
import { ObjectMissing } from '../../server/storage/objectStore.ts'
import type { SequenceMessage } from '../../src/domain/wire/inspection.ts'
import { generateSample } from '../../src/sample/index.ts'
import { begin, eventsOf } from './support/beginning.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* What a worker cannot do without goes away under waiting files, and comes back (faults 15 and 40). */

const submitters = {
  '0001': 'ashby-submitter',
  '0002': 'brackley-submitter',
  '0003': 'cardigan-signoff',
} as const
type Provider = keyof typeof submitters
const providers = Object.keys(submitters) as Provider[]

/** What is away keeps a file from its first stage: one whose way ends at the second shows that it goes on. */
const fileFaults = 'malformed'

/** Calls of the store that stages make; files are taken in by others. */
const ofStages = new Set(['look', 'stat', 'pieces', 'open', 'readRange', 'put'])

describe('an outage under several files', () => {
  let server: ProcessingServer
  const faults = {
    /** Of every call of a stage, and of who looks whether the store is there. */
    store: undefined as string | undefined,
    /** Nobody finds an object: its bucket is gone. */
    bucket: false,
    /** Of so many reads of a file. */
    file: undefined as { code: string; times: number } | undefined,
    reserve: 0,
  }
  let failed = 0
  let looks = 0
  const fail = (code: string): never => {
    failed += 1
    throw Object.assign(new Error('the store fails'), { code })
  }
  /** As the client of S3 says it of a HEAD. */
  const bucketMissing = (): Error =>
    Object.assign(new Error('UnknownError'), { name: 'NotFound', $metadata: { httpStatusCode: 404 } })
  const shaky = (folder: ObjectStore): ObjectStore =>
    new Proxy(folder, {
      get: (target, name) => {
        const value = target[name as keyof ObjectStore]
        if (typeof value !== 'function' || !ofStages.has(String(name))) return value
        return (...given: never[]) => {
          if (name === 'look') looks += 1
          if (faults.store) fail(faults.store)
          if (faults.bucket) {
            failed += 1
            if (name === 'stat') return Promise.resolve(undefined)
            throw name === 'look' ? bucketMissing() : new ObjectMissing(String(given[0]))
          }
          const { file } = faults
          if (file && file.times > 0 && String(given[0]).endsWith('/file.xml') && name === 'stat') {
            file.times -= 1
            fail(file.code)
          }
          return (value as (...all: never[]) => unknown)(...given)
        }
      },
    })
  beforeAll(async () => {
    server = await startProcessingServer({ worker: true, store: shaky, reserveBytes: () => faults.reserve })
  })
  afterAll(() => server.stop())
  afterEach(() => server.forget())

  const send = async (instId: Provider): Promise<string> => {
    const submissionId = randomUUID()
    const content = generateSample({ provider: instId, students: 3, faults: fileFaults, collection: '23056' })
    expect(
      await server.upload(submitters[instId], { submissionId, instId, content: Buffer.concat([...content]) }),
    ).toBe(204)
    return submissionId
  }

  const awaitedBy = async (instId: Provider, id: string): Promise<string | undefined> => {
    const { body } = await server.call<{ queue: { awaits?: string } | null }>(
      submitters[instId],
      'GET',
      `/submissions/${id}`,
    )
    return body.queue?.awaits
  }

  /** What the stage of a file that is in hand was put back for before. */
  const awaitedBefore = async (id: string): Promise<string | null | undefined> => {
    const { rows } = await server.inSystem(tx =>
      sql<{
        awaits: string | null
      }>`select output ->> 'awaits' as awaits from pgboss.job
        where name = 'stage' and singleton_key = ${id} and state = 'active'`.execute(tx),
    )
    return rows[0]?.awaits
  }

  const everybodyAwaits = (ids: readonly string[], part: string) =>
    expect
      .poll(() => Promise.all(ids.map((id, at) => awaitedBy(providers[at] ?? '0001', id))), {
        timeout: 60_000,
      })
      .toEqual(ids.map(() => part))

  const figures = async (name: string): Promise<number> => {
    const text = await (await fetch(`${server.origin}/metrics`)).text()
    return Number(
      text
        .split('\n')
        .find(line => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  }
  const figure = (part: string): Promise<number> => figures(`stages_put_back{part="${part}"}`)

  /** What each message says that a file waits for; nothing where it has an ordinary place, or is on its way. */
  const reasonsSentTo = async (instId: Provider): Promise<(string | undefined)[]> => {
    const { rows } = await server.inSystem(tx =>
      sql<{ awaits: string | null }>`select payload -> 'queue' ->> 'awaits' as awaits from live_message
        where inst_id = ${instId} and payload ->> 'type' in ('QUEUE_PLACE', 'FILE_EVENT') order by sequence`.execute(
        tx,
      ),
    )
    return rows.map(({ awaits }) => awaits ?? undefined)
  }

  const allAreProcessed = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) await server.reaches(id, 'SCHEMA_CHECK_FAILED')
    const events = (await Promise.all(ids.map(id => eventsOf(server, id)))).flat()
    expect(events.filter(event => event.endsWith('_ERRORED'))).toEqual([])
  }

  it('store: for longer than all tries take, it costs no file a try; everybody is told, and all go through after it', async () => {
    faults.store = 'ECONNREFUSED'
    failed = 0
    const ids = []
    for (const provider of providers) ids.push(await send(provider))
    await everybodyAwaits(ids, 'store')
    // It is looked at again and again, and no stage is begun meanwhile: four tries would be over at once.
    await expect.poll(() => failed, { timeout: 60_000 }).toBeGreaterThan(4)
    expect(await Promise.all(ids.map(id => server.statusOfSubmission(id)))).toEqual([
      'PROVISIONING',
      'UPLOADED',
      'UPLOADED',
    ])
    expect(await figure('store')).toBe(1)
    // Workers are started by this figure: none of them could do anything for those that wait.
    expect(await figures('stage_queue_length')).toBe(0)
    await expect.poll(() => reasonsSentTo('0003'), { timeout: 20_000 }).toContain('store')
    faults.store = undefined
    await allAreProcessed(ids)
    expect(await figure('store')).toBe(0)
    // Who waited hears that the wait is an ordinary one again, or is over.
    expect((await reasonsSentTo('0003')).at(-1)).toBeUndefined()
  })

  it('store: no file is taken for missing while the bucket is, and all go through when it is there again', async () => {
    faults.bucket = true
    failed = 0
    const ids = [await send('0001'), await send('0002')]
    await everybodyAwaits(ids, 'store')
    await expect.poll(() => failed, { timeout: 60_000 }).toBeGreaterThan(4)
    expect(await Promise.all(ids.map(id => server.statusOfSubmission(id)))).toEqual([
      'PROVISIONING',
      'UPLOADED',
    ])
    faults.bucket = false
    await allAreProcessed(ids)
  })

  it('folder: no file is taken for missing while its volume is not mounted, and all go through when it is again', async () => {
    const folder = join(server.dataDir, 'store')
    const ready = async () => (await fetch(`${server.origin}/health/ready`)).status
    faults.store = 'ECONNREFUSED'
    const ids = [await send('0001'), await send('0002')]
    await everybodyAwaits(ids, 'store')
    await rename(folder, `${folder}.away`)
    await mkdir(folder)
    faults.store = undefined
    looks = 0
    await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThan(4)
    await everybodyAwaits(ids, 'store')
    expect(await Promise.all(ids.map(id => server.statusOfSubmission(id)))).toEqual([
      'PROVISIONING',
      'UPLOADED',
    ])
    await expect.poll(ready).toBe(503)
    const late = server.upload('cardigan-signoff', {
      submissionId: randomUUID(),
      instId: '0003',
      content: Buffer.from('<a/>'),
    })
    expect(await late).toBe(503)
    expect(await readdir(folder)).toEqual([])
    await rmdir(folder)
    await rename(`${folder}.away`, folder)
    await allAreProcessed(ids)
    await expect.poll(ready, { timeout: 20_000 }).toBe(200)
  })

  it('disk: below its reserve no stage is begun; all go through when there is room', async () => {
    faults.reserve = Number.MAX_SAFE_INTEGER
    const id = await begin(server, 3, fileFaults)
    await everybodyAwaits([id], 'disk')
    expect(await server.statusOfSubmission(id)).toBe('UPLOADED')
    expect(await figure('disk')).toBe(1)
    faults.reserve = 0
    await allAreProcessed([id])
  })

  it('disk: a stage for whose files there is no room above the reserve waits for it, without a try', async () => {
    const { promise: isLookedAt, resolve: looked } = Promise.withResolvers<void>()
    const { setAside } = server.disk
    // More often than a stage is tried; the last time there is room, but not before it is looked at.
    const noRoom = vi.spyOn(server.disk, 'setAside').mockImplementation(async bytes => {
      if (noRoom.mock.calls.length < 9) return undefined
      await isLookedAt
      return setAside(bytes)
    })
    onTestFinished(() => {
      looked()
      noRoom.mockRestore()
    })
    const id = await begin(server, 3, fileFaults)
    await expect.poll(() => noRoom.mock.calls.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(9)
    expect(await server.statusOfSubmission(id)).toBe('SCHEMA_CHECK')
    expect(await awaitedBefore(id)).toBe('disk')
    looked()
    await allAreProcessed([id])
  })

  describe.each([
    { code: 'ENOSPC', tags: [] },
    // The other part goes the same way: the outages above are of both.
    { code: 'ECONNRESET', tags: ['exhaustive'] },
  ])('$code', ({ code, tags }) => {
    it('that is over before the worker looks costs no try for a while', { tags }, async () => {
      faults.file = { code, times: 8 }
      await allAreProcessed([await begin(server, 3, fileFaults)])
      expect(faults.file.times).toBe(0)
    })
  })

  it('ends in the error status, where it lasts and a worker that looks sees nothing of it', async () => {
    faults.file = { code: 'ENOSPC', times: Number.POSITIVE_INFINITY }
    const id = await begin(server, 3, fileFaults)
    await server.reaches(id, 'PROVISIONING_ERROR')
    faults.file = undefined
    const { body } = await server.call<{ messages: SequenceMessage[] }>(
      'bedel-staff',
      'GET',
      `/submissions/${id}/sequence`,
    )
    const attempts = body.messages.filter(({ name, kind }) => name === 'PROVISIONING' && kind === 'attempt')
    // Twenty that do not count, and the four that do.
    expect(attempts).toHaveLength(24)
  })
})
