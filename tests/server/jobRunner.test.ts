import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobRunner, createJobs } from '../../server/bulk/index.ts'
import type { Measure } from '../../server/impact/index.ts'
import { expectConforming } from './support/conforms.ts'
import { idleQueue, jobBody, jobScene, noMeasure } from './support/jobScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { statementsOf } from './support/statements.ts'

/*
 * How a process works on a job (specification 1 §3; decisions §10): it goes on where it stood, nothing is decided twice, rows are
 * measured side by side, and it hears of an end between two rows.
 */

let server: ProcessingServer
let scene: ReturnType<typeof jobScene>
const many = Array.from({ length: 500 }, (_, at) => `9${String(at).padStart(3, '0')}`)

beforeAll(async () => {
  server = await startProcessingServer()
  scene = jobScene(server)
  await server.asOwner(`
    insert into organisation (id, type, name, published_name)
      select id, 'provider', 'Provider ' || id, 'Provider ' || id from unnest(array['${many.join("','")}']) id;
    insert into provider (inst_id, ukprn, country_code, regulator_code, risk_code)
      select id, '1' || lpad(id, 7, '0'), 'E', '5016', '01' from unnest(array['${many.join("','")}']) id`)
}, 120_000)
afterAll(() => server.stop())
afterEach(() => expectConforming(server))
beforeEach(() => scene.reset())

describe('a job survives', () => {
  const statuses = {
    '0001': 'QUALITY_PROCESSING_COMPLETE',
    '0002': 'SCHEMA_CHECK_ERROR',
    '0003': 'QUALITY_RULES_ERROR',
  } as const

  it('the end of its process at every row: the next one goes on, and nobody is decided twice', async () => {
    await scene.placeAll(statuses)
    const { jobs, runOnce, ask } = scene.byHand()
    const id = await ask(['0001', '0002', '0003'])
    await jobs.start(id)
    for (let row = 0; row < 2; row++) {
      await jobs.settleNext(id)
      await expect(runOnce(id, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    }
    await runOnce(id)
    await runOnce(id)
    expect(await scene.copies()).toEqual({ '0001': 1, '0002': 1, '0003': 1 })
    expect((await scene.read(id)).status).toEqual({ id: 30, name: 'Completed' })
  })

  it('a row whose transaction is lost: neither the row nor the submission is changed', async () => {
    await scene.placeAll(statuses)
    const { jobs, ask } = scene.byHand()
    const id = await ask(['0001'])
    await jobs.start(id)
    const failing = createJobs({
      ...server,
      measure: noMeasure,
      queue: idleQueue,
      lifecycle: {
        ...server.lifecycle,
        decideWithin: async (...given) => {
          await server.lifecycle.decideWithin(...given)
          throw new Error('the connection is lost')
        },
      },
    })
    await expect(failing.settleNext(id)).rejects.toThrow('the connection is lost')
    expect(await scene.copies()).toEqual({})
    expect((await scene.read(id)).counts.WAITING).toBe(1)
    await jobs.settleNext(id)
    expect(await scene.copies()).toEqual({ '0001': 1 })
  })

  it('two processes at once', async () => {
    await scene.placeAll(statuses)
    const { runOnce, ask } = scene.byHand()
    const id = await ask(['0001', '0002', '0003'])
    await Promise.all([runOnce(id), runOnce(id)])
    expect(await scene.copies()).toEqual({ '0001': 1, '0002': 1, '0003': 1 })
    expect((await scene.read(id)).counts).toEqual({ WAITING: 0, DONE: 3, REFUSED: 0, LEFT: 0 })
  })

  it('no fault for ever: when its tries are used up it has failed, and says what is left', async () => {
    await scene.placeAll(statuses)
    const { jobs, ask } = scene.byHand()
    const id = await ask(['0001', '0002'])
    await jobs.start(id)
    await jobs.settleNext(id)
    const broken = { ...jobs, settleNext: () => Promise.reject(new Error('always')) }
    const { make, giveUp } = createJobRunner({ db: server.db, jobs: broken })
    const { signal } = new AbortController()
    await expect(make({ data: { jobId: id }, signal })).rejects.toThrow('always')
    expect((await scene.read(id)).state).toBe('IN_PROGRESS')
    await giveUp({ jobId: id })
    expect(await scene.read(id)).toMatchObject({ status: { id: 50 }, counts: { DONE: 1, LEFT: 1 } })
  })
})

describe('a job that measures', () => {
  const instIds = many.slice(0, 6)
  const placeMeasured = async () => {
    await scene.placeAll(Object.fromEntries(instIds.map(id => [id, 'QUALITY_PROCESSING_COMPLETE' as const])))
    await server.asOwner(`insert into quality_rule_result
        (submission_id, inst_id, code, ordinal, name, outside, operational, population_count, failure_count, result)
      select id, inst_id, 'QR.A', 1, 'A', false, false, 1, 0, '{"rows": []}' from submission`)
    const { id } = await server.look<{ id: number }>(
      "select specification_id as id from collection where id = 'c23056'",
    )
    return id
  }

  /** What is measured ends when the test says so; with what has begun, in its order. */
  const held = async () => {
    const specificationId = await placeMeasured()
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    let isReleased = false
    const nameOf = (submissionId: string) =>
      [...scene.submissions].find(([, id]) => id === submissionId)?.[0] ?? ''
    const jobs = createJobs({
      ...server,
      measure: async submissionId => {
        const name = nameOf(submissionId)
        begun.push(name)
        if (!isReleased) await new Promise<void>(resolve => ends.set(name, resolve))
        return { findings: { changes: [], faults: [], counted: 0 } }
      },
      queue: idleQueue,
    })
    const id = randomUUID()
    const asked = await jobs.requestImpact({
      id,
      reference: '23056',
      specificationId,
      actor: server.actor('bedel-admin'),
    })
    expect(asked.ok).toBe(true)
    await jobs.start(id)
    const end = async (instId: string) => {
      await vi.waitUntil(() => ends.has(instId))
      ends.get(instId)?.()
    }
    const counts = async () => (await scene.read(id)).counts
    /** Nothing is held any more. */
    const release = () => {
      isReleased = true
      for (const resolve of ends.values()) resolve()
    }
    return { jobs, id, begun, end, release, counts }
  }

  it('begins the next row when any has ended, four at once, and settles them in their order', async () => {
    const { jobs, id, begun, end, counts } = await held()
    const settling = jobs.settleNext(id)
    await vi.waitUntil(() => begun.length === 4)
    await end(instIds[1]!)
    await end(instIds[2]!)
    await vi.waitUntil(() => begun.length === 6)
    // The first one holds up what is kept, and nothing else.
    expect([begun, (await counts()).DONE]).toEqual([instIds, 0])
    for (const instId of [instIds[0]!, ...instIds.slice(3)]) await end(instId)
    expect(await settling).toBe(false)
    expect(await scene.read(id)).toMatchObject({ state: 'COMPLETED', counts: { DONE: 6, WAITING: 0 } })
  })

  it('settles what has begun when its process stops, and leaves the rest to the next one', async () => {
    const { jobs, id, begun, end, counts } = await held()
    const stop = new AbortController()
    const settling = jobs.settleNext(id, stop.signal)
    await vi.waitUntil(() => begun.length === 4)
    stop.abort()
    for (const instId of instIds.slice(0, 4)) await end(instId)
    expect(await settling).toBe(true)
    expect([begun.length, await counts()]).toEqual([4, { WAITING: 2, DONE: 4, REFUSED: 0, LEFT: 0 }])
    const rest = jobs.settleNext(id)
    for (const instId of instIds.slice(4)) await end(instId)
    expect([await rest, (await counts()).DONE]).toEqual([false, 6])
  })

  it('ends what is being measured when its process stops, and leaves that to the next one', async () => {
    const specificationId = await placeMeasured()
    const given: AbortSignal[] = []
    const measure: Measure = (_, __, signal) =>
      new Promise((_, reject) => {
        given.push(signal)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const jobs = createJobs({ ...server, measure, queue: idleQueue })
    const id = randomUUID()
    await jobs.requestImpact({ id, reference: '23056', specificationId, actor: server.actor('bedel-admin') })
    await jobs.start(id)
    const stop = new AbortController()
    const settling = jobs.settleNext(id, stop.signal)
    await vi.waitUntil(() => given.length === 4)
    stop.abort()
    expect(await settling).toBe(true)
    expect((await scene.read(id)).counts).toEqual({ WAITING: 6, DONE: 0, REFUSED: 0, LEFT: 0 })
  })

  it('keeps nothing more once somebody has ended it', async () => {
    const { jobs, id, begun, release, counts } = await held()
    const settling = jobs.settleNext(id)
    await vi.waitUntil(() => begun.length === 4)
    expect((await jobs.cancel(id, server.actor('bedel-admin'))).ok).toBe(true)
    release()
    expect(await settling).toBe(false)
    expect(await counts()).toEqual({ WAITING: 0, DONE: 0, REFUSED: 0, LEFT: 6 })
    expect(await server.look('select count(*)::int as kept from impact_row')).toEqual({ kept: 0 })
  })
})

describe('500 providers', () => {
  /** How many statements it takes to ask for a job of these providers, which is then taken back. */
  const statementsToAsk = async (instIds: readonly string[]): Promise<number> => {
    const { answer: id, statements } = await statementsOf(() => scene.byHand().ask(instIds))
    expect((await scene.byHand().jobs.cancel(id, server.actor('bedel-admin'))).ok).toBe(true)
    return statements.length
  }

  it('are queued by as many statements as one; progress is there at once, and an end is heard between two rows', async () => {
    await server.asOwner(`
      insert into submission (id, collection_id, inst_id, mode, status_id, is_latest, file_name, has_stored_file, object_key,
        created_utc, uploaded_utc, uploaded_by)
      select gen_random_uuid(), 'c23056', id, 'live', 24, true, 'placed.xml', true, id || '/file.xml', now(), now(), 'Test'
      from unnest(array['${many.join("','")}']) id`)
    const ofOne = await statementsToAsk(many.slice(0, 1))
    expect(ofOne).toBeGreaterThan(0)
    expect(await statementsToAsk(many)).toBe(ofOne)

    const wanted = jobBody(many)
    expect((await scene.start(wanted)).status).toBe(202)
    await vi.waitUntil(async () => (await scene.read(wanted.id)).counts.DONE >= 10, {
      timeout: 60_000,
      interval: 200,
    })
    expect((await server.call('bedel-admin', 'POST', `/jobs/${wanted.id}/cancel`)).status).toBe(204)
    const { DONE, LEFT, WAITING } = (await scene.read(wanted.id)).counts
    expect([DONE + LEFT, WAITING]).toEqual([500, 0])
    expect(Object.values(await scene.copies())).toEqual(many.slice(0, DONE).map(() => 1))
  }, 120_000)
})
