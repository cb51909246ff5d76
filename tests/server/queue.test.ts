import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorker, type StageRunners } from '../../server/jobs/index.ts'
import type { StageJob } from '../../server/jobs/jobs.ts'
import { LeaseLost, storeResult, takeLease } from '../../server/jobs/lease.ts'
import type { ObjectStore } from '../../server/storage/index.ts'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import type { SequenceMessage } from '../../src/domain/wire/inspection.ts'
import { stages } from '../../src/machines/submission-lifecycle/index.ts'
import { generateSample } from '../../src/sample/index.ts'
import { begin, eventsOf } from './support/beginning.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

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
    const id = await begin(server, 5)
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE', 'PROVISIONING_ERROR')
    expect(await server.statusOfSubmission(id)).toBe('QUALITY_PROCESSING_COMPLETE')
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

describe('the order of the queue', () => {
  let server: ProcessingServer
  beforeEach(async () => {
    server = await startProcessingServer()
  })
  afterEach(() => server.stop())

  const enqueue = (instId: string, stage: StageJob['stage'] = 'PROVISIONING', key: string = randomUUID()) =>
    server.inSystem(tx =>
      server.processing.queue.enqueueStage(tx, { submissionId: randomUUID(), instId, stage }, key),
    )

  /** The jobs in the order in which one worker takes them. */
  const taken = async (count: number): Promise<string[]> => {
    const order: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const slot = await server.processing.queue.consume('stage', async ({ data }) => {
      order.push(`${data.instId} ${data.stage}`)
      if (order.length === count) resolve()
    })
    await promise
    await slot.stop()
    return order
  }

  it('finishes what was begun first, and lets a provider with little under way go before one with much', async () => {
    await enqueue('0001', 'QUALITY_RULES')
    await enqueue('0001')
    await enqueue('0001')
    await enqueue('0002')
    expect(await taken(4)).toEqual([
      '0001 QUALITY_RULES',
      '0002 PROVISIONING',
      '0001 PROVISIONING',
      '0001 PROVISIONING',
    ])
  })

  it('lets providers take turns, however much one of them has sent first', async () => {
    for (const instId of ['0001', '0001', '0001', '0001', '0002', '0002', '0003']) await enqueue(instId)
    const providers = (await taken(7)).map(line => line.slice(0, 4))
    expect(providers).toEqual(['0001', '0002', '0003', '0001', '0002', '0001', '0001'])
  })

  const waiting = async (): Promise<number> => {
    const { rows } = await server.inSystem(tx =>
      sql<{ count: number }>`select count(*)::int as count from pgboss.job where name = 'stage'`.execute(tx),
    )
    return rows[0]?.count ?? 0
  }

  it('forgets a job whose transaction is undone', async () => {
    await server
      .inSystem(async tx => {
        const job = { submissionId: randomUUID(), instId: '0001', stage: 'PROVISIONING' } as const
        await server.processing.queue.enqueueStage(tx, job, 'effect')
        throw new Error('undone')
      })
      .catch(() => undefined)
    expect(await waiting()).toBe(0)
  })

  it('takes the same effect once, and never loses another one of the same submission without a word', async () => {
    const job = { submissionId: randomUUID(), instId: '0001', stage: 'PROVISIONING' } as const
    const send = (key: string) => server.inSystem(tx => server.processing.queue.enqueueStage(tx, job, key))
    await send('effect')
    await send('effect')
    expect(await waiting()).toBe(1)
    await expect(send('another effect')).rejects.toThrow('another job')
    expect(await waiting()).toBe(1)
  })
})

describe('a place in the queue', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  const submitters = { '0001': 'ashby-submitter', '0002': 'brackley-submitter' } as const

  const send = async (instId: keyof typeof submitters): Promise<string> => {
    const submissionId = randomUUID()
    const content = generateSample({ provider: instId, students: 5, faults: 'none', collection: '23056' })
    await server.upload(submitters[instId], { submissionId, instId, content: Buffer.concat([...content]) })
    return submissionId
  }

  const placeOf = async (instId: keyof typeof submitters, id: string): Promise<number | undefined> => {
    const { body } = await server.call<{ queue: { place: number; seconds: number } | null }>(
      submitters[instId],
      'GET',
      `/submissions/${id}`,
    )
    return body.queue?.place
  }

  /** Places that a provider has been told of, the last at the end. */
  const placesSentTo = async (instId: string): Promise<number[]> => {
    const { rows } = await server.inSystem(tx =>
      sql<{ place: number }>`select (payload -> 'queue' ->> 'place')::int as place from live_message
        where inst_id = ${instId} and payload ->> 'type' = 'QUEUE_PLACE' order by sequence`.execute(tx),
    )
    return rows.map(({ place }) => place)
  }

  it('is that in which workers take files, and those who wait are told when one before them is withdrawn', async () => {
    const first = await send('0001')
    const second = await send('0002')
    expect([await placeOf('0001', first), await placeOf('0002', second)]).toEqual([1, 2])
    // A later file of the first provider takes the place of its first one, behind the other provider.
    const third = await send('0001')
    expect(await placeOf('0001', first)).toBeUndefined()
    expect([await placeOf('0002', second), await placeOf('0001', third)]).toEqual([1, 2])
    await vi.waitFor(async () => expect((await placesSentTo('0002')).at(-1)).toBe(1), { timeout: 15_000 })
    // Nobody is told of other providers' places.
    expect(await placesSentTo(agencyOrganisationId)).toEqual([])
  })
})

describe('work that is not wanted any more', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  const jobsOf = async (id: string): Promise<string[]> => {
    const { rows } = await server.inSystem(tx =>
      sql<{ job: string }>`select concat(data ->> 'stage', ' ', state) as job from pgboss.job
        where name = 'stage' and data ->> 'submissionId' = ${id} order by created_on`.execute(tx),
    )
    return rows.map(({ job }) => job)
  }

  it('leaves the queue with the decision that puts its submission aside', async () => {
    const old = await begin(server, 5)
    expect(await jobsOf(old)).toEqual(['PROVISIONING created'])
    const reprocessed = await server.call('bedel-admin', 'POST', '/collections/23056/reprocess', {
      body: { instIds: ['0001'] },
    })
    expect(reprocessed.status).toBe(202)
    expect(await jobsOf(old)).toEqual(['PROVISIONING cancelled'])
    const { body } = await server.call<{ copiedTo: string }>('bedel-staff', 'GET', `/submissions/${old}`)
    expect(await jobsOf(body.copiedTo)).toEqual(['PROVISIONING created'])
    expect(await server.statusOfSubmission(old)).toBe('UPLOADED')
  })

  it('is not asked for where online validation ends after its rules', async () => {
    const id = randomUUID()
    await server.place({ id, instId: '0001', mode: 'ovt' }, 'QUALITY_RULES')
    await server.report(id, 'QUALITY_RULES_PASSED')
    await server.report(id, 'QUALITY_PROCESSING_COMPLETED')
    expect(await jobsOf(id)).toEqual(['CREDIBILITY cancelled'])
  })

  it('is taken from a worker that has it in hand, whose result does not count', async () => {
    await server.inSystem(tx => sql`delete from pgboss.job where name = 'stage'`.execute(tx))
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    const { promise: go, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<string>()
    const nothing: StageRunners[keyof StageRunners] = async () => async () => {
      hold()
      await go
      return { outcome: 'PASSED', detail: {} }
    }
    const worker = createWorker({
      db: server.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      queue: server.processing.queue,
      lifecycle: server.lifecycle,
      stages: Object.fromEntries(stages.map(stage => [stage, nothing])) as StageRunners,
      keepErrorLog: () => Promise.resolve('log'),
      outages: server.processing.outages,
      metrics: { jobTaken: () => undefined, stageDone: (_stage, outcome) => end(outcome) },
      concurrency: 1,
    })
    const id = await begin(server, 5)
    await worker.start()
    await held
    expect(await jobsOf(id)).toEqual(['PROVISIONING active'])
    await server.report(id, 'SUPERSEDED')
    goOn()
    expect(await ended).toBe('LOST')
    expect(await server.statusOfSubmission(id)).toBe('PROVISIONING')
    expect(await jobsOf(id)).toEqual(['PROVISIONING cancelled'])
    await worker.stop()
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
    const worker = createWorker({
      db: server.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      queue: server.processing.queue,
      lifecycle: server.lifecycle,
      stages: Object.fromEntries(stages.map(stage => [stage, holding])) as StageRunners,
      keepErrorLog: () => Promise.resolve('log'),
      outages: server.processing.outages,
      metrics: { jobTaken: () => undefined, stageDone: (_stage, outcome) => outcomes.push(outcome) },
      concurrency: 1,
    })
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
    const worker = createWorker({
      db: server.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      queue: server.processing.queue,
      lifecycle: server.lifecycle,
      stages: runners,
      keepErrorLog: () => Promise.resolve('log'),
      outages: server.processing.outages,
      metrics: { jobTaken: () => undefined, stageDone: (_stage, outcome) => end(outcome) },
      concurrency: 1,
    })
    const id = await begin(server, 5)
    await worker.start()
    expect(await ended).toBe('ERRORED')
    expect(await server.statusOfSubmission(id)).toBe('PROVISIONING_ERROR')
    expect(await eventsOf(server, id)).not.toContain('PROVISIONING_PASSED')
    await worker.stop()
  })
})

describe('a job whose process has died', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  it('stands in the way of the next one for less than a minute', async () => {
    const ofEachMinute = ['audit.seal', 'issues.tracker.poll', 'notices', 'sweep']
    const which = ofEachMinute.map(name => `'${name}'`).join(', ')
    // As their process has left them: taken, and with no sign of life since.
    await server.asOwner(`delete from pgboss.job where name in (${which});
      insert into pgboss.job (name, data, state, policy, retry_limit, retry_delay, expire_seconds, heartbeat_seconds,
          created_on, started_on, heartbeat_on)
        select name, '{}', 'active', policy, retry_limit, retry_delay, expire_seconds, heartbeat_seconds,
          now() - interval '1 minute', now() - interval '1 minute', now() - interval '1 minute'
        from pgboss.queue where name in (${which})`)
    const held = async () =>
      (
        await server.look<{ held: string[] }>(
          `select array(select name from pgboss.job where name in (${which}) and state = 'active'
            and started_on < now() - interval '30 seconds' order by name) as held`,
        )
      ).held
    await expect.poll(held, { timeout: 60_000, interval: 500 }).toEqual([])
  })

  it('is missed in every queue', async () => {
    const { without } = await server.look<{ without: string[] }>(
      `select array(select name from pgboss.queue
        where not starts_with(name, '__pgboss') and (heartbeat_seconds is null or heartbeat_seconds > 60)) as without`,
    )
    expect(without).toEqual([])
  })
})
