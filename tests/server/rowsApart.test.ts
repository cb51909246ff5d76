import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectionsOf } from '../../server/database/queries/collections.ts'
import { costCentresOf } from '../../server/database/queries/costCentres.ts'
import { figuresOfReport, lastExplanationOf } from '../../server/database/queries/issues.ts'
import { notesOf } from '../../server/database/queries/notes.ts'
import { rulesBeside } from '../../server/database/queries/results.ts'
import { eventCountsSince } from '../../server/database/queries/sinceYesterday.ts'
import { submissionByHash, submissionById } from '../../server/database/queries/submissions.ts'
import { receiversOf } from '../../server/database/queries/transfers.ts'
import { collectionStateNames } from '../../src/domain/collection.ts'
import { statusOf } from '../../src/domain/status.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * A read answers from its own rows. Beside each there are rows that differ in one thing: another provider, collection, mode, upload or
 * moment.
 */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

const hash = 'a'.repeat(64)
const ready = statusOf('QUALITY_PROCESSING_COMPLETE').id
const [checked, older, newest, lastYear] = Array.from({ length: 4 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
]

beforeAll(async () => {
  const submission = (
    id: string,
    {
      day,
      mode = 'live',
      isLatest = true,
      collection = 'c23056',
      copiedFrom,
    }: { day: string; mode?: string; isLatest?: boolean; collection?: string; copiedFrom?: string },
  ) => `('${id}', '${collection}', '0001', '${mode}', ${ready}, ${isLatest}, 'a.xml', 10, '${hash}', '0001/${id}/file.xml', true,
    '${day}T09:00:00Z', '${day}T09:00:00Z', 'Test', ${copiedFrom === undefined ? 'null' : `'${copiedFrom}'`})`
  const result = (id: string, code: string) =>
    `('${id}', '0001', '${code}', 1, 'Rule', false, false, 1, 0, '{"rows": []}')`
  await server.asOwner(`
    insert into submission (id, collection_id, inst_id, mode, status_id, is_latest, file_name, file_size, file_hash, object_key,
      has_stored_file, created_utc, uploaded_utc, uploaded_by, copied_from) values
      ${submission(older, { day: '2024-10-01', isLatest: false })},
      ${submission(newest, { day: '2024-10-02', copiedFrom: older })},
      ${submission(checked, { day: '2024-10-03', mode: 'ovt' })},
      ${submission(lastYear, { day: '2023-10-01', collection: 'c22056' })};
    insert into quality_rule_result (submission_id, inst_id, code, ordinal, name, outside, operational, population_count,
      failure_count, result) values
      ${result(newest, 'QR.A.V02')}, ${result(checked, 'QR.A.V02')}, ${result(checked, 'QR.A.V01')}, ${result(lastYear, 'QR.A.V02')},
      ${result(newest, 'QR.B.V02')}, ${result(checked, 'QR.B.V02')}, ${result(checked, 'QR.B.V03')}, ${result(lastYear, 'QR.B.V01')};
    insert into report (submission_id, inst_id, kind, code, title, failure_count, content) values
      ('${older}', '0001', 'credibility', 'ATT1', 'Sex', 1, '{}'), ('${newest}', '0001', 'credibility', 'ATT1', 'Sex', 2, '{}'),
      ('${checked}', '0001', 'credibility', 'ATT1', 'Sex', 3, '{}');
  `)
})

it('a file is found by its hash among live submissions alone', async () => {
  expect((await server.inSystem(tx => submissionByHash(tx, hash, [ready])))?.id).toBe(newest)
  await server.asOwner(`update submission set file_hash = '${'b'.repeat(64)}' where id = '${checked}'`)
  expect(await server.inSystem(tx => submissionByHash(tx, 'b'.repeat(64), [ready]))).toBeUndefined()
})

it('a submission names the last copy of its file', async () => {
  const last = randomUUID()
  await server.asOwner(`insert into submission (id, collection_id, inst_id, mode, status_id, is_latest, file_name, created_utc, uploaded_by, copied_from)
    values ('${last}', 'c23056', '0001', 'live', ${ready}, false, 'a.xml', '2024-10-04T09:00:00Z', 'Test', '${older}')`)
  expect((await server.inSystem(tx => submissionById(tx, older)))?.copied_to).toBe(last)
})

it('the values of a report come from live uploads and say which one is the latest', async () => {
  const of = { collection_id: 'c23056', inst_id: '0001', code: 'ATT1' }
  const rows = await server.inSystem(tx => figuresOfReport(tx, of))
  expect(
    rows.map(({ submission_id, is_latest, failure_count }) => [submission_id, is_latest, failure_count]),
  ).toEqual([
    [newest, true, 2],
    [older, false, 1],
  ])
})

it('the rules beside a rule come from a live submission', async () => {
  const of = { collectionId: 'c23056', instId: '0001', code: 'QR.A.V02' }
  expect((await server.inSystem(tx => rulesBeside(tx, of))).toSorted()).toEqual(['QR.A.V02', 'QR.B.V02'])
})

it('a collection counts live submissions alone, and no withdrawn nil return', async () => {
  const withdrawn = (id: string) =>
    `('${id}', 'c22056', '0001', 'live', ${statusOf('UNKNOWN').id}, false, 'a.xml', '2023-10-02T09:00:00Z', 'Test')`
  // Two of them beside the one that counts.
  await server.asOwner(`insert into submission (id, collection_id, inst_id, mode, status_id, is_latest, file_name, created_utc, uploaded_by)
    values ${withdrawn(randomUUID())}, ${withdrawn(randomUUID())}`)
  const seen = { always: collectionStateNames, withSubmission: [] }
  const all = await server.inSystem(tx => collectionsOf(tx, { seen, instId: '0001', limit: 50, offset: 0 }))
  expect(all.rows.find(({ id }) => id === 'c22056')?.submission_count).toBe(1)
})

it('a note is shown to its own provider', async () => {
  const note = (instId: string) =>
    `('c23056', '${instId}', 'rule', 'QR.A.V02', 'Of ${instId}', now(), 'Test')`
  await server.asOwner(`insert into provider_note (collection_id, inst_id, subject, code, text, written_utc, written_by)
    values ${note('0001')}, ${note('0002')}`)
  expect((await server.inSystem(tx => notesOf(tx, newest))).map(({ text }) => text)).toEqual(['Of 0001'])
})

it('a consent counts for the receiver that gave it', async () => {
  await server.asOwner(`insert into transfer_out (submission_id, collection_id, inst_id, sid, numhus, destination_ukprn) values
      ('${newest}', 'c23056', '0001', 'S1', 'N1', '10000002'), ('${newest}', 'c23056', '0001', 'S2', 'N1', '10000003');
    insert into transfer (collection_id, sender_inst_id, receiver_inst_id, place, students, agreed_students, agreed_utc, agreed_by)
      values ('c23056', '0001', '0002', 'AGREED', 1, 1, now(), 'Test')`)
  const receivers = await server.inSystem(tx => receiversOf(tx, newest))
  expect(receivers.map(({ instId, students, givenUtc }) => [instId, students, givenUtc !== null])).toEqual([
    ['0002', 1, true],
    ['0003', 1, false],
  ])
})

it('the last explanation is the latest one, about the version of the rule in the latest live results', async () => {
  const issue = randomUUID()
  const explained = (sequence: number, hour: string) => `
    insert into chart_event (chart, subject, inst_id, sequence, event, from_place, to_place, actor, payload, facts, effects, occurred_utc)
      values ('issue', '${issue}', '0001', ${sequence}, 'EXPLAIN', 'OPEN', 'OPEN', '{"kind": "system"}', '{}', '{}', '[]',
        '2023-11-0${hour}T09:00:00Z');
    insert into issue_comment (issue_id, inst_id, sequence, text) values ('${issue}', '0001', ${sequence}, 'Explained on ${hour}')`
  await server.asOwner(`insert into issue (id, collection_id, inst_id, subject, code, name, regulator_code, status, version, raised_from,
      raised_utc, raised_by, updated_utc)
    values ('${issue}', 'c22056', '0001', 'rule', 'QR.B.V01', 'Rule', '5016', 'OPEN', 2, '${lastYear}', now(), 'Test', now());
    ${explained(1, '1')}; ${explained(2, '2')}`)
  const of = {
    collection_id: 'c23056',
    inst_id: '0001',
    subject: 'rule',
    regulator_code: '5016',
    code: 'QR.B.V02',
  } as const
  expect((await server.inSystem(tx => lastExplanationOf(tx, of)))?.text).toBe('Explained on 2')
})

it('cost centres are compared with those of the collection right before', async () => {
  await server.asOwner(`insert into collection (id, reference, stream_id, name, reference_period_start, reference_period_end, state_id)
      values ('c20056', '20056', '056', 'Student 2020/21', '2020-08-01', '2021-07-31', 3);
    insert into cost_centre_file (collection_id, sent_utc, sent_by)
      values ('c20056', now(), 'Test'), ('c22056', now(), 'Test'), ('c23056', now(), 'Test');
    insert into cost_centre (collection_id, inst_id, cost_centre, staff_fte, expenditure) values
      ('c20056', '0001', '101', 1, 1), ('c22056', '0001', '101', 2, 2), ('c23056', '0001', '101', 3, 3)`)
  const { current, before } = await server.inSystem(tx =>
    costCentresOf(tx, { collectionId: 'c23056', instId: '0001' }),
  )
  expect([current, before].map(rows => rows.map(({ staffFte }) => staffFte))).toEqual([[3], [2]])
})

it('a day begins with its first moment in London', async () => {
  const event = (sequence: number, at: string) =>
    `('${newest}', '0001', ${sequence}, 'SIGN_OFF', 1, 2, '{}', '{}', '${at}')`
  await server.asOwner(`insert into submission_event (submission_id, inst_id, sequence, event, from_status_id, to_status_id, actor, facts,
      occurred_utc) values ${event(1, '2024-06-30T22:59:59.999Z')}, ${event(2, '2024-06-30T23:00:00Z')}`)
  const counts = await server.inSystem(tx =>
    eventCountsSince(tx, { collectionId: 'c23056', day: '2024-07-01', events: ['SIGN_OFF'] }),
  )
  expect(counts).toEqual([{ event: 'SIGN_OFF', count: 1 }])
})
