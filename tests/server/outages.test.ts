import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { createIdentity } from '../../server/identity/index.ts'
import { replayAll } from '../../server/inspection/conformance.ts'
import type { ObjectStore } from '../../server/storage/index.ts'
import { generateSample } from '../../src/sample/index.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { partUploadOf } from './support/partUpload.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { startProxy } from './support/proxy.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

const file = Buffer.concat([
  ...generateSample({ provider: '0001', students: 3, faults: 'none', collection: '23056' }),
])

// A clock that goes ten times as fast: what readiness has found is soon looked at again.
const now = performance.now.bind(performance)
beforeAll(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now() * 10)
})
afterAll(() => {
  vi.restoreAllMocks()
})

/** What a visitor of /health/ready sees. */
const readinessOf = async ({ origin }: ProcessingServer) => {
  const answer = await fetch(`${origin}/health/ready`)
  const body = (await answer.json()) as { status?: string | number; detail?: string }
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    said: body.detail ?? body.status,
  }
}
const ready = { status: 200, retryAfter: null, said: 'ready' }
const notReady = (said: string) => ({ status: 503, retryAfter: '5', said })
const becomes = (server: ProcessingServer, expected: object) =>
  expect.poll(() => readinessOf(server), { timeout: 60_000, interval: 100 }).toEqual(expected)

/** What a proxy sees that asks whether to send visitors there. */
const servingOf = async ({ origin }: Pick<ProcessingServer, 'origin'>): Promise<number> =>
  (await fetch(`${origin}/health/serving`)).status

describe('a server whose parts fail and come back', () => {
  let server: ProcessingServer
  const faults = { store: undefined as string | undefined, reserve: 0 }
  const failing = (): void => {
    if (faults.store) throw Object.assign(new Error('the store fails'), { code: faults.store })
  }
  /** A store that fails at its interface: every call of it, with the code of the moment. */
  const shaky = (folder: ObjectStore): ObjectStore =>
    new Proxy(folder, {
      get: (target, name) => {
        const value = target[name as keyof ObjectStore]
        if (typeof value !== 'function') return value
        return (...given: never[]) => {
          failing()
          return (value as (...all: never[]) => unknown)(...given)
        }
      },
    })
  beforeAll(async () => {
    server = await startProcessingServer({ worker: true, store: shaky, reserveBytes: () => faults.reserve })
  })
  afterAll(() => server.stop())

  const request = (id: string) =>
    server.call<SignedPost>('ashby-submitter', 'POST', '/files/uploadRequest', {
      body: {
        submissionUuid: id,
        fileName: 'file.xml',
        collectionId: 'c23056',
        instId: '0001',
        fileSize: file.length,
      },
    })

  describe.each([
    { code: 'ECONNREFUSED', tags: [] },
    { code: 'EROFS', tags: [] },
    // Another of a network and of a disk: `outages.test.ts` beside the jobs tells what each code is of.
    { code: 'ETIMEDOUT', tags: ['exhaustive'] },
    { code: 'EIO', tags: ['exhaustive'] },
  ])('store: $code', ({ code, tags }) => {
    it('is said to who asks for a file, and in readiness; it recovers by itself', { tags }, async () => {
      const id = randomUUID()
      await server.place({ id, instId: '0001' }, 'QUALITY_PROCESSING_COMPLETE')
      const download = () =>
        server.call<{ data: string }>('ashby-submitter', 'POST', '/files/downloadRequest', {
          body: { key: `0001/${id}/placed.xml` },
        })
      faults.store = code
      await becomes(server, notReady('The file store cannot be reached.'))
      const refused = await download()
      expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
        503,
        '5',
        expect.objectContaining({ detail: 'The file store cannot be reached. Try again in a moment.' }),
      ])
      faults.store = undefined
      await becomes(server, ready)
      expect((await download()).status).toBe(200)
      await server.forget()
    })
  })

  it('store: its proxy goes on sending visitors there, who read what is away', async () => {
    const { port } = new URL(server.origin)
    const proxy = await startProxy([Number(port)])
    onTestFinished(() => proxy.stop())
    await expect.poll(() => proxy.ready.size).toBe(1)
    const id = randomUUID()
    await server.place({ id, instId: '0001' }, 'QUALITY_PROCESSING_COMPLETE')
    faults.store = 'ECONNREFUSED'
    await becomes(server, notReady('The file store cannot be reached.'))
    expect(await servingOf(server)).toBe(200)
    const headers = {
      authorization: `Bearer ${await server.tokenOf('ashby-submitter')}`,
      'content-type': 'application/json',
    }
    const page = await fetch(`${proxy.url}/api/submissions/${id}`, { headers })
    expect(page.status).toBe(200)
    const file = await fetch(`${proxy.url}/api/files/downloadRequest`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ key: `0001/${id}/placed.xml` }),
    })
    expect([file.status, await file.json()]).toEqual([
      503,
      expect.objectContaining({ detail: 'The file store cannot be reached. Try again in a moment.' }),
    ])
    faults.store = undefined
    await becomes(server, ready)
    await server.forget()
  })

  it('disk: a file that it cannot take ends its upload with the reason, and the next upload goes through', async () => {
    const stuck = randomUUID()
    const signed = await request(stuck)
    faults.store = 'ENOSPC'
    const refused = await sendForm(server.origin, signed.body, file)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    faults.store = undefined
    expect(await server.statusOfSubmission(stuck)).toBe('UPLOAD_ERROR')
    const shown = await server.call<{ failureReason: string }>(
      'ashby-submitter',
      'GET',
      `/submissions/${stuck}`,
    )
    expect(shown.body.failureReason).toBe(
      'The file store cannot accept files at the moment. Try again later.',
    )
    const next = randomUUID()
    expect(
      await server.upload('ashby-submitter', { submissionId: next, instId: '0001', content: file }),
    ).toBe(204)
    await server.reaches(next, 'QUALITY_PROCESSING_COMPLETE')
  })

  it('disk: one that is nearly full takes no file, by request, form or part, and takes them again when there is room', async () => {
    const full = "The server's disk is nearly full, so it cannot accept files at the moment. Try again later."
    const begun = randomUUID()
    const signed = await request(begun)
    const inParts = () =>
      partUploadOf(server, {
        user: 'brackley-submitter',
        instId: '0002',
        submissionUuid: randomUUID(),
        content: file,
      })
    const parts = inParts()
    const granted = (await parts.begin()).body

    faults.reserve = Number.MAX_SAFE_INTEGER
    const refusals = [await sendForm(server.origin, signed.body, file), await parts.send(granted, 1)]
    expect(refusals.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '5'],
      [503, '5'],
    ])
    // The form's upload has ended with its reason, so that it is not in the way of the next one.
    expect(await server.statusOfSubmission(begun)).toBe('UPLOAD_ERROR')
    const responses = [await request(randomUUID()), await inParts().begin()]
    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      [503, expect.objectContaining({ detail: full })],
      [503, expect.objectContaining({ detail: full })],
    ])

    faults.reserve = 0
    expect((await parts.send(granted, 1)).status).toBe(204)
    const next = randomUUID()
    expect(
      await server.upload('ashby-submitter', { submissionId: next, instId: '0001', content: file }),
    ).toBe(204)
    // Its stages make folders, also in the place of one that the next test takes away.
    await server.reaches(next, 'QUALITY_PROCESSING_COMPLETE')
    await server.forget()
  })

  it('disk: one that is nearly full, or cannot be written to, is said before the database runs into it', async () => {
    faults.reserve = Number.MAX_SAFE_INTEGER
    await becomes(server, notReady("The server's disk is nearly full."))
    // Pages are read without it, and say that no file is taken.
    expect(await servingOf(server)).toBe(200)
    faults.reserve = 0
    await becomes(server, ready)
    await rename(server.dataDir, `${server.dataDir}-away`)
    await becomes(server, notReady("The server's disk cannot be written to."))
    expect(await servingOf(server)).toBe(503)
    await rename(`${server.dataDir}-away`, server.dataDir)
    await becomes(server, ready)
  })

  it('queue: one whose tables are gone is said', async () => {
    await server.asOwner('alter table pgboss.queue rename to queue_away')
    await becomes(server, notReady('The processing queue cannot be reached.'))
    await server.asOwner('alter table pgboss.queue_away rename to queue')
    await becomes(server, ready)
  })

  it('database: one that takes no changes is said, pages are read, and it recovers by itself', async () => {
    /** As its provider does where its disk is full: for every connection that is opened from now on. */
    const setReadOnly = (value: 'on' | 'off') =>
      server.asOwner(`do $$ begin
        execute format('alter database %I set default_transaction_read_only = ${value}', current_database());
        perform pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'bedel%';
      end $$`)
    const id = randomUUID()
    // Who is signed in stays so; a new sign-in would have to be written.
    const token = await server.tokenOf('ashby-submitter')
    const call = (path: string, body?: object) =>
      fetch(`${server.origin}/api${path}`, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    await setReadOnly('on')
    await becomes(server, notReady('The database is read-only, so nothing can be changed.'))
    expect(await servingOf(server)).toBe(200)
    expect((await call('/collections/23056')).status).toBe(200)
    const refused = await call('/files/uploadRequest', {
      submissionUuid: id,
      fileName: 'file.xml',
      collectionId: 'c23056',
      instId: '0001',
      fileSize: file.length,
    })
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '5',
      expect.objectContaining({
        detail: 'The database is read-only, so nothing can be changed at the moment. Try again later.',
      }),
    ])
    await setReadOnly('off')
    await becomes(server, ready)
    expect(await server.upload('ashby-submitter', { submissionId: id, instId: '0001', content: file })).toBe(
      204,
    )
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    await server.forget()
  })
})

describe('a clock that jumps', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer({ worker: true, keepsTime: true })
  })
  afterAll(() => server.stop())

  it('by an hour, forth and back, is said in readiness, ends tokens and nothing else, and recovers by itself', async () => {
    const get = (given: string) =>
      fetch(`${server.origin}/api/collections/23056`, { headers: { authorization: `Bearer ${given}` } })
    const hour = 3_600_000
    const jumps = isExhaustive ? [hour, -hour, -hour, hour] : [hour, -hour]
    let offMs = 0
    await becomes(server, ready)
    for (const jump of jumps) {
      const token = await server.tokenOf('bedel-analyst')
      server.clock.forward(jump)
      offMs += jump
      await becomes(
        server,
        offMs === 0
          ? ready
          : notReady(
              "This server's clock differs from the database's by more than a minute. Set both from a time server.",
            ),
      )
      expect(await servingOf(server)).toBe(200)
      expect([200, 401]).toContain((await get(token)).status)
      expect((await get(await server.tokenOf('bedel-analyst'))).status).toBe(200)
      const id = randomUUID()
      expect(
        await server.upload('ashby-submitter', { submissionId: id, instId: '0001', content: file }),
      ).toBe(204)
      await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    }
    let events = 0
    for await (const part of replayAll(server.db)) {
      expect(part.deviations).toEqual([])
      events += part.events
    }
    expect(events).toBeGreaterThan(jumps.length * 10)
  })
})

describe('a pool that is exhausted', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer({ pool: { max: 1, waitMs: 300 } })
  })
  afterAll(() => server.stop())

  it('is answered 503 with Retry-After and is not ready, until a connection is free', async () => {
    await becomes(server, ready)
    const token = await server.tokenOf('bedel-analyst')
    const get = () =>
      fetch(`${server.origin}/api/collections/23056`, { headers: { authorization: `Bearer ${token}` } })
    const held = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    const holding = server.inSystem(async tx => {
      await sql`select 1`.execute(tx)
      taken.resolve()
      await held.promise
    })
    await taken.promise
    const refused = await get()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    await becomes(server, notReady('The database cannot be reached.'))
    expect(await servingOf(server)).toBe(503)
    held.resolve()
    await holding
    await becomes(server, ready)
    expect((await get()).status).toBe(200)
  })
})

describe('an issuer that is down', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  it('keeps new visitors waiting with the reason, is asked again, and leaves those signed in alone', async () => {
    let isUp = false
    let askedForKeys = 0
    const issuer = createServer((request, response) => {
      if (!isUp) {
        request.socket.destroy()
        return
      }
      response.setHeader('content-type', 'application/json')
      const { port } = issuer.address() as AddressInfo
      if (request.url === '/keys') askedForKeys += 1
      response.end(
        JSON.stringify(
          request.url?.includes('openid-configuration')
            ? { jwks_uri: `http://127.0.0.1:${port}/keys` }
            : { keys: [] },
        ),
      )
    })
    await new Promise<void>(resolve => issuer.listen(0, '127.0.0.1', resolve))
    const { port } = issuer.address() as AddressInfo
    const config = readConfig({ OIDC_ISSUER: `http://127.0.0.1:${port}`, DEMO: 'true' }).oidc
    const { exchange } = await createIdentity({
      db: server.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      config,
      publicUrl: server.origin,
    })
    const head = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'k' })).toString('base64url')
    const claims = JSON.stringify({
      iss: `http://127.0.0.1:${port}`,
      aud: config.clientId,
      exp: Math.floor(server.clock.now().getTime() / 1000) + 600,
    })
    const token = `${head}.${Buffer.from(claims).toString('base64url')}.${'A'.repeat(86)}`
    const problemOf = async () => {
      try {
        await exchange.verify(token)
        return undefined
      } catch (error) {
        return (error as { problem: { status: number } }).problem.status
      }
    }
    expect(await problemOf()).toBe(503)
    expect(await readinessOf(server)).toEqual(ready)
    expect((await server.call('bedel-analyst', 'GET', '/collections/23056')).status).toBe(200)
    isUp = true
    // The issuer answers again, and names no such key: it may still name its old ones, so the token is not refused for good.
    expect(await problemOf()).toBe(503)
    expect(askedForKeys).toBeGreaterThan(0)
    issuer.close()
  })
})
