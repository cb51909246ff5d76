import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockProvider } from '../../server/lifecycle/records.ts'
import type { JobWire } from '../../src/domain/wire/jobs.ts'
import { type JobEvent, type JobFacts, type JobPlace, jobChart } from '../../src/machines/job/index.ts'
import { expectConforming } from './support/conforms.ts'
import { jobBody, jobScene } from './support/jobScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Jobs by the calls (specification 1 §2, §3; decisions §10): who may, what is left out, refusals by row, an end by a person, and
 * what is told of them. How a process works on one is jobRunner.test.ts.
 */

let server: ProcessingServer
let scene: ReturnType<typeof jobScene>
beforeAll(async () => {
  server = await startProcessingServer()
  scene = jobScene(server)
})
afterAll(() => server.stop())
afterEach(() => expectConforming(server))
beforeEach(() => scene.reset())

describe('a job', () => {
  it('re-processes each provider by its own decision, and keeps why one was refused', async () => {
    await scene.placeAll({
      '0001': 'QUALITY_PROCESSING_COMPLETE',
      '0002': 'UPLOAD_ERROR',
      '0003': 'QUALITY_RULES_ERROR',
    })
    await server.inSystem(tx =>
      sql`update submission set has_stored_file = false where inst_id = '0002'`.execute(tx),
    )
    const wanted = jobBody(['0001', '0002', '0003'])
    const answer = await scene.start(wanted)
    expect([answer.status, answer.headers.get('location'), answer.body]).toEqual([
      202,
      `/jobs/${wanted.id}`,
      '',
    ])
    const job = await scene.over(wanted.id)
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
    expect(await scene.copies()).toEqual({ '0001': 1, '0003': 1 })
  })

  it('requests a historic amendment of signed-off submissions', async () => {
    await server.setCollection('Historic amendment', 'c22056')
    await scene.placeAll({ '0001': 'SIGNED_OFF', '0002': 'NIL_RETURN', '0003': 'APPROVED' }, 'c22056')
    const wanted = jobBody(['0001', '0002', '0003'], {
      kind: 'HISTORIC_AMENDMENT',
      collectionReference: '22056',
    })
    expect((await scene.start(wanted)).status).toBe(202)
    const { rows } = await scene.over(wanted.id)
    expect(rows.map(({ state }) => state)).toEqual(['DONE', 'DONE', 'REFUSED'])
    expect(await server.statusOfSubmission(scene.submissions.get('0001') ?? '')).toBe(
      'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT',
    )
  })

  it('leaves out what is at or beyond approval, unless it is ticked', async () => {
    await scene.placeAll({ '0001': 'AGENCY_APPROVAL', '0002': 'QUALITY_PROCESSING_COMPLETE' })
    const careful = jobBody(['0001', '0002'])
    await scene.start(careful)
    const { rows } = await scene.over(careful.id)
    expect(rows.map(({ state, statusBefore }) => [state, statusBefore?.id])).toEqual([
      ['REFUSED', 26],
      ['DONE', 24],
    ])
    expect(rows[0]?.reason).toContain('has already been submitted')
    const ticked = jobBody(['0001'], { withSubmitted: true })
    await scene.start(ticked)
    expect((await scene.over(ticked.id)).counts.DONE).toBe(1)
    expect(await scene.copies()).toEqual({ '0001': 1, '0002': 1 })
  })

  it('leaves out what is submitted at the moment at which its row is decided', async () => {
    await scene.placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE' })
    const { ask, runOnce } = scene.byHand()
    const id = await ask(['0001'])
    const waiting = async () =>
      (
        await server.look<{ count: number }>(
          `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
            where not granted and locktype = 'advisory' and datname = current_database()`,
        )
      ).count
    let running: Promise<unknown> = Promise.resolve()
    await server.inSystem(async tx => {
      await lockProvider(tx, { collectionId: 'c23056', instId: '0001', mode: 'live' })
      running = runOnce(id)
      await expect.poll(waiting).toBe(1)
      // The row of the job waits for the provider, who submits at this moment.
      const event = { type: 'SUBMIT', actor: server.actor('ashby-signoff'), termsAccepted: true } as const
      const submissionId = scene.submissions.get('0001') ?? ''
      expect((await server.lifecycle.decideWithin(tx, submissionId, event)).ok).toBe(true)
    })
    await running
    const { rows } = await scene.read(id)
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['REFUSED', expect.stringContaining('has already been submitted')],
    ])
    expect(await scene.copies()).toEqual({})
  })

  it.each([
    ['/collections/23056/reprocess', '23056', 'QUALITY_RULES_ERROR', 'APPROVED'],
    ['/submissions/update-to-resubmission-required-historic-amendment', '22056', 'SIGNED_OFF', 'APPROVED'],
  ] as const)(
    'is what %s makes of several providers, and says where it is',
    async (path, of, taken, left) => {
      if (of === '22056') await server.setCollection('Historic amendment', 'c22056')
      await scene.placeAll({ '0001': taken, '0002': left, '0003': taken }, `c${of}`)
      const body = { instIds: ['0001', '0002', '0003', '0001'], collectionReference: of }
      const { collectionReference, ...plain } = body
      const answer = await server.call('bedel-admin', 'POST', path, { body: of === '22056' ? body : plain })
      const location = answer.headers.get('location') ?? ''
      expect([answer.status, answer.body, location]).toEqual([202, '', expect.stringMatching(/^\/jobs\/./)])
      const { rows } = await scene.over(location.slice('/jobs/'.length))
      expect(rows.map(({ instId, state }) => [instId, state])).toEqual([
        ['0001', 'DONE'],
        ['0002', 'REFUSED'],
        ['0003', 'DONE'],
      ])
      expect(await server.statusOfSubmission(scene.submissions.get('0002') ?? '')).toBe(left)
      if (of === '23056') expect(await scene.copies()).toEqual({ '0001': 1, '0003': 1 })
    },
  )

  it('is refused to analysts, who may re-process one provider: and of that nothing that was submitted unless asked for', async () => {
    await scene.placeAll({ '0001': 'QUALITY_RULES_ERROR', '0002': 'APPROVED' })
    const reprocess = (body: object) =>
      server.call<{ detail: string }>('bedel-analyst', 'POST', '/collections/23056/reprocess', { body })
    expect((await reprocess({ instIds: ['0001', '0002'] })).status).toBe(403)
    const submitted = await reprocess({ instIds: ['0002'] })
    expect([submitted.status, submitted.body.detail]).toEqual([
      409,
      'The submission has already been submitted, and submitted ones were not included.',
    ])
    expect(await scene.copies()).toEqual({})
    for (const body of [{ instIds: ['0001'] }, { instIds: ['0002'], withSubmitted: true }])
      expect((await reprocess(body)).status).toBe(202)
    expect(await scene.copies()).toEqual({ '0001': 1, '0002': 1 })
  })

  it('of one submission is refused where another has come meanwhile', async () => {
    await scene.placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE' })
    const earlier = scene.submissions.get('0001') ?? ''
    const reprocess = (submissionUuid: string, instIds = ['0001']) =>
      server.call<{ detail: string }>('bedel-admin', 'POST', '/collections/23056/reprocess', {
        body: { instIds, submissionUuid, withSubmitted: true },
      })
    expect((await reprocess(earlier)).status).toBe(202)
    // The copy has taken its place, and what was meant is not the latest any more.
    const late = await reprocess(earlier)
    expect([late.status, late.body.detail]).toEqual([409, 'A later submission has replaced this one.'])
    expect((await reprocess(randomUUID())).status).toBe(404)
    expect((await reprocess(earlier, ['0001', '0002'])).status).toBe(422)
    expect(await scene.copies()).toEqual({ '0001': 1 })
  })

  it('is of a provider once, however often it is named, and a second request of the same id is the same job', async () => {
    await scene.placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE' })
    const wanted = jobBody(['0001', '0001'])
    expect([(await scene.start(wanted)).status, (await scene.start(wanted)).status]).toEqual([202, 202])
    expect((await scene.over(wanted.id)).rows).toHaveLength(1)
    expect((await scene.start(wanted)).status).toBe(202)
    expect(await scene.copies()).toEqual({ '0001': 1 })
  })

  it('is refused while another one of the collection is under way', async () => {
    await scene.placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE', '0002': 'QUALITY_PROCESSING_COMPLETE' })
    const { ask } = scene.byHand()
    await ask(['0001'])
    const refused = await scene.start(jobBody(['0002']))
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Another job for this collection is running. Wait for it to finish, or cancel it.',
    ])
  })

  it('names only providers that have a submission in the collection', async () => {
    await scene.placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE' })
    for (const instIds of [
      ['0001', '0002'],
      ['0001', 'nobody'],
    ])
      expect((await scene.start(jobBody(instIds))).status).toBe(404)
    expect((await scene.start(jobBody(['0001'], { collectionReference: '99056' }))).status).toBe(404)
    expect((await scene.start(jobBody([]))).status).toBe(422)
    expect(await scene.copies()).toEqual({})
  })

  it.each([
    ['bedel-analyst', 403],
    ['bedel-staff', 403],
    ['ashby-signoff', 403],
    ['ohe-analyst', 403],
  ])('is not for %s: %i, with a line of audit', async (user, expected) => {
    await scene.placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE' })
    expect((await scene.start(jobBody(['0001']), user)).status).toBe(expected)
    const { lines } = await server.look<{ lines: number }>(
      "select count(*)::int as lines from audit_line where outcome = 'refused'",
    )
    expect(lines).toBe(1)
    expect(await scene.copies()).toEqual({})
  })
})

describe('a job that is cancelled', () => {
  it('leaves the rows that wait; what was decided stands, and it is not cancelled twice', async () => {
    await scene.placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE', '0002': 'QUALITY_PROCESSING_COMPLETE' })
    const { jobs, runOnce, ask } = scene.byHand()
    const id = await ask(['0001', '0002'])
    await jobs.start(id)
    await jobs.settleNext(id)
    const cancel = (user: string) => server.call(user, 'POST', `/jobs/${id}/cancel`)
    expect((await cancel('bedel-analyst')).status).toBe(403)
    expect((await cancel('bedel-admin')).status).toBe(204)
    await runOnce(id)
    expect(await scene.read(id)).toMatchObject({
      state: 'CANCELLED',
      status: { id: 40, name: 'Cancelled' },
      counts: { WAITING: 0, DONE: 1, REFUSED: 0, LEFT: 1 },
      mayCancel: false,
    })
    expect((await cancel('bedel-admin')).status).toBe(409)
    expect((await server.call('bedel-admin', 'POST', `/jobs/${randomUUID()}/cancel`)).status).toBe(404)
    expect(await scene.copies()).toEqual({ '0001': 1 })
  })
})

describe('what is told of a job', () => {
  it('is listed newest first, by collection and kind, with who may cancel it', async () => {
    await scene.placeAll({ '0001': 'QUALITY_PROCESSING_COMPLETE' })
    const { ask, runOnce } = scene.byHand()
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
    await scene.placeAll({ '0001': 'AGENCY_APPROVAL', '0002': 'QUALITY_PROCESSING_COMPLETE' })
    const { ask, runOnce } = scene.byHand()
    const id = await ask(['0001', '0002'])
    await runOnce(id)
    const answer = await server.call<string>('bedel-staff', 'GET', `/jobs/${id}`, { accept: 'text/csv' })
    expect(answer.headers.get('content-disposition')).toContain(`Job.23056.${id}.csv`)
    const [head, ...lines] = answer.body.replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toBe('ID,Provider,File,Status before,Result,Reason,Decided (UTC)')
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
    await scene.placeAll({ '0001': 'AGENCY_APPROVAL', '0002': 'QUALITY_PROCESSING_COMPLETE' })
    const { ask, runOnce } = scene.byHand()
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
      }>`select event, from_place as "from", to_place as "to", actor, payload, facts, effects from chart_event
        where chart = 'job' and subject = ${id} order by sequence`.execute(tx),
    )
    expect(rows.map(({ event, to }) => [event, to])).toEqual([
      ['REQUEST', 'NEW'],
      ['START', 'IN_PROGRESS'],
      ['ROW_SETTLED', 'IN_PROGRESS'],
      ['ROW_SETTLED', 'COMPLETED_WITH_ERRORS'],
    ])
    for (const { event, from, to, actor, payload, facts, effects } of rows)
      expect(jobChart.step(from, facts, { ...payload, type: event, actor } as JobEvent)).toMatchObject({
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
