import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateSample } from '../../scripts/sample/index.ts'
import { FenceLost, storeResult, takeLease } from '../../server/queue/lease.ts'
import type { ObjectStore } from '../../server/storage/index.ts'
import { systemActor } from '../../src/domain/actor.ts'
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

describe('a worker process that dies', () => {
  let server: ProcessingServer
  const workers: ChildProcess[] = []
  const startWorker = (): ChildProcess => {
    const worker = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        ROLE: 'worker',
        DATABASE_URL: server.databaseUrl,
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

  it('leaves its step to another, and the submission completes once', async () => {
    const id = await begin(server, 3000)
    const first = startWorker()
    await server.reaches(id, 'SCHEMA_CHECK', 'SCHEMA_CHECK_PASSED', 'ENRICHMENT')
    first.kill('SIGKILL')
    await ended(first)
    const status = await server.statusOfSubmission(id)
    expect([
      'SCHEMA_CHECK',
      'SCHEMA_CHECK_PASSED',
      'RIGHT_TO_PROCESS',
      'RIGHT_TO_PROCESS_PASSED',
      'ENRICHMENT',
    ]).toContain(status)
    startWorker()
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    const events = await eventsOf(server, id)
    expect(new Set(events).size).toBe(events.length)
    const { rows } = await server.inSystem(tx =>
      sql<{
        step: string
      }>`select step from step_result where submission_id = ${id}::uuid and outcome = 'PASSED'`.execute(tx),
    )
    expect(rows.map(({ step }) => step).sort()).toEqual(
      [
        'PROVISIONING',
        'SCHEMA_CHECK',
        'RIGHT_TO_PROCESS',
        'ENRICHMENT',
        'QUALITY_RULES',
        'CREDIBILITY',
        'COLLECTION_REPORTS',
      ].sort(),
    )
  })
})
