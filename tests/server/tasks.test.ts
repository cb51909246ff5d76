import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect, scopeOf, withScope } from '../../server/database/index.ts'
import { tasksOf } from '../../server/tasks/index.ts'
import { nextLabel } from '../../src/domain/labels.ts'
import type { StandingWire, Task, TaskCounts } from '../../src/domain/wire/tasks.ts'
import { inEnglish } from '../../src/model/everyMessage.ts'
import { placeIssue, placeResults } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* GET /tasks (decisions §16): who gets them, in which order, only what they may see and do, by few statements. */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.forget()
  await server.setCollection('Open')
  await server.setCollection('Closed', 'c22056')
})

interface Answer {
  tasks: Task[]
  counts: TaskCounts
  oldest: string | null
  standings: StandingWire[]
  pagingMetadata: { totalResultsCount: number }
}
const listed = async (user: string, query = ''): Promise<Answer> => {
  const { status, body } = await server.call<Answer>(user, 'GET', `/tasks${query}`)
  expect(status).toBe(200)
  return body
}
/** Who acts next, in the words of the dashboard. */
const standingsOf = async (user: string): Promise<string[]> =>
  (await listed(user)).standings.map(({ act, stopped, ...one }) => {
    const label = nextLabel({ ...one, act: act ?? undefined, stopped: stopped ?? undefined })
    return typeof label === 'string' ? label : inEnglish(label)
  })
const briefly = ({ tasks }: Answer) =>
  tasks.map(({ action, provider, collection }) => [action, provider.instId, collection.reference])

const placeAt = async (
  instId: string,
  status: Parameters<ProcessingServer['place']>[1],
  collectionId?: string,
) => {
  const id = randomUUID()
  await server.place({ id, instId, ...(collectionId ? { collectionId } : {}) }, status)
  server.clock.forward(60_000)
  return id
}

const returnForm = (submissionId: string) =>
  server.asOwner(`insert into signed_form (id, submission_id, inst_id, file_name, uploader_id, uploaded_by, created_utc, returned_utc,
      file_size, object_key)
    select gen_random_uuid(), id, inst_id, 'form.pdf', 'x', 'X', now(), now(), 1, 'x' from submission where id = '${submissionId}'`)

describe('the tasks of approvers', () => {
  it('are what they can do next over all collections, the longest waiting first', async () => {
    await placeAt('0002', 'ANALYST_APPROVAL')
    await placeAt('0001', 'SC_APPROVAL')
    const unsigned = await placeAt('0003', 'PROVIDER_SIGNOFF')
    await placeAt('0004', 'CREDIBILITY_ERROR')
    await placeAt('0001', 'AGENCY_APPROVAL', 'c22056')
    const expected = [
      ['approve', '0002', '23056'],
      ['reprocess', '0004', '23056'],
      ['approve', '0001', '22056'],
    ]
    expect(briefly(await listed('bedel-analyst'))).toEqual(expected)
    // The provider acts next until it has returned the form (decisions §15).
    await returnForm(unsigned)
    const all = await listed('bedel-analyst')
    expect(briefly(all)).toEqual([expected[0], ['recordSignOff', '0003', '23056'], ...expected.slice(1)])
    expect(all.counts).toEqual({
      submission: 0,
      transfer: 0,
      approval: 2,
      issue: 0,
      'signed-form': 1,
      error: 1,
    })
    expect(all.oldest).toBe(all.tasks[0]?.since)
    // Who has no right to re-process has no failed processing to see to (decisions §5).
    expect((await listed('bedel-staff')).counts).toMatchObject({ approval: 2, error: 0 })
    expect(briefly(await listed('ohe-analyst'))).toEqual([['approve', '0001', '23056']])
    for (const user of ['fcw-analyst', 'ohe-delivery', 'ttb-analyst'])
      expect(briefly(await listed(user))).toEqual([])
  })

  it('are of one group, or of one collection, page by page; the counts stay those of all', async () => {
    await placeAt('0001', 'ANALYST_APPROVAL')
    await placeAt('0002', 'ANALYST_APPROVAL')
    await placeAt('0003', 'CREDIBILITY_ERROR')
    expect(briefly(await listed('bedel-analyst', '?group=error'))).toEqual([['reprocess', '0003', '23056']])
    const second = await listed('bedel-analyst', '?group=approval&group=error&limit=1&offset=1')
    expect(briefly(second)).toEqual([['approve', '0002', '23056']])
    expect(second.pagingMetadata.totalResultsCount).toBe(3)
    expect(second.counts).toMatchObject({ approval: 2, error: 1 })
    expect(briefly(await listed('bedel-analyst', '?collectionReference=22056'))).toEqual([])
  })

  it('lead nobody to an issue on which they cannot act', async () => {
    const id = await placeAt('0001', 'QUALITY_PROCESSING_COMPLETE')
    await placeResults(server, id)
    await placeIssue(server, id, 'AWAITING_AGENCY')
    for (const user of ['bedel-staff', 'bedel-special', 'bedel-anon', 'bedel-pii'])
      expect([user, (await listed(user)).counts.issue]).toEqual([user, 0])
    for (const user of ['bedel-analyst', 'bedel-admin'])
      expect((await listed(user)).tasks).toMatchObject(
        [{ action: 'answerIssue', group: 'issue', provider: { instId: '0001' }, page: /^\/issues\// }].map(
          one => ({ ...one, page: expect.stringMatching(one.page) as string }),
        ),
      )
    await placeIssue(server, id, 'AWAITING_STATUTORY_CUSTOMER')
    expect((await listed('ohe-analyst')).counts.issue).toBe(1)
    expect((await listed('ttb-analyst')).counts.issue).toBe(0)
    expect((await listed('bedel-analyst')).counts.issue).toBe(0)
  })
})

describe('the tasks of a provider', () => {
  it('are its own, each with the page on which it is done', async () => {
    const id = await placeAt('0001', 'QUALITY_PROCESSING_COMPLETE')
    const page = `/submissions/c23056/${id}/submit`
    expect((await listed('ashby-signoff')).tasks).toMatchObject([
      { action: 'submit', collection: { reference: '23056' }, provider: { instId: '0001' }, page },
    ])
    expect(await standingsOf('ashby-signoff')).toEqual(['You submit for approval'])
    for (const user of ['ashby-submitter', 'ashby-guest']) {
      expect(briefly(await listed(user))).toEqual([])
      expect(await standingsOf(user)).toEqual(['A colleague with another role submits for approval'])
    }
    expect(await standingsOf('bedel-analyst')).toEqual([])
    expect(briefly(await listed('ashby-ovt'))).toEqual([])
    expect((await listed('brackley-submitter')).tasks).toMatchObject([
      { action: 'upload', since: null, page: '/submissions/c23056/new/upload' },
    ])
  })

  it('name the rules that block submitting', async () => {
    const id = await placeAt('0001', 'QUALITY_PROCESSING_COMPLETE')
    await placeResults(server, id)
    await server.asOwner(`update quality_rule_result set operational = true where submission_id = '${id}'`)
    expect((await listed('ashby-submitter')).tasks).toMatchObject([
      {
        action: 'correct',
        findings: {
          outside: 1,
          blocking: 1,
          records: 12,
          names: ['Check digit of the student identifier is wrong'],
        },
      },
    ])
  })

  it('quote the question of an issue', async () => {
    const id = await placeAt('0001', 'QUALITY_PROCESSING_COMPLETE')
    await placeResults(server, id)
    const raised = await server.call<{ id: string }>('ashby-submitter', 'POST', `/submissions/${id}/issues`, {
      body: { validationCode: 'QR.STUDENT.Student.SID.902.V01', regulatorCode: '5016' },
    })
    const comment = { text: 'Which courses grew?', awaits: 'provider' }
    await server.call('bedel-analyst', 'POST', `/issues/${raised.body.id}/comments`, { body: comment })
    const { tasks } = await listed('ashby-submitter')
    expect(tasks).toMatchObject([
      {
        action: 'answerIssue',
        issue: { id: raised.body.id, lastComment: { text: 'Which courses grew?', by: 'Bedel' } },
      },
    ])
    expect((await listed('ashby-guest')).tasks).toEqual([])
  })

  it('include the transfers that hold up another provider, and not those that others hold up', async () => {
    const sender = await placeAt('0001', 'QUALITY_PROCESSING_COMPLETE')
    await server.asOwner(`insert into transfer_out (submission_id, collection_id, inst_id, sid, numhus, destination_ukprn)
      values ('${sender}', 'c23056', '0001', '1', 'a', '10000002'), ('${sender}', 'c23056', '0001', '2', 'b', '10000002')`)
    // A receiver without a file agrees on a separate page, so a sender never waits for the receiver's upload.
    const first = await listed('brackley-signoff')
    expect(briefly(first)).toEqual([
      ['agreeToTransfers', '0002', '23056'],
      ['upload', '0002', '23056'],
    ])
    expect(first.tasks[0]).toMatchObject({ page: '/submissions/c23056/transfers' })
    const own = await placeAt('0002', 'QUALITY_PROCESSING_COMPLETE')
    const { tasks } = await listed('brackley-signoff')
    expect(tasks).toMatchObject([
      {
        action: 'agreeToTransfers',
        group: 'transfer',
        sender: { instId: '0001', name: 'University of Ashby', students: 2 },
        page: `/submissions/c23056/${own}/reports/additional-reports/PGRIN`,
      },
      { action: 'submit' },
    ])
    expect(briefly(await listed('ashby-signoff'))).toEqual([])
    expect(await standingsOf('ashby-signoff')).toEqual(['Another provider agrees to its transfers'])
    const agreed = await server.call(
      'brackley-signoff',
      'PUT',
      `/collection-reports/pgr-transfers-in/${own}?instId=0001`,
    )
    expect(agreed.status).toBe(200)
    expect(briefly(await listed('brackley-signoff'))).toEqual([['submit', '0002', '23056']])
  })
})

it('few statements are asked, however many providers, submissions and issues there are', async () => {
  const { db } = await connect(server.databaseUrl, 1)
  let asked = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const statementsFor = async (user: string): Promise<number> => {
    asked = 0
    const actor = server.actor(user)
    await withScope(db, scopeOf(actor), tx => tasksOf(tx.withPlugin(counting), actor, server.clock.now()))
    return asked
  }
  for (const instId of ['0001', '0002', '0003', '0004']) await placeAt(instId, 'ANALYST_APPROVAL')
  await server.setCollection('Open', 'c22056')
  for (const instId of ['0001', '0002']) await placeAt(instId, 'AGENCY_APPROVAL', 'c22056')
  expect(await statementsFor('bedel-analyst')).toBeLessThanOrEqual(3)
  expect(await statementsFor('ashby-signoff')).toBeLessThanOrEqual(4)
  await db.destroy()
})
