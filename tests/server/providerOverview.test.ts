import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../server/identity/demonstration.ts'
import type { ProviderOverviewWire } from '../../src/domain/wire/providerOverview.ts'
import { placeIssue, placeReports, placeWithRule, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* One provider over all collections: for whom, and of it only what the reader sees. */

let server: ProcessingServer
let latest: string
const [older, signedOff, checked] = [randomUUID(), randomUUID(), randomUUID()]

beforeAll(async () => {
  server = await startProcessingServer()
  await server.place({ id: signedOff, instId: '0001', collectionId: 'c22056' }, 'SIGNED_OFF')
  server.clock.forward(60_000)
  await server.place({ id: older, instId: '0001' }, 'CREDIBILITY_ERROR')
  await server.asOwner(`update submission set is_latest = false where id = '${older}'`)
  server.clock.forward(60_000)
  latest = await placeWithRule(server, 'SC_APPROVAL')
  await server.asOwner(
    `update submission set uploaded_by = 'Thomas Whitby', uploader_organisation_id = '0001' where id = '${latest}'`,
  )
  await placeReports(server, latest, { SEN1: 1 })
  await placeIssue(server, latest, 'OPEN')
  await server.place({ id: checked, instId: '0001', mode: 'ovt' }, 'QUALITY_PROCESSING_COMPLETE')
  const contacts = [{ name: 'Ada Wells', role: 'Data manager', email: 'ada@ashby.example', phone: '' }]
  const changed = await server.call('bedel-admin', 'PATCH', '/providers/0001', { body: { contacts } })
  expect(changed.status).toBe(200)
  for (const [subject, code] of [
    ['rule', ruleCode],
    ['report', 'SEN1'],
  ] as const) {
    const body = { subject, code, text: `Of the ${subject}.` }
    const written = await server.call('ashby-signoff', 'PUT', `/submissions/${latest}/notes`, { body })
    expect(written.status).toBe(200)
  }
}, 120_000)
afterAll(() => server.stop())

const overviewFor = (user: string, instId = '0001') =>
  server.call<ProviderOverviewWire>(user, 'GET', `/providers/${instId}/overview`)

describe('who may', () => {
  it('is the agency, everybody of a primary regulator, and analysts of others, whose provider it is', async () => {
    const expected = {
      agency: { '0001': 200, '0003': 200, '9999': 404 },
      'ohe-analyst': { '0001': 200, '0003': 404, '9999': 404 },
      'ohe-delivery': { '0001': 200, '0003': 404, '9999': 404 },
      'fcw-analyst': { '0001': 404, '0003': 200, '9999': 404 },
      'ttb-analyst': { '0001': 200, '0003': 404, '9999': 404 },
      others: { '0001': 403, '0003': 403, '9999': 403 },
    }
    for (const { id } of users) {
      const kind = id.startsWith('bedel-') ? 'agency' : id in expected ? (id as 'ohe-analyst') : 'others'
      for (const [instId, status] of Object.entries(expected[kind]))
        expect([id, instId, (await overviewFor(id, instId)).status]).toEqual([id, instId, status])
    }
  })

  it('gives no issue and no note to who reads no submission', async () => {
    const { body } = await overviewFor('ohe-delivery')
    expect([body.issues, body.issueCount, body.notes, body.contacts]).toEqual([[], 0, [], null])
    expect(body.uploads.length).toBeGreaterThan(0)
  })

  it('is told of what it does not see in the words of what there is not', async () => {
    const [foreign, none] = [
      await overviewFor('ohe-analyst', '0003'),
      await overviewFor('ohe-analyst', '9999'),
    ]
    expect((foreign.body as { detail?: string }).detail).toBe((none.body as { detail?: string }).detail)
  })
})

describe('an upload in its place', () => {
  it('is told of to administrators alone: whether one can begin it', async () => {
    const factsFor = async (user: string) =>
      (await overviewFor(user)).body.collections.map(({ collection, newSubmission }) => [
        collection.reference,
        newSubmission && [newSubmission.instId, newSubmission.collectionState, newSubmission.latestStatusId],
      ])
    const facts = Object.fromEntries(await factsFor('bedel-admin'))
    expect(facts['23056']).toEqual(['0001', 'Open', 27])
    expect(facts['22056']).toEqual(['0001', 'Historic amendment', 30])
    for (const user of ['bedel-analyst', 'bedel-staff', 'ohe-analyst'])
      expect(new Set((await factsFor(user)).map(([, own]) => own))).toEqual(new Set([null]))
  })

  it('is stored as of the provider, with who sent it in the list, the log and the audit', async () => {
    const id = randomUUID()
    const sent = await server.upload('bedel-admin', { submissionId: id, instId: '0003', content: '<a/>' })
    expect(sent).toBeLessThan(300)
    const { uploads } = (await overviewFor('bedel-staff', '0003')).body
    expect(uploads.map(({ uuid, by }) => [uuid, by])).toEqual([[id, expect.stringMatching(/^Ruth Calloway/)]])
    const ofProvider = await server.call<{ submissions: { Uuid: string }[] }>(
      'cardigan-signoff',
      'GET',
      '/submissions?collectionId=c23056&instId=0003',
    )
    expect(ofProvider.body.submissions.map(({ Uuid }) => Uuid)).toContain(id)
    expect(
      await server.look(
        `select actor_id, actor_organisation, outcome from audit_line
         where subject = '${id}' and action = 'UPLOAD_REQUESTED'`,
      ),
    ).toEqual({ actor_id: 'bedel-admin', actor_organisation: 'bedel', outcome: 'done' })
    const others = await Promise.all(
      ['bedel-analyst', 'bedel-staff', 'ohe-analyst'].map(user =>
        server.upload(user, { submissionId: randomUUID(), instId: '0003', content: '<a/>' }),
      ),
    )
    expect(others).toEqual([403, 403, 403])
  })
})

describe('the agency', () => {
  it('reads who the provider is, and whom to write to', async () => {
    const { provider, contacts } = (await overviewFor('bedel-staff')).body
    expect(provider).toEqual({
      instId: '0001',
      ukprn: '10000001',
      name: 'University of Ashby',
      publishedName: 'University of Ashby',
      countryCode: 'E',
      region: 'East Midlands',
      regulator: { code: '5016', name: 'Office for Higher Education' },
    })
    expect(contacts).toEqual([
      { name: 'Ada Wells', role: 'Data manager', email: 'ada@ashby.example', phone: '' },
    ])
  })

  it('reads where it stands in every collection', async () => {
    const { collections } = (await overviewFor('bedel-analyst')).body
    const listed = await server.call<{ collections: { reference: string }[] }>(
      'bedel-analyst',
      'GET',
      '/collections',
    )
    expect(collections.map(one => one.collection.reference)).toEqual(
      listed.body.collections.map(one => one.reference),
    )
    const standing = Object.fromEntries(
      collections.map(one => [
        one.collection.reference,
        [one.latest?.uuid, one.latest?.status.code, one.latest?.outside],
      ]),
    )
    expect(standing['23056']).toEqual([latest, 'SC_APPROVAL', 1])
    expect(standing['22056']?.slice(0, 2)).toEqual([signedOff, 'SIGNED_OFF'])
  })

  it('reads every live upload, the newest first, with who sent it', async () => {
    const { uploads, uploadCount } = (await overviewFor('bedel-analyst')).body
    expect(uploads.map(({ uuid, isLatest }) => [uuid, isLatest])).toEqual([
      [latest, true],
      [older, false],
      [signedOff, true],
    ])
    expect(uploadCount).toBe(3)
    expect(uploads[0]?.by).toBe('Thomas Whitby (University of Ashby)')
    expect(uploads.map(({ outside }) => outside).slice(0, 2)).toEqual([1, null])
  })

  it('reads open issues, and the notes to the approvers', async () => {
    const { issues, issueCount, notes } = (await overviewFor('bedel-analyst')).body
    expect(issues.map(({ code, status }) => [code, status.code])).toEqual([[ruleCode, 'OPEN']])
    expect(issueCount).toBe(1)
    expect(
      notes.map(({ code, text, submissionId, collection }) => [code, text, submissionId, collection.id]),
    ).toEqual([
      [ruleCode, 'Of the rule.', latest, 'c23056'],
      ['SEN1', 'Of the report.', latest, 'c23056'],
    ])
  })
})

describe('a regulator', () => {
  it('reads the same of its provider, without contacts and with organisations in place of people', async () => {
    const { contacts, uploads, issueCount, notes } = (await overviewFor('ohe-analyst')).body
    expect(contacts).toBeNull()
    expect(uploads[0]?.by).toBe('University of Ashby')
    expect(issueCount).toBe(1)
    expect(notes.map(({ by }) => by)).toEqual(['University of Ashby', 'University of Ashby'])
  })

  it('that is a specialist reads what names it', async () => {
    const { uploads, issueCount, notes } = (await overviewFor('ttb-analyst')).body
    expect(uploads[0]?.outside).toBe(1)
    expect(issueCount).toBe(0)
    expect(notes.map(({ code, regulatorCode }) => [code, regulatorCode])).toEqual([[ruleCode, '5101']])
    await server.asOwner(`update quality_rule_result
      set result = jsonb_set(result, '{rows,1,status}', '0') where submission_id = '${latest}'`)
    expect((await overviewFor('ttb-analyst')).body.uploads[0]?.outside).toBe(0)
    expect((await overviewFor('ohe-analyst')).body.uploads[0]?.outside).toBe(1)
  })
})
