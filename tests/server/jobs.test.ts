import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobRunner, createJobs, findJob } from '../../server/bulk/index.ts'
import type { StatusName } from '../../src/domain/status.ts'
import type { JobWire, JobWithRows } from '../../src/domain/wire/jobs.ts'
import { type JobEvent, type JobFacts, type JobPlace, stepJob } from '../../src/machines/job/index.ts'
import { message } from '../../src/messages/message.ts'
import { expectConforming } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Jobs by the calls (specification 1 §2, §3; decisions §10): who may, what is left out, refusals by row, a job that goes on
 * where it stood, nothing decided twice, an end by a person.
 */

let server: ProcessingServer
const many = Array.from({ length: 500 }, (_, at) => `9${String(at).padStart(3, '0')}`)

beforeAll(async () => {
  server = await startProcessingServer()
  await server.asOwner(`
    insert into organisation (id, type, name, published_name)
      select id, 'provider', 'Provider ' || id, 'Provider ' || id from unnest(array['${many.join("','")}']) id;
    insert into provider (inst_id, ukprn, country_code, regulator_code, risk_code)
      select id, '1' || lpad(id, 7, '0'), 'E', '5016', '01' from unnest(array['${many.join("','")}']) id`)
}, 120_000)
afterAll(() => server.stop())
afterEach(() => expectConforming(server))
beforeEach(async () => {
  await server.asOwner(
    'set session_replication_role = replica; truncate job, job_row, impact_row, job_event; set session_replication_role = origin',
  )
  await server.forget()
  await server.setCollection('Open')
})

const submissions = new Map<string, string>()
const placeAll = async (statuses: Record<string, StatusName>, collectionId?: string): Promise<void> => {
  for (const [instId, status] of Object.entries(statuses)) {
    const id = randomUUID()
    submissions.set(instId, id)
    await server.place({ id, instId, ...(collectionId ? { collectionId } : {}) }, status)
  }
}

const body = (instIds: readonly string[], more: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  kind: 'REPROCESS',
  collectionReference: '23056',
  instIds,
  ...more,
})
const start = (wanted: ReturnType<typeof body>, user = 'bedel-admin') =>
  server.call<{ detail: string }>(user, 'POST', '/jobs', { body: wanted })
const read = async (id: string): Promise<JobWithRows> =>
  (await server.call<JobWithRows>('bedel-staff', 'GET', `/jobs/${id}`)).body

/** The job when it is over. */
const over = async (id: string): Promise<JobWithRows> => {
  const isOver = () => server.inSystem(tx => findJob(tx, id)).then(job => job?.ended !== null)
  await vi.waitUntil(isOver, { timeout: 60_000, interval: 20 })
  return read(id)
}
const copies = async (): Promise<Record<string, number>> => {
  const { rows } = await server.inSystem(tx =>
    sql<{ instId: string; count: number }>`select inst_id as "instId", count(*)::int as count from submission
      where copied_from is not null group by inst_id`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ instId, count }) => [instId, count]))
}

/** Nothing is found out here. */
const noMeasure = async () => ({ refusal: message('specification', 'impact.noResults') })

/** Jobs that nobody works on but the test. */
const byHand = () => {
  const jobs = createJobs({
    ...server,
    measure: noMeasure,
    queue: { enqueueBulk: async () => undefined, enqueueOutputs: async () => undefined },
  })
  const run = createJobRunner({ db: server.db, log: pino({ level: 'silent' }), jobs })
  const runOnce = (jobId: string, signal = new AbortController().signal, retryCount = 0) =>
    run({ data: { jobId }, retryCount, signal })
  const ask = async (instIds: readonly string[]) => {
    const wanted = body(instIds)
    const made = await jobs.request({
      id: wanted.id,
      kind: 'REPROCESS',
      reference: '23056',
      instIds,
      withSubmitted: false,
      actor: server.actor('bedel-admin'),
    })
    expect(made.ok).toBe(true)
    return wanted.id
  }
  return { jobs, runOnce, ask }
}

describe('a job', () => {
  it('re-processes each provider by its own decision, and keeps why one was refused', async () => {
    await placeAll({
      '0001': 'QUALITY_PROCESSING_COMPLETE',
      '0002': 'UPLOAD_ERROR',
      '0003': 'QUALITY_RULES_ERROR',
    })
    await server.inSystem(tx =>
      sql`update submission set has_stored_file = false where inst_id = '0002'`.execute(tx),
    )
    const wanted = body(['0001', '0002', '0003'])
    const answer = await start(wanted)
    expect([answer.status, answer.headers.get('location'), answer.body]).toEqual([
      202,
      `/jobs/${wanted.id}`,
      '',
    ])
    const job = await over(wanted.id)
    expect(job).toMatchObject({
      kind: 'REPROCESS',
      collection: { reference: '23056' },
      status: { id: 40, name: 'Completed with errors' },
      counts: { WAITING: 0, DONE: 2, REFUSED: 1, LEFT: 0 },
      createdBy: server.actor('bedel-admin').name,
    })
    expect(job.rows.map(({ instId, state }) => [instId, state])).toEqual([
      ['0001', 'DONE'],
      ['0002', 'REFUSED'],
      ['0003', 'DONE'],
    ])
    expect(job.rows[1]?.reason).toMatch(/./)
    expect(await copies()).toEqual({ '0001': 1, '0003': 1 })
  })

  it('requests a historic amendment of signed-off submissions', async () => {
    await server.setCollection('Historic amendment', 'c22056')
    await placeAll({ '0001': 'SIGNED_OFF', '0002': 'NIL_RETURN', '0003': 'APPROVED' }, 'c22056')
    const wanted = body(['0001', '0002', '0003'], {
      kind: 'HISTORIC_AMENDMENT',
      collectionReference: '22056',
    })
    expect((await start(wanted)).status).toBe(202)
    const { rows } = await over(wanted.id)
    expect(rows.map(({ state }) => state)).toEqual(['DONE', 'DONE', 'REFUSED'])
    expect(await server.statusOfSubmission(submissions.get('0001') ?? '')).toBe(
      'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT',
    )
  })

  it('leaves out what is at or beyond approval, unless it is ticked', async () => {
    await placeAll({ '0001': 'AGENCY_APPROVAL', '0002': 'QUALITY_PROCESSING_COMPLETE' })
    const careful = body(['0001', '0002'])
    await start(careful)
    const { rows } = await over(careful.id)
    expect(rows.map(({ state, statusBefore }) => [state, statusBefore.id])).toEqual([
      ['REFUSED', 26],
      ['DONE', 24],
    ])
    expect(rows[0]?.reason).toContain('at or beyond approval')
    const ticked = body(['0001'], { withSubmitted: true })
    await start(ticked)
    expect((await over(ticked.id)).counts.DONE).toBe(1)
    expect(await copies()).toEqual({ '0001': 1, '0002': 1 })
  })

  it('is of a provider once, however often it is named, and a second request of the same id is the same job', async () => {
    await placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE' })
    const wanted = body(['0001', '0001'])
    expect([(await start(wanted)).status, (await start(wanted)).status]).toEqual([202, 202])
    expect((await over(wanted.id)).rows).toHaveLength(1)
    expect((await start(wanted)).status).toBe(202)
    expect(await copies()).toEqual({ '0001': 1 })
  })

  it('is refused while another one of the collection is under way', async () => {
    await placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE', '0002': 'QUALITY_PROCESSING_COMPLETE' })
    const { ask } = byHand()
    await ask(['0001'])
    const refused = await start(body(['0002']))
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Another job of this collection is under way. Wait until it has ended, or cancel it.',
    ])
  })

  it('names only providers that have a submission in the collection', async () => {
    await placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE' })
    for (const instIds of [
      ['0001', '0002'],
      ['0001', 'nobody'],
    ])
      expect((await start(body(instIds))).status).toBe(404)
    expect((await start(body(['0001'], { collectionReference: '99056' }))).status).toBe(404)
    expect((await start(body([]))).status).toBe(422)
    expect(await copies()).toEqual({})
  })

  it.each([
    ['bedel-analyst', 403],
    ['bedel-staff', 403],
    ['ashby-signoff', 403],
    ['ohe-analyst', 403],
  ])('is not for %s: %i, with a line of audit', async (user, expected) => {
    await placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE' })
    expect((await start(body(['0001']), user)).status).toBe(expected)
    const { lines } = await server.look<{ lines: number }>(
      "select count(*)::int as lines from audit_line where outcome = 'refused'",
    )
    expect(lines).toBe(1)
    expect(await copies()).toEqual({})
  })
})

describe('a job survives', () => {
  const statuses = {
    '0001': 'QUALITY_PROCESSING_COMPLETE',
    '0002': 'SCHEMA_CHECK_ERROR',
    '0003': 'QUALITY_RULES_ERROR',
  } as const

  it('the end of its process at every row: the next one goes on, and nobody is decided twice', async () => {
    await placeAll(statuses)
    const { jobs, runOnce, ask } = byHand()
    const id = await ask(['0001', '0002', '0003'])
    await jobs.start(id)
    for (let row = 0; row < 2; row++) {
      await jobs.settleNext(id)
      await expect(runOnce(id, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    }
    await runOnce(id)
    await runOnce(id)
    expect(await copies()).toEqual({ '0001': 1, '0002': 1, '0003': 1 })
    expect((await read(id)).status).toEqual({ id: 30, name: 'Completed' })
  })

  it('a row whose transaction is lost: neither the row nor the submission is changed', async () => {
    await placeAll(statuses)
    const { jobs, ask } = byHand()
    const id = await ask(['0001'])
    await jobs.start(id)
    const failing = createJobs({
      ...server,
      measure: noMeasure,
      queue: { enqueueBulk: async () => undefined, enqueueOutputs: async () => undefined },
      lifecycle: {
        ...server.lifecycle,
        decideWithin: async (...given) => {
          await server.lifecycle.decideWithin(...given)
          throw new Error('the connection is lost')
        },
      },
    })
    await expect(failing.settleNext(id)).rejects.toThrow('the connection is lost')
    expect(await copies()).toEqual({})
    expect((await read(id)).counts.WAITING).toBe(1)
    await jobs.settleNext(id)
    expect(await copies()).toEqual({ '0001': 1 })
  })

  it('two processes at once', async () => {
    await placeAll(statuses)
    const { runOnce, ask } = byHand()
    const id = await ask(['0001', '0002', '0003'])
    await Promise.all([runOnce(id), runOnce(id)])
    expect(await copies()).toEqual({ '0001': 1, '0002': 1, '0003': 1 })
    expect((await read(id)).counts).toEqual({ WAITING: 0, DONE: 3, REFUSED: 0, LEFT: 0 })
  })

  it('no fault for ever: after its tries it has failed, and says what is left', async () => {
    await placeAll(statuses)
    const { jobs, ask } = byHand()
    const id = await ask(['0001', '0002'])
    await jobs.start(id)
    await jobs.settleNext(id)
    const broken = { ...jobs, settleNext: () => Promise.reject(new Error('always')) }
    const run = createJobRunner({ db: server.db, log: pino({ level: 'silent' }), jobs: broken })
    const { signal } = new AbortController()
    await expect(run({ data: { jobId: id }, retryCount: 0, signal })).rejects.toThrow('always')
    expect((await read(id)).state).toBe('IN_PROGRESS')
    await run({ data: { jobId: id }, retryCount: 5, signal })
    expect(await read(id)).toMatchObject({ status: { id: 50 }, counts: { DONE: 1, LEFT: 1 } })
  })
})

describe('a job that measures', () => {
  const instIds = many.slice(0, 6)
  const placeMeasured = async () => {
    await placeAll(Object.fromEntries(instIds.map(id => [id, 'QUALITY_PROCESSING_COMPLETE' as const])))
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
    const nameOf = (submissionId: string) => [...submissions].find(([, id]) => id === submissionId)?.[0] ?? ''
    const jobs = createJobs({
      ...server,
      measure: async submissionId => {
        const name = nameOf(submissionId)
        begun.push(name)
        if (!isReleased) await new Promise<void>(resolve => ends.set(name, resolve))
        return { findings: { changes: [], faults: [], counted: 0 } }
      },
      queue: { enqueueBulk: async () => undefined, enqueueOutputs: async () => undefined },
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
    const counts = async () => (await read(id)).counts
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
    expect(await read(id)).toMatchObject({ state: 'COMPLETED', counts: { DONE: 6, WAITING: 0 } })
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

describe('a job that is cancelled', () => {
  it('leaves the rows that wait; what was decided stands, and it is not cancelled twice', async () => {
    await placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE', '0002': 'QUALITY_PROCESSING_COMPLETE' })
    const { jobs, runOnce, ask } = byHand()
    const id = await ask(['0001', '0002'])
    await jobs.start(id)
    await jobs.settleNext(id)
    const cancel = (user: string) => server.call(user, 'POST', `/jobs/${id}/cancel`)
    expect((await cancel('bedel-analyst')).status).toBe(403)
    expect((await cancel('bedel-admin')).status).toBe(204)
    await runOnce(id)
    expect(await read(id)).toMatchObject({
      state: 'CANCELLED',
      status: { id: 40, name: 'Cancelled' },
      counts: { WAITING: 0, DONE: 1, REFUSED: 0, LEFT: 1 },
      mayCancel: false,
    })
    expect((await cancel('bedel-admin')).status).toBe(409)
    expect((await server.call('bedel-admin', 'POST', `/jobs/${randomUUID()}/cancel`)).status).toBe(404)
    expect(await copies()).toEqual({ '0001': 1 })
  })
})

describe('what is told of a job', () => {
  it('is listed newest first, by collection and kind, with who may cancel it', async () => {
    await placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE' })
    const { ask, runOnce } = byHand()
    const first = await ask(['0001'])
    await runOnce(first)
    server.clock.forward(1000)
    const second = await ask(['0001'])
    const list = async (user: string, query = '') =>
      (
        await server.call<{ jobs: JobWire[]; pagingMetadata: { total: number } }>(
          user,
          'GET',
          `/jobs${query}`,
        )
      ).body
    const { jobs, pagingMetadata } = await list('bedel-admin', '?collectionReference=23056')
    expect(jobs.map(({ id, mayCancel }) => [id, mayCancel])).toEqual([
      [second, true],
      [first, false],
    ])
    expect(pagingMetadata.total).toBe(2)
    expect((await list('bedel-staff')).jobs.map(({ mayCancel }) => mayCancel)).toEqual([false, false])
    expect((await list('bedel-staff', '?kind=HISTORIC_AMENDMENT')).jobs).toEqual([])
  })

  it('comes as CSV with a line for each provider', async () => {
    await placeAll({ '0001': 'AGENCY_APPROVAL', '0002': 'QUALITY_PROCESSING_COMPLETE' })
    const { ask, runOnce } = byHand()
    const id = await ask(['0001', '0002'])
    await runOnce(id)
    const answer = await server.call<string>('bedel-staff', 'GET', `/jobs/${id}`, { accept: 'text/csv' })
    expect(answer.headers.get('content-disposition')).toContain(`Job.23056.${id}.csv`)
    const [head, ...lines] = answer.body.replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toBe('Id,Provider,File,Status before,Result,Reason,Decided (UTC)')
    expect(lines.map(line => line.split(',').slice(0, 5))).toEqual([
      ['0001', 'University of Ashby', 'placed.xml', 'Awaiting Bedel approval', 'Refused'],
      [
        '0002',
        'Brackley Institute of Arts',
        'placed.xml',
        'Quality processing complete',
        'Re-processing started',
      ],
    ])
  })

  it('is every event, from which the chart comes to the same again, and a live message of each to the agency alone', async () => {
    await placeAll({ '0001': 'AGENCY_APPROVAL', '0002': 'QUALITY_PROCESSING_COMPLETE' })
    const { ask, runOnce } = byHand()
    const id = await ask(['0001', '0002'])
    await runOnce(id)
    const { rows } = await server.inSystem(tx =>
      sql<{
        event: string
        from: JobPlace
        to: JobPlace
        actor: object
        payload: object
        facts: JobFacts
        effects: string[]
      }>`select event, from_place as "from", to_place as "to", actor, payload, facts, effects from job_event
        where job_id = ${id}::uuid order by sequence`.execute(tx),
    )
    expect(rows.map(({ event, to }) => [event, to])).toEqual([
      ['REQUEST', 'NEW'],
      ['START', 'IN_PROGRESS'],
      ['ROW_SETTLED', 'IN_PROGRESS'],
      ['ROW_SETTLED', 'COMPLETED_WITH_ERRORS'],
    ])
    for (const { event, from, to, actor, payload, facts, effects } of rows)
      expect(stepJob(from, facts, { ...payload, type: event, actor } as JobEvent)).toEqual({
        place: to,
        effects,
      })
    const told = await server.inSystem(tx =>
      sql<{ channel: string; state: string; settled: string | null }>`
        select inst_id as channel, payload->>'state' as state, payload->'row'->>'instId' as settled from live_message
        where payload->>'type' = 'JOB' order by sequence`.execute(tx),
    )
    expect(told.rows).toEqual(
      [
        ['NEW', null],
        ['IN_PROGRESS', null],
        ['IN_PROGRESS', '0001'],
        ['COMPLETED_WITH_ERRORS', '0002'],
      ].map(([state, settled]) => ({ channel: 'bedel', state, settled })),
    )
    const audited = await server.inSystem(tx =>
      sql<{
        event: string
      }>`select action as event from audit_line where action like 'JOB%' order by id`.execute(tx),
    )
    expect(audited.rows.map(({ event }) => event)).toEqual(['JOB_REQUEST', 'JOB_START'])
  })
})

describe('500 providers', () => {
  it('are queued within two seconds; progress is there at once, and an end is heard between two rows', async () => {
    await server.asOwner(`
      insert into submission (id, collection_id, inst_id, mode, status_id, is_latest, file_name, has_stored_file, object_key,
        created_utc, uploaded_utc, uploaded_by)
      select gen_random_uuid(), 'c23056', id, 'live', 24, true, 'placed.xml', true, id || '/file.xml', now(), now(), 'Test'
      from unnest(array['${many.join("','")}']) id`)
    const wanted = body(many)
    const from = performance.now()
    expect((await start(wanted)).status).toBe(202)
    expect(performance.now() - from).toBeLessThan(2000)
    await vi.waitUntil(async () => (await read(wanted.id)).counts.DONE >= 10, {
      timeout: 60_000,
      interval: 200,
    })
    expect((await server.call('bedel-admin', 'POST', `/jobs/${wanted.id}/cancel`)).status).toBe(204)
    const { DONE, LEFT, WAITING } = (await read(wanted.id)).counts
    expect([DONE + LEFT, WAITING]).toEqual([500, 0])
    expect(Object.values(await copies())).toEqual(many.slice(0, DONE).map(() => 1))
  }, 120_000)
})
