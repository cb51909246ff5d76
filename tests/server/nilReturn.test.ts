import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { uploadBody } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* A nil return that the agency withdraws leaves no submission (decisions §12). */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

const create = (instId = '0001', user = 'bedel-staff') =>
  server.call<{ uuid: string }>(user, 'POST', '/submissions/create-nil-submission', {
    body: { collectionId: 'c23056', instId },
  })
const withdraw = (user: string, id: string) =>
  server.call<{ status: { id: number }; detail?: string }>(
    user,
    'POST',
    `/submissions/${id}/withdraw-nil-return`,
  )
const row = async () =>
  (
    await server.call<{
      submissions: { provider: { instId: string }; latestSubmission: unknown; furthestSubmission: unknown }[]
    }>('bedel-staff', 'GET', '/collections/23056/submissions')
  ).body.submissions.find(({ provider }) => provider.instId === '0001')

it('is withdrawn by the agency alone, and the provider stands where it stood before', async () => {
  const { uuid } = (await create()).body
  // The same person again, as after a lost answer, gets the same answer; anybody else is refused.
  expect((await create()).body.uuid).toBe(uuid)
  expect((await create('0001', 'bedel-admin')).status).toBe(409)
  for (const user of ['ashby-signoff', 'ohe-analyst']) expect((await withdraw(user, uuid)).status).toBe(403)
  expect((await withdraw('cardigan-signoff', uuid)).status).toBeGreaterThanOrEqual(403)
  expect((await withdraw('bedel-staff', uuid)).body.status.id).toBe(0)

  expect(await row()).toMatchObject({ latestSubmission: null, furthestSubmission: null })
  const listed = await server.call<{ submissions: unknown[] }>(
    'ashby-signoff',
    'GET',
    '/submissions?collectionId=c23056&instId=0001',
  )
  expect([listed.status, listed.body.submissions]).toEqual([200, []])
  const collection = await server.call<{ collectionSubmissionCount: number }>(
    'ashby-signoff',
    'GET',
    '/collections/23056',
  )
  expect(collection.body.collectionSubmissionCount).toBe(0)
  const log = await server.call<{ activityLogs: { submissionUuid: string; type: { id: number } }[] }>(
    'bedel-staff',
    'GET',
    '/collections/activity-log?collectionReference=23056&limit=10&offset=0',
  )
  expect(
    log.body.activityLogs
      .filter(({ submissionUuid }) => submissionUuid === uuid)
      .map(({ type }) => type.id)
      .toSorted((a, b) => a - b),
  ).toEqual([10, 15])
  // Nothing is left to withdraw, except for who did it and lost the answer.
  expect((await withdraw('bedel-admin', uuid)).status).toBe(409)
  expect((await withdraw('bedel-staff', uuid)).body.status.id).toBe(0)
})

/** What a call costs the database. */
const costOf = async (call: () => Promise<unknown>) => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const transaction = vi.spyOn(server.db, 'transaction')
  await call()
  const statements = query.mock.calls.map(given => JSON.stringify(given[0]) ?? '')
  const cost = {
    transactions: transaction.mock.calls.length,
    // Words that only the query of the facts has.
    facts: statements.filter(text =>
      text.includes('c.pause_reason, c.approvers_differ, c.reference_period_end'),
    ).length,
  }
  query.mockRestore()
  transaction.mockRestore()
  return cost
}

it('a click takes two transactions, and gathers the facts before and after the decision', async () => {
  let uuid = ''
  const atMost = { transactions: 2, facts: 2 }
  expect(
    await costOf(async () => {
      uuid = (await create('0002')).body.uuid
    }),
  ).toEqual(atMost)
  expect(await costOf(() => withdraw('bedel-staff', uuid))).toEqual(atMost)
})

it('lets another nil return or a file follow, and none is withdrawn once the collection is closed', async () => {
  const { uuid } = (await create()).body
  await server.setCollection('Closed')
  expect((await withdraw('bedel-staff', uuid)).status).toBe(409)
  await server.setCollection('Open')
  expect((await withdraw('bedel-staff', uuid)).status).toBe(200)
  const { status } = await server.call('ashby-signoff', 'GET', '/submissions/new/c23056/0001')
  expect(status).toBe(200)
})

it('is recorded after uploads that brought no file, and not beside one that is under way', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  const send = (what: string, id: string) =>
    server.call('ashby-submitter', 'POST', `/files/${what}`, { body: uploadBody(id) })
  expect((await send('uploadRequest', first)).status).toBe(200)
  expect((await create()).status).toBe(409)
  expect((await send('cancel-upload', first)).status).toBeLessThan(300)

  expect((await send('uploadRequest', second)).status).toBe(200)
  expect((await create()).status).toBe(409)
  expect((await send('cancel-upload', second)).status).toBeLessThan(300)

  const { status, body } = await create()
  expect(status).toBe(200)
  expect(await row()).toMatchObject({ latestSubmission: { uuid: body.uuid, isNilReturn: true } })
  expect((await server.lifecycle.factsOf(first))?.submission).toMatchObject({
    status: 'UPLOAD_ERROR',
    isLatest: false,
  })
})
