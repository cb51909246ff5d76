import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createJobs } from '../../server/bulk/index.ts'
import { users } from '../../server/identity/demonstration.ts'
import { createOutputMaker } from '../../server/outputs/index.ts'
import type { ListedOutput, RegulatorOutput } from '../../src/domain/wire/additionalReports.ts'
import type { JobWire, JobWithRows } from '../../src/domain/wire/jobs.ts'
import { message } from '../../src/messages/message.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * IRIS re-processing by the calls (specification 1 §6, 2 §7.4; decisions §10, §13): who may, of whose submissions, outputs made
 * again of the record by a job that treats each once, and what regulators hear of it.
 */

let server: ProcessingServer
const [ashby, cardigan] = [randomUUID(), randomUUID()]
const path = '/collection-reports/iris/reprocess-files'

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  for (const [submissionId, instId, user] of [
    [ashby, '0001', 'ashby-submitter'],
    [cardigan, '0003', 'cardigan-signoff'],
  ] as const) {
    const content = Buffer.concat([
      ...generateSample({ provider: instId, students: 40, faults: 'none', collection: '23056' }),
    ])
    await server.upload(user, { submissionId, instId, content })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
  }
}, 120_000)
afterAll(() => server.stop())
beforeEach(() =>
  server.asOwner(
    `delete from job_output; delete from chart_event where chart = 'job'; delete from job; delete from live_message`,
  ),
)

interface Listed {
  collections: { reference: string }[]
  collectionReference: string | null
  files: ListedOutput[]
  pagingMetadata: { total: number }
}
const list = async (user: string, query = ''): Promise<Listed> =>
  (await server.call<Listed>(user, 'GET', `${path}${query}`)).body
const start = (user: string, files: readonly (readonly [string, string])[], id: string = randomUUID()) =>
  server.call<{ detail?: string }>(user, 'POST', path, {
    body: { id, files: files.map(([submissionUuid, fileCode]) => ({ submissionUuid, fileCode })) },
  })
const outputs = async (user: string, id: string) =>
  (await server.call<{ outputs: RegulatorOutput[] }>(user, 'GET', `/collection-reports/iris/${id}`)).body
    .outputs
const csv = async (user: string, uuid: string, key: string) =>
  (await server.call<string>(user, 'POST', '/files/downloadIrisOutput', { body: { uuid, key } })).body
const read = async (user: string, id: string) =>
  (await server.call<JobWithRows>(user, 'GET', `/jobs/${id}`)).body
const over = async (user: string, id: string) => {
  await expect.poll(async () => (await read(user, id)).counts?.WAITING, { timeout: 30_000 }).toBe(0)
  return read(user, id)
}

describe('who may', () => {
  it('are agency staff who edit records, administrators and analysts of a regulator', async () => {
    const allowed = ['bedel-admin', 'bedel-special', 'bedel-pii', 'ohe-analyst', 'fcw-analyst', 'ttb-analyst']
    for (const { id } of users.filter(({ id }) => id !== 'supplier')) {
      const expected = allowed.includes(id) ? 200 : 403
      expect([id, (await server.call(id, 'GET', path)).status]).toEqual([id, expected])
      // Nothing of that submission is found, for who may ask.
      const response = await start(id, [[randomUUID(), '1']])
      expect([id, response.status]).toEqual([id, allowed.includes(id) ? 404 : 403])
    }
  })

  it('see outputs of the providers that they see: all, those of the country, none for a specialist regulator', async () => {
    const providersOf = async (user: string) => [
      ...new Set((await list(user)).files.map(({ instId }) => instId)),
    ]
    expect(await providersOf('bedel-admin')).toEqual(['0003', '0001'])
    expect(await providersOf('ohe-analyst')).toEqual(['0001'])
    expect(await providersOf('fcw-analyst')).toEqual(['0003'])
    expect(await list('ttb-analyst')).toMatchObject({ collectionReference: null, files: [], collections: [] })
  })

  it('have nothing made again of what they do not see, nor part of it', async () => {
    expect((await start('fcw-analyst', [[ashby, '1']])).status).toBe(404)
    expect(
      (
        await start('fcw-analyst', [
          [cardigan, '1'],
          [ashby, '1'],
        ])
      ).status,
    ).toBe(404)
    expect((await start('ttb-analyst', [[ashby, '1']])).status).toBe(404)
    expect((await start('bedel-admin', [[ashby, '9']])).status).toBe(404)
    expect((await start('bedel-admin', [])).status).toBe(422)
    const { count } = await server.look<{ count: number }>('select count(*)::int as count from job')
    expect(count).toBe(0)
  })
})

describe('the list', () => {
  it('names each output by provider and submission, a page at a time, and is searched', async () => {
    const { files, pagingMetadata, collections, collectionReference } = await list('bedel-admin')
    expect(pagingMetadata.total).toBe(6)
    expect([collectionReference, collections.map(({ reference }) => reference)]).toEqual(['23056', ['23056']])
    expect(
      files.map(({ provider, fileCode, title, fileName }) => [provider, fileCode, title, fileName]),
    ).toEqual(
      [
        ['Cardigan Bay University', '0003'],
        ['University of Ashby', '0001'],
      ].flatMap(([provider, instId]) =>
        ['Student numbers by level and mode', 'FTE by funding body', 'Entrants by domicile'].map(
          (title, at) => [provider, String(at + 1), title, `IRIS.23056.${instId}.${at + 1}.csv`],
        ),
      ),
    )
    expect(files.every(({ size, state, isLatest }) => size > 20 && state === null && isLatest)).toBe(true)
    const page = await list('bedel-admin', '?limit=2&offset=2')
    expect(page.files.map(({ instId, fileCode }) => [instId, fileCode])).toEqual([
      ['0003', '3'],
      ['0001', '1'],
    ])
    expect((await list('bedel-admin', '?search=ashby')).pagingMetadata.total).toBe(3)
    expect((await list('bedel-admin', '?search=domicile')).pagingMetadata.total).toBe(2)
    expect((await list('bedel-admin', '?collectionReference=22056')).files).toEqual([])
  })
})

describe('an output that is made again', () => {
  it('is computed of the record, takes the place of the one that is there, and leaves the others alone', async () => {
    const before = await csv('ohe-analyst', ashby, '2')
    const untouched = await outputs('ohe-analyst', ashby)
    await server.asOwner(`update report set content = jsonb_set(content, '{tabs,1,csv}', '"lost"')
      where submission_id = '${ashby}' and code = 'IRIS'`)
    expect(await csv('ohe-analyst', ashby, '2')).toBe('lost')
    server.clock.forward(60_000)
    const id = randomUUID()
    const response = await start(
      'ohe-analyst',
      [
        [ashby, '2'],
        [ashby, '2'],
      ],
      id,
    )
    expect([response.status, response.headers.get('location'), response.body]).toEqual([
      202,
      `/jobs/${id}`,
      '',
    ])
    const { rows, kind, state, status } = await over('ohe-analyst', id)
    expect([kind, state, status.id]).toEqual(['IRIS', 'COMPLETED', 30])
    expect(rows.map(row => [row.instId, row.output, row.outputTitle, row.state])).toEqual([
      ['0001', '2', untouched[1]?.title, 'DONE'],
    ])
    expect(await csv('ohe-analyst', ashby, '2')).toBe(before)
    const after = await outputs('ohe-analyst', ashby)
    expect(after[0]).toEqual(untouched[0])
    expect(after[1]?.producedAt).toBe(server.clock.now().toISOString())
    expect(after[1]?.size).toBe(untouched[1]?.size)
    const listed = (await list('ohe-analyst')).files
    expect(listed.map(({ fileCode, state: run }) => [fileCode, run])).toEqual([
      ['1', null],
      ['2', 'DONE'],
      ['3', null],
    ])
    // Another organisation's list says nothing of it.
    expect((await list('bedel-admin', '?search=ashby')).files.map(({ state: run }) => run)).toEqual([
      null,
      null,
      null,
    ])
  })

  it('changes no submission, and is one job however often it is asked for by one id', async () => {
    const id = randomUUID()
    for (let time = 0; time < 2; time++)
      expect(
        (
          await start(
            'bedel-admin',
            [
              [ashby, '1'],
              [cardigan, '3'],
            ],
            id,
          )
        ).status,
      ).toBe(202)
    expect((await over('bedel-admin', id)).counts.DONE).toBe(2)
    expect(await server.statusOfSubmission(ashby)).toBe('QUALITY_PROCESSING_COMPLETE')
    const { lines } = await server.look<{ lines: number }>(
      `select count(*)::int as lines from audit_line where action = 'JOB_REQUEST' and subject = '${id}'`,
    )
    expect(lines).toBe(1)
    expect((await start('ohe-analyst', [[ashby, '1']], id)).status).toBe(409)
  })

  it('says by row why it cannot be made: the report is gone', async () => {
    const kept = await server.look<{ content: object }>(
      `select content from report where submission_id = '${cardigan}' and code = 'IRIS'`,
    )
    const jobs = byHand()
    const id = randomUUID()
    await jobs.ask(id, [
      [cardigan, '3'],
      [cardigan, '1'],
    ])
    await server.asOwner(`update report set content = jsonb_set(content, '{tabs}', jsonb_build_array(content #> '{tabs,0}'))
      where submission_id = '${cardigan}' and code = 'IRIS'`)
    await jobs.run(id)
    const { rows, state } = await read('bedel-admin', id)
    expect([state, rows.map(row => row.state)]).toEqual(['COMPLETED_WITH_ERRORS', ['REFUSED', 'DONE']])
    expect(rows[0]?.reason).toBe('This submission no longer has this output.')
    await server.asOwner(
      `update report set content = '${JSON.stringify(kept.content).replaceAll("'", "''")}' where submission_id = '${cardigan}' and code = 'IRIS'`,
    )
  })
})

/** A job that no process takes up by itself. */
const byHand = () => {
  const { db, clock } = server
  const nowhere = async () => undefined
  const jobs = createJobs({
    ...server,
    measure: async () => ({ refusal: message('specification', 'impact.noResults') }),
    queue: { enqueueBulk: nowhere, enqueueOutputs: nowhere },
  })
  const { make } = createOutputMaker({ db, clock, ...server.processing, jobs })
  return {
    jobs,
    ask: async (id: string, files: readonly (readonly [string, string])[]) => {
      const actor = server.actor('bedel-admin')
      const requestedOutputs = files.map(([submissionId, output]) => ({
        submissionId,
        output,
        instId: submissionId === ashby ? '0001' : '0003',
        statusId: 24,
      }))
      const decided = await jobs.requestOutputs({
        id,
        actor,
        collectionId: 'c23056',
        outputs: requestedOutputs,
      })
      expect(decided.ok).toBe(true)
    },
    run: (jobId: string, signal = new AbortController().signal) => make({ data: { jobId }, signal }),
  }
}

describe('the job', () => {
  it('goes on where a process has stopped, and two processes at once make each output once', async () => {
    const jobs = byHand()
    const id = randomUUID()
    await jobs.ask(id, [
      [ashby, '1'],
      [ashby, '2'],
      [cardigan, '1'],
    ])
    await expect(jobs.run(id, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    await Promise.all([jobs.run(id), jobs.run(id)])
    const { counts, state } = await read('bedel-admin', id)
    expect([state, counts]).toEqual(['COMPLETED', { WAITING: 0, DONE: 3, REFUSED: 0, LEFT: 0 }])
    const { settled } = await server.look<{ settled: number }>(
      `select count(*)::int as settled from chart_event where chart = 'job' and subject = '${id}' and event = 'ROW_SETTLED'`,
    )
    expect(settled).toBe(3)
  })

  it('is cancelled by its organisation or the agency, found by nobody else, and another organisation need not wait', async () => {
    const jobs = byHand()
    const id = randomUUID()
    await jobs.ask(id, [[ashby, '1']])
    const refusal = await start('bedel-pii', [[ashby, '2']])
    expect([refusal.status, refusal.body.detail]).toEqual([
      409,
      'Another job for this collection is running. Wait for it to finish, or cancel it.',
    ])
    const theirs = randomUUID()
    expect((await start('ohe-analyst', [[ashby, '1']], theirs)).status).toBe(202)
    await over('ohe-analyst', theirs)
    expect((await server.call('ohe-analyst', 'GET', `/jobs/${id}`)).status).toBe(404)
    expect((await server.call('ohe-analyst', 'POST', `/jobs/${id}/cancel`)).status).toBe(404)
    expect((await server.call('fcw-analyst', 'GET', `/jobs/${theirs}`)).status).toBe(404)
    const seen = async (user: string) =>
      (await server.call<{ jobs: JobWire[] }>(user, 'GET', '/jobs?kind=IRIS')).body.jobs.map(one => one.id)
    expect([await seen('ohe-analyst'), await seen('fcw-analyst')]).toEqual([[theirs], []])
    expect((await seen('bedel-staff')).toSorted()).toEqual([id, theirs].toSorted())
    expect((await server.call('bedel-staff', 'POST', `/jobs/${id}/cancel`)).status).toBe(403)
    expect((await server.call('bedel-admin', 'POST', `/jobs/${id}/cancel`)).status).toBe(204)
    await jobs.run(id)
    expect((await read('bedel-admin', id)).counts).toEqual({ WAITING: 0, DONE: 0, REFUSED: 0, LEFT: 1 })
  })

  it('is told live to the agency and to who has asked for it', async () => {
    const id = randomUUID()
    await start('ohe-analyst', [[ashby, '3']], id)
    await over('ohe-analyst', id)
    const { rows } = await server.inSystem(tx =>
      sql<{ channel: string; state: string; output: string | null }>`
        select inst_id as channel, payload ->> 'state' as state, payload -> 'row' ->> 'output' as output from live_message
        where payload ->> 'type' = 'JOB' order by inst_id, sequence`.execute(tx),
    )
    expect(rows).toEqual(
      ['5016', 'bedel'].flatMap(channel =>
        [
          ['NEW', null],
          ['IN_PROGRESS', null],
          ['COMPLETED', '3'],
        ].map(([state, output]) => ({ channel, state, output })),
      ),
    )
  })
})
