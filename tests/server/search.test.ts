import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Found, FoundKind } from '../../src/domain/wire/search.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { missingBirth } from './support/recordAccess.ts'

/* GET /search: what a few words find, and only what the person who asks may open (specification 1 §6, 2 §6). */

let server: ProcessingServer
const [ashby, cardigan] = [randomUUID(), randomUUID()]
const sids: Record<string, string> = {}

beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
  for (const [submissionId, user, instId] of [
    [ashby, 'ashby-submitter', '0001'],
    [cardigan, 'cardigan-signoff', '0003'],
  ] as const) {
    const content = Buffer.concat([
      ...generateSample({ provider: instId, collection: '23056', students: 156, faults: 'rules' }),
    ])
    sids[instId] = /<SID>(\d+)</.exec(content.toString())?.[1] ?? ''
    await server.upload(user, { submissionId, instId, content, fileName: `${user}-record.xml` })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
  }
}, 120_000)
afterAll(() => server.stop())

const search = async (user: string, text: string, submissionId?: string): Promise<Found[]> => {
  const query = new URLSearchParams({ search: text, ...(submissionId ? { submissionId } : {}) })
  const { status, body } = await server.call<{ found: Found[] }>(user, 'GET', `/search?${query}`)
  expect([user, text, status]).toEqual([user, text, 200])
  return body.found
}
const pages = async (kind: FoundKind, user: string, text: string, submissionId?: string) =>
  (await search(user, text, submissionId)).filter(one => one.kind === kind).map(({ page }) => page)

describe('the search', () => {
  it('finds each kind of thing for staff, with the page that shows it', async () => {
    expect(await search('bedel-analyst', 'cardigan')).toMatchObject([
      { kind: 'provider', label: 'Cardigan Bay University', page: '/monitoring/providers/0003' },
      {
        kind: 'submission',
        label: 'cardigan-signoff-record.xml',
        page: `/monitoring/23056/c23056/0003/${cardigan}`,
      },
    ])
    for (const text of ['23056', '23056 student', 'STUDENT 2305'])
      expect([text, await pages('collection', 'bedel-analyst', text)]).toEqual([text, ['/monitoring/23056']])
    expect(await pages('collection', 'bedel-analyst', '23056 staff')).toEqual([])
    // Without a submission a rule is found in the specification that everybody reads.
    expect(await pages('rule', 'bedel-analyst', missingBirth)).toEqual([
      `/specification/23056#${missingBirth}`,
    ])
    expect(await pages('rule', 'bedel-analyst', missingBirth, cardigan)).toEqual([
      expect.stringMatching(`^/monitoring/23056/c23056/0003/${cardigan}/reports/quality/${missingBirth}/`),
    ])
    expect(await pages('student', 'bedel-analyst', sids['0003'] ?? '')).toEqual([])
    expect(await pages('student', 'bedel-analyst', sids['0003'] ?? '', cardigan)).toEqual([
      expect.stringMatching(`^/monitoring/23056/c23056/0003/${cardigan}/reports/students/\\d+$`),
    ])
    expect(await pages('submission', 'bedel-analyst', ashby.slice(0, 13))).toEqual([
      `/monitoring/23056/c23056/0001/${ashby}`,
    ])
  })

  it('finds for a provider its own submissions, their rules and students, and nothing of another', async () => {
    expect(await pages('collection', 'ashby-submitter', '23056')).toEqual(['/submissions?ms.open=23056'])
    expect(await pages('submission', 'ashby-submitter', 'record')).toEqual([`/submissions/c23056/${ashby}`])
    expect(await pages('rule', 'ashby-submitter', missingBirth)).toEqual([
      expect.stringMatching(`^/submissions/c23056/${ashby}/reports/quality/${missingBirth}/`),
    ])
    expect(await pages('student', 'ashby-submitter', sids['0001'] ?? '')).toEqual([
      expect.stringMatching(`^/submissions/c23056/${ashby}/reports/students/\\d+$`),
    ])
    for (const text of ['cardigan', cardigan.slice(0, 13), sids['0003'] ?? '', 'Cardigan Bay University'])
      for (const submissionId of [undefined, cardigan])
        expect([text, await search('ashby-submitter', text, submissionId)]).toEqual([text, []])
  })

  it('finds for a regulator only what belongs to its countries', async () => {
    // OHE is England’s regulator, and Cardigan Bay is in Wales.
    expect(await pages('provider', 'ohe-analyst', 'ashby')).toEqual(['/monitoring/providers/0001'])
    expect(await search('ohe-analyst', 'cardigan')).toEqual([])
    expect(await pages('student', 'ohe-analyst', sids['0003'] ?? '', cardigan)).toEqual([])
    expect(await pages('provider', 'fcw-analyst', 'cardigan')).toEqual(['/monitoring/providers/0003'])
  })

  it('finds no student for people who may see no single record, and no submission without a right to view', async () => {
    for (const user of ['ashby-guest', 'bedel-staff', 'bedel-anon'])
      expect([user, await pages('student', user, sids['0001'] ?? '', ashby)]).toEqual([user, []])
    for (const user of ['ohe-delivery', 'ashby-ovt'])
      expect([user, await pages('submission', user, 'record')]).toEqual([user, []])
    expect(await search('ohe-delivery', sids['0001'] ?? '', ashby)).toEqual([])
  })

  it('finds nothing for less than two characters, and treats wildcards as text', async () => {
    for (const text of ['', ' ', 'a', '%%', '__'])
      expect([text, await search('bedel-admin', text)]).toEqual([text, []])
  })
})
