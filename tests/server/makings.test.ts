import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMakings } from '../../server/jobs/index.ts'
import { makingQueues, names } from '../../server/jobs/jobs.ts'
import type { Makings } from '../../server/jobs/makings.ts'
import { attempts } from '../../server/limits.ts'
import type { ObjectStore } from '../../server/storage/index.ts'
import { requestWorkbook } from '../../server/workbooks/index.ts'
import { generateSample } from '../../src/sample/index.ts'
import { expectConforming } from './support/conforms.ts'
import { deliveryScene, details } from './support/deliveryScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * What is made beside the stages, whatever it is: its tries are counted by the queue, so that it is given up also where it takes
 * its process down each time. An outage and the end of a process cost it none (faults 12, 15 and 40).
 */

const made = makingQueues.map(queue => `'${names[queue]}'`).join(', ')

/** Asks for one of each kind of what people ask for; gives where each of them stands. */
const askForAll = async (server: ProcessingServer, submissionId: string, instId: string) => {
  const { create, setState, ask } = deliveryScene(() => server)
  const [configuration, delivery, job] = [randomUUID(), randomUUID(), randomUUID()]
  await create(details({ name: `Made ${delivery}` }), configuration)
  await setState(configuration, 'ENABLED')
  expect((await ask(configuration, delivery)).status).toBe(202)
  const path = `/submissions/run-dps-task/${submissionId}`
  expect((await server.call('bedel-anon', 'POST', path)).status).toBe(202)
  const { queue, jobs } = server.processing
  const choice = { submissionId, field: '', isWhole: false, regulator: '' }
  await server.inSystem(tx => requestWorkbook(tx, { queue, instId, at: server.clock.now() }, choice))
  const outputs = [{ submissionId, instId, output: '1', statusId: 24 }]
  const actor = server.actor('bedel-admin')
  const requested = await jobs.requestOutputs({ id: job, actor, collectionId: 'c23056', outputs })
  expect(requested.ok).toBe(true)
  return {
    delivery,
    states: () =>
      server.look<Record<'delivery' | 'pseudonymisation' | 'workbook' | 'outputs', string>>(`select
        (select place from delivery where id = '${delivery}') as delivery,
        (select place from pseudonymisation where submission_id = '${submissionId}') as pseudonymisation,
        (select case when made_utc is not null then 'made' when fault is not null then 'failed' else 'waiting' end
          from workbook where submission_id = '${submissionId}') as workbook,
        (select place from job where id = '${job}') as outputs`),
  }
}

describe('a making that takes its process down with it', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  const held = async (): Promise<number> =>
    (
      await server.look<{ held: number }>(
        `select count(*)::int as held from pgboss.job where name in (${made}) and state = 'active'`,
      )
    ).held

  /** A process takes whatever waits and dies in it: its signs of life are missed, as those of any other. */
  const die = async (): Promise<void> => {
    await server.asOwner(`update pgboss.job set state = 'active', started_on = now(),
        retry_count = case when started_on is null then 0 else retry_count + 1 end,
        heartbeat_on = now() - interval '1 minute'
      where name in (${made}) and state < 'active'`)
    expect(await held()).toBeGreaterThan(0)
    await expect.poll(held, { timeout: 20_000 }).toBe(0)
  }

  it('is given up, and told, when its tries are used up', async () => {
    const submissionId = randomUUID()
    await server.place({ id: submissionId, instId: '0001' }, 'QUALITY_PROCESSING_COMPLETE')
    const { states } = await askForAll(server, submissionId, '0001')
    const before = await states()
    for (let death = 1; death <= attempts.makingRetries; death++) await die()
    expect(await states()).toEqual(before)
    await die()
    await expect
      .poll(states, { timeout: 20_000 })
      .toEqual({ delivery: 'FAILED', pseudonymisation: 'FAILED', workbook: 'failed', outputs: 'FAILED' })
    await expectConforming(server)
  }, 60_000)
})

describe('a making in hand', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(() => server.stop())

  /** A process that makes workbooks, each until it is stopped. */
  const startHolding = async () => {
    let isHeld = false
    const making = {
      make: ({ signal }: { signal: AbortSignal }) =>
        new Promise<void>((_, reject) => {
          isHeld = true
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
      giveUp: async () => undefined,
    }
    const { db, clock, processing } = server
    const makings = createMakings({
      db,
      clock,
      log: pino({ level: 'silent' }),
      queue: processing.queue,
      outages: { ...processing.outages, end: () => undefined },
      makings: Object.fromEntries(makingQueues.map(queue => [queue, making])) as unknown as Makings,
    })
    await makings.start('workbook')
    await vi.waitUntil(() => isHeld, { timeout: 20_000 })
    return makings
  }
  const enqueue = async (): Promise<string> => {
    const submissionId = randomUUID()
    const job = { submissionId, field: '', isWhole: false, regulator: '' }
    await server.inSystem(tx => server.processing.queue.enqueueWorkbook(tx, job, submissionId))
    return submissionId
  }
  const jobOf = (submissionId: string) =>
    server.look<{ state: string; triesLeft: number; isDue: boolean }>(
      `select state, retry_limit - retry_count as "triesLeft", start_after <= now() as "isDue"
        from pgboss.job where name = 'workbook' and data ->> 'submissionId' = '${submissionId}'`,
    )

  it('goes to another process when its own ends: at once, and that costs no try', async () => {
    const id = await enqueue()
    // One restart more than there are tries.
    for (let restarts = 0; restarts <= attempts.makingRetries + 1; restarts++) {
      const { leave } = await startHolding()
      expect((await jobOf(id)).triesLeft).toBe(attempts.makingRetries)
      await leave(0)
      expect(await jobOf(id)).toMatchObject({ state: 'retry', isDue: true })
    }
    await server.asOwner(`delete from pgboss.job where name = 'workbook'`)
  }, 60_000)

  it('keeps the try that was counted because the signs of life of its process were missed', async () => {
    const id = await enqueue()
    const { leave } = await startHolding()
    // As if another process had taken it since.
    await server.asOwner(`update pgboss.job set retry_count = retry_count + 1 where name = 'workbook'`)
    await expect
      .poll(async () => (await jobOf(id)).triesLeft, { timeout: 20_000 })
      .toBe(attempts.makingRetries)
    await leave(0)
    await server.asOwner(`delete from pgboss.job where name = 'workbook'`)
  })
})

describe('a making whose store is away', () => {
  let server: ProcessingServer
  const submissionId = randomUUID()
  /** Every call of who makes something, and of who looks whether the store is there. */
  let isAway = false
  /** So many outputs cannot be written, though a look finds the store. */
  let lost = 0
  let failed = 0
  const fail = (): never => {
    failed += 1
    throw Object.assign(new Error('the store fails'), { code: 'ECONNREFUSED' })
  }
  const ofMakings = new Set(['look', 'stat', 'pieces', 'open', 'readRange', 'put', 'list'])
  const shaky = (folder: ObjectStore): ObjectStore =>
    new Proxy(folder, {
      get: (target, name) => {
        const value = target[name as keyof ObjectStore]
        if (typeof value !== 'function' || !ofMakings.has(String(name))) return value
        return (...given: never[]) => {
          if (isAway) fail()
          if (name === 'put' && lost > 0 && String(given[0]).includes('/pseudonymised.')) {
            lost -= 1
            fail()
          }
          return (value as (...all: never[]) => unknown)(...given)
        }
      },
    })
  beforeAll(async () => {
    server = await startProcessingServer({ worker: true, store: shaky })
    const sample = { provider: '0001', students: 12, faults: 'none', collection: '23056' } as const
    const content = Buffer.concat([...generateSample(sample)])
    await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
    // What is made without being asked for.
    const open = () =>
      server.look<{ open: number }>(
        `select count(*)::int as open from pgboss.job where name in (${made}) and state <= 'active'`,
      )
    await vi.waitFor(async () => expect(await open()).toEqual({ open: 0 }), { timeout: 30_000 })
  }, 120_000)
  afterAll(() => server.stop())

  it('waits until it is back, however long that takes, and is made then', async () => {
    isAway = true
    const { states, delivery } = await askForAll(server, submissionId, '0001')
    const waiting = async () =>
      (
        await server.look<{ waiting: number }>(`select count(*)::int as waiting from pgboss.job
          where name in (${made}) and state = 'retry' and output ->> 'awaits' = 'store'`)
      ).waiting
    await expect.poll(waiting, { timeout: 20_000 }).toBe(4)
    failed = 0
    // It is looked at again and again, and nothing is begun meanwhile: all tries would be over at once.
    await expect.poll(() => failed, { timeout: 60_000 }).toBeGreaterThan(attempts.makingRetries + 1)
    expect(await states()).toEqual({
      delivery: 'WORKING',
      pseudonymisation: 'WORKING',
      workbook: 'waiting',
      outputs: 'IN_PROGRESS',
    })
    isAway = false
    await expect.poll(states, { timeout: 60_000 }).toEqual({
      delivery: 'READY',
      pseudonymisation: 'SUCCEEDED',
      workbook: 'made',
      outputs: 'COMPLETED',
    })
    expect(await server.storage.list(`5016/${delivery}/`)).toHaveLength(1)
    await expectConforming(server)
  }, 120_000)

  it('waits as well where that is over before anybody looks', async () => {
    // As if nobody had asked for it.
    await server.asOwner(`delete from chart_event where chart = 'pseudonymisationTask'; delete from pseudonymisation;
      delete from pgboss.job where name = 'pseudonymisation'`)
    lost = 4 * (attempts.makingRetries + 1)
    const path = `/submissions/run-dps-task/${submissionId}`
    expect((await server.call('bedel-anon', 'POST', path)).status).toBe(202)
    const place = async () =>
      (
        await server.look<{ place: string }>(
          `select place from pseudonymisation where submission_id = '${submissionId}'`,
        )
      ).place
    await expect.poll(place, { timeout: 60_000 }).toBe('SUCCEEDED')
    expect(lost).toBe(0)
  }, 90_000)
})
