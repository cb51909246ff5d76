import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { StageRunners } from '../../server/jobs/index.ts'
import { LeaseLost, storeResult, takeLease } from '../../server/jobs/lease.ts'
import type { ObjectStore } from '../../server/storage/index.ts'
import type { SequenceMessage } from '../../src/domain/wire/inspection.ts'
import { stages } from '../../src/machines/submission-lifecycle/index.ts'
import { begin, eventsOf } from './support/beginning.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { eachStage, stageWorker } from './support/stageWorker.ts'

describe('a fault of the system in a stage', () => {
  let server: ProcessingServer
  let broken = 0
  const shaky = (folder: ObjectStore): ObjectStore => ({
    ...folder,
    stat: async key => {
      // The store itself is there: one file cannot be read.
      if (broken === 0 || key.startsWith('readiness/')) return folder.stat(key)
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
    // It is the first stage that is broken: a file whose way ends at the second shows that it goes on.
    const id = await begin(server, 5, 'malformed')
    await server.reaches(id, 'SCHEMA_CHECK_FAILED', 'PROVISIONING_ERROR')
    expect(await server.statusOfSubmission(id)).toBe('SCHEMA_CHECK_FAILED')
    expect((await eventsOf(server, id)).filter(event => event === 'PROVISIONING_STARTED')).toHaveLength(1)
    const { body } = await server.call<{ messages: SequenceMessage[] }>(
      'bedel-staff',
      'GET',
      `/submissions/${id}/sequence`,
    )
    const faults = body.messages.filter(({ name, kind }) => name === 'PROVISIONING' && kind !== 'work')
    expect(faults.map(({ kind, payload }) => [kind, payload])).toEqual([
      ...[1, 2, 3].flatMap(fencingToken => [
        ['attempt', { fencingToken }],
        ['fault', { fencingToken, reason: 'The file store cannot be reached. Try again in a moment.' }],
      ]),
      ['attempt', { fencingToken: 4 }],
      ['result', { fencingToken: 4, outcome: 'PASSED' }],
    ])
    // The provider sees that it was tried again, but not what the system says of its own faults.
    const own = await server.call<{ messages: SequenceMessage[] }>(
      'ashby-submitter',
      'GET',
      `/submissions/${id}/sequence`,
    )
    expect(own.body.messages.flatMap(({ kind, payload }) => (kind === 'fault' ? [payload] : []))).toEqual(
      [1, 2, 3].map(fencingToken => ({ fencingToken })),
    )
  })

  it('ends in the error status after the fourth failure, with its words', async () => {
    broken = 4
    const id = await begin(server, 5)
    await server.reaches(id, 'PROVISIONING_ERROR')
    const answer = await server.call('bedel-staff', 'GET', `/submissions/${id}`)
    expect(answer.body).toMatchObject({
      failureReason: 'The file store cannot be reached. Try again in a moment.',
      errorFileExists: true,
    })
  })
})

describe('the result of a stage', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  it('counts once, and only for the newest holder of the stage', async () => {
    const id = randomUUID()
    await server.place({ id, instId: '0001' }, 'SCHEMA_CHECK')
    const take = (worker: string) =>
      server.inSystem(tx =>
        takeLease(tx, { submissionId: id, stage: 'SCHEMA_CHECK', worker, at: server.clock.now() }),
      )
    const store = (attempt: Awaited<ReturnType<typeof take>>) =>
      server.inSystem(tx =>
        storeResult(tx, attempt, { outcome: 'PASSED', detail: {}, at: server.clock.now() }),
      )
    const first = await take('first')
    const second = await take('second')
    await expect(store(first)).rejects.toBeInstanceOf(LeaseLost)
    await store(second)
    await expect(store(second)).rejects.toBeInstanceOf(LeaseLost)
  })
})

describe('a stage that a living worker loses', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  /** A worker of which each stage waits until it is let go, or is taken from it. */
  const startHolding = async () => {
    const outcomes: string[] = []
    const releases: (() => void)[] = []
    const holding: StageRunners[keyof StageRunners] =
      async () =>
      async ({ signal }) => {
        await new Promise<void>(resolve => {
          releases.push(resolve)
          signal.addEventListener('abort', () => resolve())
        })
        signal.throwIfAborted()
        return { outcome: 'PASSED', detail: {} }
      }
    const worker = stageWorker(server, eachStage(holding), outcome => outcomes.push(outcome))
    await worker.start()
    return { worker, outcomes, releases }
  }

  const jobOf = (id: string) =>
    server.look<{ state: string; attempts: number; triesLeft: number; isDue: boolean }>(
      `select state, retry_count as attempts, retry_limit - retry_count as "triesLeft", start_after <= now() as "isDue"
        from pgboss.job where name = 'stage' and singleton_key = '${id}'`,
    )

  it('because its process ends costs no try, and waits for nothing', async () => {
    const id = await begin(server, 5)
    // One restart more than there are tries.
    for (let restarts = 1; restarts <= 5; restarts++) {
      const { worker, outcomes, releases } = await startHolding()
      await vi.waitUntil(() => releases.length === 1, { timeout: 60_000 })
      const { triesLeft } = await jobOf(id)
      expect(triesLeft).toBe(3)
      await worker.leave(0)
      await vi.waitUntil(() => outcomes.length === 1, { timeout: 60_000 })
      expect(outcomes).toEqual(['LOST'])
      expect(await jobOf(id)).toMatchObject({ state: 'retry', isDue: true })
    }
    expect(await server.statusOfSubmission(id)).toBe('PROVISIONING')
    await server.report(id, 'SUPERSEDED')
  })

  it('ends within the time that a process gives it, and goes on', async () => {
    const id = await begin(server, 5)
    const { worker, outcomes, releases } = await startHolding()
    await vi.waitUntil(() => releases.length === 1, { timeout: 60_000 })
    const left = worker.leave(60_000)
    releases[0]?.()
    await left
    expect(outcomes).toEqual(['PASSED'])
    expect(await server.statusOfSubmission(id)).toBe('PROVISIONED')
    await server.report(id, 'SUPERSEDED')
  })

  it('because its signs of life were missed costs no try either', async () => {
    const id = await begin(server, 5)
    const { worker, outcomes, releases } = await startHolding()
    for (let times = 1; times <= 5; times++) {
      await vi.waitUntil(
        () => {
          worker.wake()
          return releases.length === times
        },
        { timeout: 60_000, interval: 50 },
      )
      // As the queue does it after ten seconds without a sign.
      await server.processing.queue.release({ submissionId: id, stage: 'PROVISIONING' })
      releases[times - 1]?.()
      await vi.waitUntil(() => outcomes.length === times, { timeout: 60_000 })
      expect(outcomes.at(-1)).toBe('LOST')
      expect((await jobOf(id)).state).not.toBe('failed')
    }
    await server.report(id, 'SUPERSEDED')
    await worker.stop()
  })
})

describe('a stage that finds a file at fault though it judges no file', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  it('ends in error: a failure never counts as passed', async () => {
    const failing = async () => async () => ({ outcome: 'FAILED' as const, detail: {} })
    // @ts-expect-error Only the schema check and the right-to-process check may fail a file.
    const runners: StageRunners = Object.fromEntries(stages.map(stage => [stage, failing])) as Record<
      keyof StageRunners,
      typeof failing
    >
    const { promise: ended, resolve: end } = Promise.withResolvers<string>()
    const worker = stageWorker(server, runners, end)
    const id = await begin(server, 5)
    await worker.start()
    expect(await ended).toBe('ERRORED')
    expect(await server.statusOfSubmission(id)).toBe('PROVISIONING_ERROR')
    expect(await eventsOf(server, id)).not.toContain('PROVISIONING_PASSED')
    await worker.stop()
  })
})
