import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JobWire, JobWithRows } from '../../src/domain/wire/jobs.ts'
import { deliveryScene, details, startDeliveryServer } from './support/deliveryScene.ts'
import type { ProcessingServer } from './support/processingServer.ts'

/*
 * "Bulk re-processing, historic amendment, deliveries, pseudonymisation and IRIS runs are jobs" (decisions §10 "Jobs"): each call
 * says where its job is, and one list has them all, each for whom it may be seen by.
 */

let server: ProcessingServer
let ashby: string
let fileName: string
const brackley = randomUUID()

beforeAll(async () => {
  server = await startDeliveryServer()
  ;({ id: ashby, fileName } = await server.look<{ id: string; fileName: string }>(
    `select id, file_name as "fileName" from submission where inst_id = '0001'`,
  ))
}, 120_000)
afterAll(() => server.stop())

const { create, setState, ask } = deliveryScene(() => server)
const read = async (user: string, id: string) => server.call<JobWithRows>(user, 'GET', `/jobs/${id}`)
const listed = async (user: string, query = '') =>
  (await server.call<{ jobs: JobWire[]; pagingMetadata: { total: number } }>(user, 'GET', `/jobs${query}`))
    .body
const over = async (user: string, id: string) => {
  await expect.poll(async () => (await read(user, id)).body.endedUtc, { timeout: 30_000 }).not.toBeNull()
  return (await read(user, id)).body
}
type Counts = JobWire['counts']
/** What an organisation was told of a job, in order: its states, and how many rows stand where. */
const messagesOf = async (id: string, organisation: string): Promise<[state: string, counts: Counts][]> =>
  (
    await server.look<{
      told: [string, Counts][] | null
    }>(`select jsonb_agg(jsonb_build_array(payload -> 'state', payload -> 'counts') order by sequence) as told
      from live_message where inst_id = '${organisation}' and payload ->> 'type' = 'JOB'
        and payload ->> 'jobId' = '${id}'`)
  ).told ?? []
const counts = (of: Partial<Counts>): Counts => ({ WAITING: 0, DONE: 0, REFUSED: 0, LEFT: 0, ...of })
/** As one that comes to its end with all of its rows. */
const whole = (rows: number) => [
  ['NEW', counts({ WAITING: rows })],
  ['IN_PROGRESS', counts({ WAITING: rows })],
  ['COMPLETED', counts({ DONE: rows })],
]
const configured = async (): Promise<string> => {
  const id = randomUUID()
  await create(details(), id)
  await setState(id, 'ENABLED')
  return id
}

it('a delivery is a job with a row for each submission, seen by the agency and its customer', async () => {
  const id = randomUUID()
  const answer = await ask(await configured(), id)
  expect([answer.status, answer.headers.get('location'), answer.body]).toEqual([202, `/jobs/${id}`, ''])
  const job = await over('ohe-delivery', id)
  expect(job).toMatchObject({
    kind: 'DELIVERY',
    subject: 'Funding return',
    collection: { reference: '23056' },
    status: { id: 30, name: 'Completed' },
    counts: counts({ DONE: 1 }),
    createdBy: server.actor('bedel-admin').name,
    mayCancel: false,
  })
  expect(job.rows).toEqual([
    expect.objectContaining({ instId: '0001', submissionId: ashby, state: 'DONE', settledUtc: job.endedUtc }),
  ])
  for (const organisation of ['5016', 'bedel']) expect(await messagesOf(id, organisation)).toEqual(whole(1))
  // A customer gets the package, and is not told what the provider called its file.
  const staff = (await read('bedel-staff', id)).body
  expect([staff.rows[0]?.fileName, job.rows[0]?.fileName]).toEqual([fileName, undefined])
  const csvFor = async (user: string) =>
    (await server.call<string>(user, 'GET', `/jobs/${id}`, { accept: 'text/csv' })).body
  expect(await csvFor('bedel-staff')).toContain(`0001,University of Ashby,${fileName},`)
  expect(await csvFor('ohe-delivery')).toContain('0001,University of Ashby,,')
  const seen = ['bedel-staff', 'ohe-analyst', 'fcw-analyst', 'ashby-submitter'].map(
    async user => (await read(user, id)).status,
  )
  expect(await Promise.all(seen)).toEqual([200, 404, 404, 403])
}, 60_000)

it('a delivery that fails keeps for which submission, and leaves the others', async () => {
  await server.place({ id: brackley, instId: '0002' }, 'QUALITY_PROCESSING_COMPLETE')
  // Its file goes as soon as it is chosen.
  await server.asOwner(`
    create function lose_file() returns trigger language plpgsql as $$ begin
      update submission set has_stored_file = false where id = new.submission_id and inst_id = '0002';
      return new;
    end $$;
    create trigger lose_file after insert on delivery_submission for each row execute function lose_file()`)
  const id = randomUUID()
  await ask(await configured(), id)
  const { status, counts: ended, rows, reason } = await over('bedel-staff', id)
  expect([status.id, ended]).toEqual([50, counts({ REFUSED: 1, LEFT: 1 })])
  expect(await messagesOf(id, '5016')).toEqual([
    ['NEW', counts({ WAITING: 2 })],
    ['IN_PROGRESS', counts({ WAITING: 2 })],
    ['FAILED', counts({ REFUSED: 1, LEFT: 1 })],
  ])
  expect(rows.map(row => [row.instId, row.state, row.reason])).toEqual([
    ['0001', 'LEFT', undefined],
    ['0002', 'REFUSED', reason],
  ])
  expect(reason).toMatch(/./)
  await server.asOwner('drop trigger lose_file on delivery_submission; drop function lose_file')
}, 60_000)

it('a pseudonymisation is a job with one row, seen by who sees those', async () => {
  const answer = await server.call('bedel-anon', 'POST', `/submissions/run-dps-task/${ashby}`)
  expect([answer.status, answer.headers.get('location'), answer.body]).toEqual([202, `/jobs/${ashby}`, ''])
  const job = await over('bedel-anon', ashby)
  expect(job).toMatchObject({
    kind: 'PSEUDONYMISATION',
    subject: 'University of Ashby',
    status: { id: 30 },
    counts: { DONE: 1 },
    createdBy: server.actor('bedel-anon').name,
    rows: [{ instId: '0001', submissionId: ashby, state: 'DONE' }],
  })
  expect(await messagesOf(ashby, 'bedel')).toEqual(whole(1))
  const csv = await server.call<string>('bedel-anon', 'GET', `/jobs/${ashby}`, { accept: 'text/csv' })
  expect(csv.body).toContain('0001,University of Ashby,')
  const seen = ['bedel-admin', 'bedel-staff', 'ohe-delivery'].map(
    async user => (await read(user, ashby)).status,
  )
  expect(await Promise.all(seen)).toEqual([200, 404, 404])
  // As one that was asked for before histories were kept.
  const without = randomUUID()
  await server.place({ id: without, instId: '0003' }, 'QUALITY_PROCESSING_COMPLETE')
  await server.inSystem(tx =>
    sql`insert into pseudonymisation (submission_id, inst_id, place, version, requested_utc)
      values (${without}::uuid, '0003', 'SUCCEEDED', 3, ${new Date('2024-09-01T09:00:00Z')})`.execute(tx),
  )
  expect((await listed('bedel-anon', '?kind=PSEUDONYMISATION')).jobs.map(one => one.id)).toEqual([
    ashby,
    without,
  ])
  await server.inSystem(tx =>
    sql`delete from pseudonymisation where submission_id = ${without}::uuid`.execute(tx),
  )
}, 60_000)

it('jobs of all kinds stand in one list, newest first, and none has the id of another', async () => {
  server.clock.forward(60_000)
  const [reprocess, amendment, iris] = [randomUUID(), randomUUID(), randomUUID()]
  const start = (kind: string, collectionReference: string, id: string) =>
    server.call('bedel-admin', 'POST', '/jobs', {
      body: { id, kind, collectionReference, instIds: ['0002'] },
    })
  expect((await start('REPROCESS', '23056', ashby)).status).toBe(409)
  expect((await start('REPROCESS', '23056', reprocess)).status).toBe(202)
  server.clock.forward(60_000)
  await server.setCollection('Historic amendment', 'c22056')
  await server.place({ id: randomUUID(), instId: '0002', collectionId: 'c22056' }, 'SIGNED_OFF')
  expect((await start('HISTORIC_AMENDMENT', '22056', amendment)).status).toBe(202)
  server.clock.forward(60_000)
  const outputs = await server.call('ohe-analyst', 'POST', '/collection-reports/iris/reprocess-files', {
    body: { id: iris, files: [{ submissionUuid: ashby, fileCode: '1' }] },
  })
  expect([outputs.status, outputs.headers.get('location')]).toEqual([202, `/jobs/${iris}`])
  const kindsSeen = async (user: string, query?: string) => {
    const { jobs, pagingMetadata } = await listed(user, query)
    expect(pagingMetadata.total).toBe(jobs.length)
    return jobs.map(({ kind }) => kind)
  }
  const all = await kindsSeen('bedel-anon')
  expect(all.slice(0, 3)).toEqual(['IRIS', 'HISTORIC_AMENDMENT', 'REPROCESS'])
  expect(all.slice(3).toSorted()).toEqual(['DELIVERY', 'DELIVERY', 'PSEUDONYMISATION'])
  expect(await kindsSeen('bedel-anon', '?kind=DELIVERY&collectionReference=22056')).toEqual([])
  expect(await kindsSeen('bedel-staff', '?kind=PSEUDONYMISATION')).toEqual([])
  expect(await kindsSeen('bedel-staff', '?collectionReference=22056')).toEqual(['HISTORIC_AMENDMENT'])
  // A customer has its deliveries, and, as a primary regulator, what its own people have asked for.
  expect((await kindsSeen('ohe-delivery')).toSorted()).toEqual(['DELIVERY', 'DELIVERY', 'IRIS'])
  await server.asOwner("update regulator set type_code = '02' where code = '5016'")
  expect(await kindsSeen('ohe-delivery')).toEqual(['DELIVERY', 'DELIVERY'])
  expect((await read('ohe-delivery', iris)).status).toBe(404)
  await server.asOwner("update regulator set type_code = '01' where code = '5016'")
  expect(await kindsSeen('fcw-analyst')).toEqual([])
  expect((await server.call('ashby-submitter', 'GET', '/jobs')).status).toBe(403)
}, 60_000)

it('no upload has the id of a job or a delivery', async () => {
  const [delivery, reprocess] = [randomUUID(), randomUUID()]
  await ask(await configured(), delivery)
  await over('bedel-staff', delivery)
  const started = await server.call('bedel-admin', 'POST', '/jobs', {
    body: { id: reprocess, kind: 'REPROCESS', collectionReference: '23056', instIds: ['0002'] },
  })
  expect(started.status).toBe(202)
  await over('bedel-staff', reprocess)
  for (const submissionUuid of [delivery, reprocess]) {
    const upload = await server.call<{ detail: string }>('ashby-submitter', 'POST', '/files/uploadRequest', {
      body: { submissionUuid, collectionId: 'c23056', instId: '0001', fileName: 'again.xml', fileSize: 9 },
    })
    expect([upload.status, upload.body.detail]).toEqual([409, 'This id is already in use.'])
  }
}, 60_000)
