import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FenceLost, storeResult, takeLease } from '../../server/queue/lease.ts'
import type { ObjectStore } from '../../server/storage/index.ts'
import { systemActor } from '../../src/domain/actor.ts'
import type { SequenceMessage } from '../../src/domain/wire/inspection.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

const main = join(import.meta.dirname, '../../server/main.ts')

/** Stores a file of a provider and starts its processing. */
const begin = async (server: ProcessingServer, students: number): Promise<string> => {
  const id = randomUUID()
  const key = `0001/${id}/file.xml`
  await server.inSystem(tx => sql`update submission set is_latest = false, status_id = 3`.execute(tx))
  await server.lifecycle.requestUpload({
    submissionId: id,
    collectionId: 'c23056',
    instId: '0001',
    mode: 'live',
    fileName: 'file.xml',
    objectKey: key,
    expires: new Date(server.clock.now().getTime() + 60_000),
    actor: server.actor('ashby-submitter'),
  })
  const content = generateSample({ provider: '0001', students, faults: 'none', collection: '23056' })
  const { size, sha256 } = await server.storage.put(key, Readable.from(content))
  await server.lifecycle.decide(
    id,
    { type: 'FILE_STORED', actor: systemActor },
    { change: { fileSize: size, uploaded: server.clock.now(), ...(sha256 ? { fileHash: sha256 } : {}) } },
  )
  return id
}

const eventsOf = async (server: ProcessingServer, id: string): Promise<string[]> => {
  const { rows } = await server.inSystem(tx =>
    sql<{
      event: string
    }>`select event from submission_event where submission_id = ${id}::uuid order by sequence`.execute(tx),
  )
  return rows.map(({ event }) => event)
}

describe('a fault of the system in a step', () => {
  let server: ProcessingServer
  let broken = 0
  const shaky = (folder: ObjectStore): ObjectStore => ({
    ...folder,
    open: async key => {
      if (broken === 0) return folder.open(key)
      broken -= 1
      throw Object.assign(new Error('input/output error'), { code: 'EIO' })
    },
  })
  beforeAll(async () => {
    server = await startProcessingServer({ worker: true, store: shaky })
  })
  afterAll(() => server.stop())

  it('is tried again three times', async () => {
    broken = 3
    const id = await begin(server, 5)
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE', 'PROVISIONING_ERROR')
    expect(await server.statusOfSubmission(id)).toBe('QUALITY_PROCESSING_COMPLETE')
    expect((await eventsOf(server, id)).filter(event => event === 'PROVISIONING_STARTED')).toHaveLength(1)
    const { body } = await server.call<{ messages: SequenceMessage[] }>(
      'bedel-staff',
      'GET',
      `/submissions/${id}/sequence`,
    )
    const told = body.messages.filter(({ name, kind }) => name === 'PROVISIONING' && kind !== 'work')
    expect(told.map(({ kind, payload }) => [kind, payload])).toEqual([
      ...[1, 2, 3].flatMap(fence => [
        ['taking', { fence }],
        ['fault', { fence, reason: 'input/output error' }],
      ]),
      ['taking', { fence: 4 }],
      ['result', { fence: 4, outcome: 'PASSED' }],
    ])
  })

  it('ends in the error status after the fourth failure, with its words', async () => {
    broken = 4
    const id = await begin(server, 5)
    await server.reaches(id, 'PROVISIONING_ERROR')
    const answer = await server.call('bedel-staff', 'GET', `/submissions/${id}`)
    expect(answer.body).toMatchObject({ failureReason: 'input/output error', errorFileExists: true })
  })
})

describe('the result of a step', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  it('counts once, and only for the newest holder of the step', async () => {
    const id = randomUUID()
    await server.place({ id, instId: '0001' }, 'SCHEMA_CHECK')
    const take = (worker: string) =>
      server.inSystem(tx =>
        takeLease(tx, { submissionId: id, step: 'SCHEMA_CHECK', worker, at: server.clock.now() }),
      )
    const store = (fence: number) =>
      server.inSystem(tx =>
        storeResult(tx, {
          submissionId: id,
          step: 'SCHEMA_CHECK',
          fence,
          outcome: 'PASSED',
          detail: {},
          at: server.clock.now(),
        }),
      )
    const first = await take('first')
    const second = await take('second')
    await expect(store(first.fence)).rejects.toBeInstanceOf(FenceLost)
    await store(second.fence)
    await expect(store(second.fence)).rejects.toBeInstanceOf(FenceLost)
  })
})

describe('the order of the queue', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  it('finishes what was begun first, and lets a provider with little under way go before one with much', async () => {
    const { queue } = server.processing
    const jobs = [
      { instId: '0001', mode: 'live', collectionId: 'c23056', step: 'PROVISIONING' },
      { instId: '0001', mode: 'ovt', collectionId: 'c23056', step: 'PROVISIONING' },
      { instId: '0002', mode: 'live', collectionId: 'c23056', step: 'PROVISIONING' },
      { instId: '0001', mode: 'live', collectionId: 'c22056', step: 'QUALITY_RULES' },
    ] as const
    const placed = await Promise.all(
      jobs.map(async job => {
        const id = randomUUID()
        await server.place({ id, ...job }, job.step === 'PROVISIONING' ? 'UPLOADED' : 'ENRICHMENT_PASSED')
        return { submissionId: id, ...job }
      }),
    )
    for (const { submissionId, instId, step } of placed)
      await server.inSystem(tx => queue.enqueue(tx, { submissionId, instId, step }))
    const order: string[] = []
    for (let job = await queue.fetch(); job; job = await queue.fetch())
      order.push(`${job.instId} ${job.step}`)
    expect(order).toEqual([
      '0001 QUALITY_RULES',
      '0002 PROVISIONING',
      '0001 PROVISIONING',
      '0001 PROVISIONING',
    ])
  })

  it('forgets a job whose transaction is undone', async () => {
    const { queue } = server.processing
    await server
      .inSystem(async tx => {
        await queue.enqueue(tx, { submissionId: randomUUID(), instId: '0001', step: 'PROVISIONING' })
        throw new Error('undone')
      })
      .catch(() => undefined)
    expect(await queue.fetch()).toBeUndefined()
  })
})

describe('a worker process that dies', () => {
  let server: ProcessingServer
  const workers: ChildProcess[] = []
  const startWorker = (databaseUrl = server.databaseUrl): ChildProcess => {
    const worker = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        ROLE: 'worker',
        DATABASE_URL: databaseUrl,
        DATA_DIR: server.dataDir,
        LOG_LEVEL: 'silent',
        WORKER_MEMORY_MB: '256',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    workers.push(worker)
    return worker
  }
  const ended = (worker: ChildProcess): Promise<unknown> =>
    new Promise(resolve =>
      worker.exitCode === null && worker.signalCode === null ? worker.once('exit', resolve) : resolve(0),
    )

  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL')
    await Promise.all(workers.map(ended))
    await server.stop()
  })

  it('ends when its server dies while it waits for the database', async () => {
    const silent = createServer()
    const asked = new Promise<void>(resolve => silent.once('connection', () => resolve()))
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const worker = startWorker(`postgres://bedel@127.0.0.1:${port}/bedel`)
    await asked
    worker.disconnect()
    await ended(worker)
    expect(worker.signalCode).toBe('SIGTERM')
    silent.close()
  })

  /** Everything that the pipeline has made of a submission. */
  const madeOf = (id: string) =>
    server.inSystem(async tx => {
      const rules = await sql`select code, population_count, failure_count, result from quality_rule_result
        where submission_id = ${id}::uuid order by code`.execute(tx)
      const reports = await sql`select kind, code, failure_count, content from report
        where submission_id = ${id}::uuid order by kind, code`.execute(tx)
      return { rules: rules.rows, reports: reports.rows }
    })

  it('leaves its step to another at every step, and the submission completes once, with the same results', async () => {
    const id = await begin(server, 3000)
    let worker = startWorker()
    const killed: string[] = []
    for (const status of [
      'SCHEMA_CHECK',
      'ENRICHMENT',
      'QUALITY_RULES',
      'CREDIBILITY',
      'COLLECTION_REPORTS',
    ] as const) {
      const reached = await server.reaches(id, status, 'QUALITY_PROCESSING_COMPLETE')
      if (reached !== status) break
      worker.kill('SIGKILL')
      await ended(worker)
      killed.push(status)
      await server.processing.releaseWorker(worker.pid ?? 0)
      worker = startWorker()
    }
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    expect(killed).toEqual(expect.arrayContaining(['ENRICHMENT', 'QUALITY_RULES']))
    const events = await eventsOf(server, id)
    expect(new Set(events).size).toBe(events.length)
    const made = await madeOf(id)

    const undisturbed = await begin(server, 3000)
    await server.reaches(undisturbed, 'QUALITY_PROCESSING_COMPLETE')
    expect(made).toEqual(await madeOf(undisturbed))
    worker.kill('SIGKILL')
    await ended(worker)
  })

  it('is noticed by its missing signs of life when nobody saw it die', async () => {
    const id = await begin(server, 3000)
    const first = startWorker()
    await server.reaches(id, 'ENRICHMENT')
    first.kill('SIGKILL')
    await ended(first)
    startWorker()
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    const events = await eventsOf(server, id)
    expect(new Set(events).size).toBe(events.length)
  })
})
