import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validate } from '../../scripts/validate/validate.ts'
import type { CheckResultWire } from '../../src/domain/wire/validation.ts'
import { apiKeyScene, faultyRecord } from './support/apiKeyScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* The check of a file by a provider's software, which makes no submission. */

let server: ProcessingServer
let reserve = 0
const patient = { arrivalMs: 60_000, checkMs: 60_000 }
let times = patient
beforeAll(async () => {
  server = await startProcessingServer({
    worker: true,
    reserveBytes: () => reserve,
    checkTimes: () => times,
    // A body that comes slowly is ended by the times of the check alone.
    environment: { REQUEST_TIMEOUT_SECONDS: '300' },
  })
}, 60_000)
afterAll(() => server.stop())

const { make, byKey } = apiKeyScene(() => server)

const checked = (secret: string, xml: Uint8Array | string, reference = '23056') =>
  byKey<CheckResultWire & { detail?: string }>(
    secret,
    'POST',
    `/validations?collectionReference=${reference}`,
    { xml },
  )

describe('a check without a submission', () => {
  /** What lies in the work folders, which are made by the first file. */
  const inWork = async (): Promise<string[]> => {
    const folder = join(server.dataDir, 'work')
    return existsSync(folder) ? readdir(folder, { recursive: true }) : []
  }

  /** What lies on the disk and in the database of files. */
  const kept = async () => ({
    work: (await inWork()).filter(name => name.includes('validation-')),
    submissions: (await server.look<{ count: number }>('select count(*)::int as count from submission'))
      .count,
    objects: (await server.look<{ count: number }>('select count(*)::int as count from file_key')).count,
  })

  it('finds what the offline command finds, makes no submission and keeps nothing', async () => {
    const { secret } = await make(['validate'])
    const before = await kept()
    const { status, body } = await checked(secret, faultyRecord)
    expect(status).toBe(200)
    expect(await kept()).toEqual({ ...before, work: [] })
    const path = join(server.dataDir, 'offline.xml')
    await writeFile(path, faultyRecord)
    const offline = await validate(
      { file: path, against: { kind: 'collection', reference: '23056', country: 'E' }, json: true },
      new AbortController().signal,
    )
    expect(body.verdict).toBe('findings')
    expect([body.verdict, body.findingsTotal]).toEqual([offline.verdict, offline.findingsTotal])
    // The server has the register of providers, so it also runs the rules that read it.
    const { run = 0, notChecked = [] } = offline.rules ?? {}
    expect(notChecked.length).toBeGreaterThan(0)
    expect(body.rules?.run).toBe(run + notChecked.length)
    const summaryOf = (
      rules: { ruleCode: string; failureCount: number; status: number; records: { line: number }[] }[] = [],
    ) =>
      rules.map(({ ruleCode, failureCount, status: outside, records }) => ({
        ruleCode,
        failureCount,
        outside,
        lines: records.map(({ line }) => line),
      }))
    expect(summaryOf(body.rules?.failing)).toEqual(summaryOf(offline.rules?.failing))
    expect(body.rules?.failing.length).toBeGreaterThan(5)
  }, 60_000)

  it('tells schema errors with line and column, and that a file is no XML', async () => {
    const { secret } = await make(['validate'])
    const text = faultyRecord.toString().replace(/<BIRTHDTE>[^<]+</, '<BIRTHDTE>yesterday<')
    const line = text.slice(0, text.indexOf('yesterday')).split('\n').length
    const { body } = await checked(secret, text)
    expect([body.verdict, body.findingsTotal, body.rules]).toEqual(['findings', 1, null])
    expect(body.findings[0]).toMatchObject({ line, field: 'BIRTHDTE', value: 'yesterday' })
    const broken = await checked(secret, '<DataFutures><a></DataFutures>')
    expect([broken.body.verdict, broken.body.fault?.line]).toEqual(['unreadable', 1])
  })

  it('refuses a file of another provider as processing does', async () => {
    const { secret } = await make(['validate'], 90, 'brackley-signoff')
    const { body } = await checked(secret, faultyRecord)
    expect([body.verdict, body.rules]).toEqual(['findings', null])
    expect(body.rightToProcess.map(({ item, expected }) => [item, expected.includes('10000002')])).toEqual([
      ['Provider.UKPRN', true],
    ])
  })

  it.each([
    ['a collection that nobody but the agency sees', '25056', '<a/>', 404],
    ['a collection that there is not', '99056', '<a/>', 404],
    ['an empty file', '23056', '', 422],
  ])('refuses %s', async (_, reference, xml, status) => {
    const { secret } = await make(['validate'])
    expect((await checked(secret, xml, reference)).status).toBe(status)
  })

  it('takes no file that would leave too little room on the disk', async () => {
    const { secret } = await make(['validate'])
    reserve = Number.MAX_SAFE_INTEGER
    const refused = await checked(secret, '<a/>').finally(() => {
      reserve = 0
    })
    expect([refused.status, refused.body.detail]).toEqual([
      503,
      "The server's disk is nearly full, so it cannot accept files at the moment. Try again later.",
    ])
    expect((await checked(secret, '<a/>')).status).toBe(200)
  })

  const files = async () => (await inWork()).filter(name => name.endsWith('file.xml'))

  /** Sends the beginning of a file, and nothing more. */
  const begin = (secret: string) => {
    const request = httpRequest(`${server.origin}/api/validations?collectionReference=23056`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/xml' },
    })
    request.on('error', () => undefined)
    request.write('<a>')
    return request
  }

  it('counts a check from its first byte on, and leaves other providers their places', async () => {
    const keys = await Promise.all(
      ['ashby-signoff', 'brackley-signoff', 'cardigan-signoff'].map(user => make(['validate'], 90, user)),
    )
    const [ashby = '', brackley = '', cardigan = ''] = keys.map(({ secret }) => secret)
    const sending = [ashby, ashby].map(begin)
    const lying = (count: number) =>
      expect.poll(async () => (await files()).length, { timeout: 30_000 }).toBe(count)
    await lying(2)
    // Its own files are in the way, not the server.
    expect((await checked(ashby, '<a/>')).status).toBe(429)
    expect((await checked(brackley, '<a/>')).status).toBe(200)
    // No more files lie there than a process takes, whoever sends them.
    sending.push(...[brackley, brackley, cardigan].map(begin))
    await lying(5)
    expect((await checked(cardigan, '<a/>')).status).toBe(503)
    for (const request of sending) request.destroy()
    await expect.poll(async () => (await checked(ashby, '<a/>')).status, { timeout: 30_000 }).toBe(200)
    await expect.poll(files).toEqual([])
  })

  it('ends a file that does not arrive in time, and a check that takes too long', async () => {
    const { secret } = await make(['validate'])
    const inTimes = async <T>(other: typeof patient, work: () => Promise<T>): Promise<T> => {
      times = other
      return work().finally(() => {
        times = patient
      })
    }
    const answer = await inTimes({ ...patient, arrivalMs: 1 }, async () => {
      const request = begin(secret)
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const body = await textOf(response).finally(() => request.destroy())
      return [response.statusCode, JSON.parse(body).detail]
    })
    expect(answer).toEqual([408, 'The request did not arrive in time. Check your connection and try again.'])
    const ended = await inTimes({ ...patient, checkMs: 1 }, () => checked(secret, faultyRecord))
    expect([ended.status, ended.body.detail]).toEqual([503, expect.stringContaining('took too long')])
    expect((await checked(secret, '<a/>')).status).toBe(200)
    await expect.poll(files).toEqual([])
  })

  it('refuses a file that arrives with another hash than its Repr-Digest names, as an upload does', async () => {
    const { secret } = await make(['validate'])
    const sent = (digested: string) =>
      fetch(`${server.origin}/api/validations?collectionReference=23056`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/xml',
          'repr-digest': `sha-256=:${createHash('sha256').update(digested).digest('base64')}:`,
        },
        body: '<a/>',
      })
    const damaged = await sent('<b/>')
    expect([damaged.status, await damaged.json()]).toEqual([
      503,
      expect.objectContaining({
        detail: 'The file was damaged on its way to the file store. Send it again.',
      }),
    ])
    expect((await sent('<a/>')).status).toBe(200)
  })

  it('refuses what is not sent as XML, and what is too large before it is read', async () => {
    const { secret } = await make(['validate'])
    const path = '/validations?collectionReference=23056'
    expect((await byKey(secret, 'POST', path, { json: {} })).status).toBe(422)
    const huge = await new Promise<number>((resolve, reject) => {
      const sending = httpRequest(
        `${server.origin}/api${path}`,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${secret}`,
            'content-type': 'application/xml',
            'content-length': String(257 * 1024 ** 2),
          },
        },
        answer => {
          resolve(answer.statusCode ?? 0)
          sending.destroy()
        },
      )
      sending.on('error', reject)
      sending.write('<a>')
    })
    expect(huge).toBe(413)
  })
})
