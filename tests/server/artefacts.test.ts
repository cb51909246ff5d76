import { randomUUID } from 'node:crypto'
import { readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * The data of an analysis belong to no machine: whatever of them is lost, here or in the store, is fetched or made again, and
 * nobody notices.
 */
const parts = ['derived', 'failures', 'records'] as const

describe('the data of an analysis', () => {
  let server: ProcessingServer
  /** Runs after a stage has ended and before the next one begins. */
  let afterStage: (stage: string) => Promise<void> = async () => undefined
  let ended: Promise<void> = Promise.resolve()
  /** Bytes of the disk that have to stay free. */
  let reserve = 0
  /** Keys of the objects that were read. */
  let asked: string[] = []
  beforeAll(async () => {
    server = await startProcessingServer({
      environment: { ANALYSIS_CACHE_BYTES: '64000000' },
      worker: true,
      reserveBytes: () => reserve,
      metrics: {
        jobTaken: () => undefined,
        jobFailed: () => undefined,
        stageDone: stage => {
          ended = afterStage(stage)
        },
      },
      store: folder => ({
        ...folder,
        // Whatever a stage looks for, what happened between the stages has happened.
        pieces: async function* (key) {
          await ended
          asked.push(key)
          yield* folder.pieces(key)
        },
      }),
    })
    await processed(id)
    known = await answers()
  })
  afterAll(() => server.stop())

  /** One submission, and what is answered of it while nothing is lost. */
  const id = randomUUID()
  let known: unknown[] = []

  const processed = async (submissionId: string): Promise<void> => {
    // Uploads are told apart by their time.
    server.clock.forward(60_000)
    const content = Buffer.concat([
      ...generateSample({ provider: '0001', students: 20, faults: 'rules', collection: '23056' }),
    ])
    await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
  }

  const storedOf = async (of: string): Promise<string[]> =>
    (await server.storage.list('')).filter(key => key.includes(of) && /\.(pack|json)$/.test(key))
  const entries = () => join(server.dataDir, 'analysis-cache/entries')
  const forgetCopies = () => rm(entries(), { recursive: true, force: true })
  const forgetStored = async (of: string, ...which: readonly string[]) => {
    for (const key of await storedOf(of))
      if (which.some(part => key.includes(`/${part}.`))) await server.storage.remove(key)
  }
  const faultsOf = async (of: string): Promise<unknown[]> => {
    const { rows } = await server.inSystem(tx =>
      sql`select stage, fault from stage_attempt
        where submission_id = ${of}::uuid and (fault is not null or fencing_token > 1)`.execute(tx),
    )
    return rows
  }

  /** Answers that take each part of the analysis, as they are sent. */
  const answers = async (of = id): Promise<unknown[]> => {
    const call = async <T>(path: string, accept?: string) => {
      const { status, body } = await server.call<T>('ashby-submitter', 'GET', path, accept ? { accept } : {})
      expect([path, status]).toEqual([path, 200])
      return body
    }
    const { validations } = await call<{ validations: { Code: string; FailureCount: number }[] }>(
      `/submissions/${of}/validations?limit=-1`,
    )
    const failing = validations.filter(({ FailureCount }) => FailureCount > 0).slice(0, 3)
    expect(failing).toHaveLength(3)
    const report = await call<{ Tabs: { DataRows: { Id: string }[][] }[] }>(
      `/credibilityapi/credibilityreport/SEN1/${of}`,
    )
    const cell = encodeURIComponent(report.Tabs[0]?.DataRows.at(-1)?.at(-1)?.Id ?? '')
    return [
      ...(await Promise.all(
        failing.map(async ({ Code }) => {
          const rule = await call<{ Uploads: unknown }>(`/submissions/${of}/validations/${Code}?limit=20`)
          // What other uploads found is of those.
          return { ...rule, Uploads: [] }
        }),
      )),
      await call(`/submissions/${of}/validations/${failing[0]?.Code}`, 'text/csv'),
      await call(`/credibilityapi/credibilityreport/SEN1/${of}/drilldown/${cell}?limit=20`),
      await call(`/collection-reports/conpop/${of}`),
    ]
  }

  it('stays a little where a page of failing records was read, for the next page, with one database for all', async () => {
    const ofPerson = server.processing.reader.for({ userId: 'ashby-submitter' })
    const page = () => ofPerson.page(id, async source => source)
    const first = await page()
    await forgetCopies()
    asked = []
    const second = await page()
    expect(asked).toEqual([])
    expect(second.failuresFolder).toBe(first.failuresFolder)
    expect(second.pages).toBe(first.pages)
    const refused = new ProblemError(problem('not-found', message('problems', 'noRule')))
    await expect(ofPerson.page(id, () => Promise.reject(refused))).rejects.toBe(refused)
    expect((await page()).pages).toBe(first.pages)
    // A fault may have spoilt it.
    await expect(ofPerson.page(id, () => Promise.reject(new Error('fatal')))).rejects.toThrow('fatal')
    expect((await page()).pages).not.toBe(first.pages)
    expect(await answers()).toEqual(known)
  })

  it('is read by so many at once and no more: the others wait, and beyond a short queue are told to come back', async () => {
    await forgetCopies()
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    ended = opened
    const reading = (user: string) =>
      server.call(user, 'GET', `/collection-reports/conpop/${id}`).then(({ status, headers }) => ({
        status,
        retryAfter: headers.get('retry-after'),
      }))
    const refused: unknown[] = []
    const mine = Array.from({ length: 14 }, () =>
      reading('ashby-submitter').then(answer => {
        if (answer.status === 503) refused.push(answer)
        if (refused.length === 4) open()
        return answer
      }),
    )
    const colleague = reading('ashby-signoff')
    const answers = await Promise.all(mine)
    ended = Promise.resolve()
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(refused).toEqual(Array(4).fill({ status: 503, retryAfter: '5' }))
    expect((await colleague).status).toBe(200)
  })

  it('is not unpacked where that would take the reserve of the disk', async () => {
    await forgetCopies()
    reserve = Number.POSITIVE_INFINITY
    const path = `/collection-reports/conpop/${id}`
    const { status, body } = await server.call('ashby-submitter', 'GET', path)
    reserve = 0
    expect([status, body]).toMatchObject([503, { detail: "The server's disk is nearly full." }])
    expect((await server.call('ashby-submitter', 'GET', path)).status).toBe(200)
  })

  it('is answered from the store where this machine has no copies', async () => {
    await forgetCopies()
    expect(await answers()).toEqual(known)
    expect((await readdir(entries())).length).toBe(2)
  })

  it('is answered where a copy on this machine is half-written', async () => {
    for (const entry of await readdir(entries()))
      for (const file of await readdir(join(entries(), entry)))
        await truncate(join(entries(), entry, file), 10)
    expect(await answers()).toEqual(known)
  })

  it('is answered where the records of a small file are missing, as its derived fields have them', async () => {
    const before = await storedOf(id)
    await forgetStored(id, 'records')
    await forgetCopies()
    expect(await answers()).toEqual(known)
    expect(before.length - (await storedOf(id)).length).toBe(2)
  })

  describe.each([{ lost: ['failures'] }, { lost: ['derived'] }, { lost: [...parts] }])(
    'without $lost in the store',
    ({ lost }) => {
      // Where all are lost, each is made again.
      const tags = lost.length === parts.length ? [] : ['exhaustive']
      it('is made again from the stored file, once', { tags }, async () => {
        const before = await storedOf(id)
        await forgetStored(id, ...lost)
        await forgetCopies()
        expect(await answers()).toEqual(known)
        const after = await storedOf(id)
        expect(after).not.toEqual(before)
        await forgetCopies()
        expect(await answers()).toEqual(known)
        expect(await storedOf(id)).toEqual(after)
      })
    },
  )

  // artefactStore.test.ts has it told to be missing in every run, and what is missing is made again above.
  it('is made again where the store gives something else than was stored', {
    tags: ['exhaustive'],
  }, async () => {
    for (const key of await storedOf(id))
      if (key.endsWith('.pack')) await server.storage.put(key, Readable.from(['nothing']))
    await forgetCopies()
    expect(await answers()).toEqual(known)
  })

  it('is made again where a release before this one has made it', async () => {
    await forgetStored(id, ...parts)
    await forgetCopies()
    await server.inSystem(tx => sql`delete from artefact where submission_id = ${id}::uuid`.execute(tx))
    expect(await answers()).toEqual(known)
  })

  it('is made again for a job however long that takes: it is no outage of the store', async () => {
    await forgetStored(id, ...parts)
    await forgetCopies()
    // As if every limit of time had passed.
    const limits = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(() => AbortSignal.abort(new DOMException('Too long.', 'TimeoutError')))
    try {
      const job = new AbortController()
      const read = server.processing.reader.read(id, ['records'], async () => 'read', job.signal)
      expect(await read).toBe('read')
    } finally {
      limits.mockRestore()
    }
    expect(await answers()).toEqual(known)
  })

  it('is made again once for jobs and people who miss it at the same time', async () => {
    await forgetStored(id, ...parts)
    await forgetCopies()
    const { reader } = server.processing
    const ofJob = () => reader.read(id, ['records'], async () => 'read', new AbortController().signal)
    const ofPerson = () => reader.for({ userId: 'ashby-submitter' }).read(id, ['records'], async () => 'read')
    expect(await Promise.all([ofJob(), ofPerson(), ofJob()])).toEqual(['read', 'read', 'read'])
    expect((await storedOf(id)).filter(key => /\/records\..*\.pack$/.test(key))).toHaveLength(1)
    expect(await answers()).toEqual(known)
  })

  it('is no fault of a stage where all of it is lost after every stage', async () => {
    const submissionId = randomUUID()
    const lostAfter: string[] = []
    afterStage = async stage => {
      lostAfter.push(stage)
      await forgetStored(submissionId, ...parts)
      await forgetCopies()
    }
    await processed(submissionId)
    afterStage = async () => undefined
    expect(lostAfter).toEqual(
      expect.arrayContaining(['SCHEMA_CHECK', 'ENRICHMENT', 'QUALITY_RULES', 'CREDIBILITY']),
    )
    expect(await faultsOf(submissionId)).toEqual([])
    const text = (value: unknown, of: string) => JSON.stringify(value).replaceAll(of, 'this submission')
    expect(text(await answers(submissionId), submissionId)).toBe(text(known, id))
  })

  it('leaves nothing in the store of attempts that did not count', async () => {
    const named = await storedOf(id)
    const put = (name: string) => server.storage.put(`0001/${id}/${name}`, Readable.from(['left']))
    const reading = (hours: number) => (server.clock.now().getTime() - hours * 3_600_000) * 1000
    const other = randomUUID()
    await server.place({ id: other, instId: '0002' }, 'SCHEMA_CHECK')
    await server.inSystem(tx =>
      sql`insert into stage_lease (submission_id, stage, fencing_token, worker, taken_utc)
        values (${other}::uuid, 'SCHEMA_CHECK', 2, 'w', ${server.clock.now()})`.execute(tx),
    )
    const underWay = `0002/${other}/records.SCHEMA_CHECK.2.pack`
    await server.storage.put(underWay, Readable.from(['half']))
    await server.storage.put(`0002/${other}/records.SCHEMA_CHECK.1.pack`, Readable.from(['of a dead worker']))
    await put('records.SCHEMA_CHECK.2.pack')
    await put('derived.CREDIBILITY.1.json')
    await put(`failures.READING.${reading(25)}.json`)
    await put(`failures.READING.${reading(1)}.json`)
    await server.storage.put(`0009/${randomUUID()}/derived.ENRICHMENT.1.json`, Readable.from(['of nobody']))
    await server.processing.sweep()
    expect(await storedOf(id)).toEqual([...named, `0001/${id}/failures.READING.${reading(1)}.json`].sort())
    expect(await storedOf(other)).toEqual([underWay])
    server.clock.forward(25 * 3_600_000)
    await server.processing.sweep()
    expect(await storedOf(id)).toEqual(named)
    expect(await storedOf(other)).toEqual([])
    expect((await server.storage.list('0009')).filter(key => key.endsWith('.json'))).toEqual([])
  })
  it('is told to be gone where the file is gone as well', async () => {
    // Of another submission: what a page of this one was read from may still be there for a while.
    const id = randomUUID()
    await processed(id)
    const listed = await server.call<{ validations: { Code: string; FailureCount: number }[] }>(
      'ashby-submitter',
      'GET',
      `/submissions/${id}/validations?limit=-1`,
    )
    const failing = listed.body.validations.find(({ FailureCount }) => FailureCount > 0)
    await forgetStored(id, ...parts)
    await server.storage.remove(`0001/${id}/file.xml`)
    await forgetCopies()
    const { status, body } = await server.call(
      'ashby-submitter',
      'GET',
      `/submissions/${id}/validations/${failing?.Code}`,
    )
    const gone = 'The records of this submission are no longer kept.'
    expect([status, body]).toMatchObject([404, { detail: gone }])
    // Reports say so themselves, for what they have counted stands (specification 2 §8).
    for (const report of ['nss', 'conpop']) {
      const answer = await server.call('ashby-submitter', 'GET', `/collection-reports/${report}/${id}`)
      expect([report, answer.status, answer.body]).toMatchObject([
        report,
        200,
        { Error: true, ErrorMsg: gone },
      ])
    }
  })
})
