import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CollectionStateName } from '../../src/domain/collection.ts'
import { statusOf } from '../../src/domain/status.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* Who sees which collection (decisions §10), and which of a provider's files are listed there (specification 2 §2.6). */

const collection = { id: 'c23056', reference: '23056' }
let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

const get = (user: string, path: string) => server.call<{ detail?: string }>(user, 'GET', path)

/** What names a collection, its submissions or what its files are checked against. */
const calls = {
  begin: `/submissions/new/${collection.id}/0001`,
  beginOvt: `/submissions/new/${collection.id}/0001?ovt=true`,
  list: `/submissions?collectionId=${collection.id}&instId=0001`,
  listOvt: `/submissions/ovt?collectionId=${collection.id}&instId=0001`,
  statuses: `/submissions/provider-statuses?collectionReference=${collection.reference}&instId=0001`,
  expectations: `/files/expectations?collectionId=${collection.id}&instId=0001`,
  schema: `/collections/${collection.reference}/schema`,
  collection: `/collections/${collection.reference}`,
} as const
type Call = keyof typeof calls
const ofSubmitter: Call[] = ['begin', 'list', 'statuses', 'expectations', 'schema', 'collection']
const ofValidator: Call[] = ['beginOvt', 'listOvt', 'expectations', 'schema', 'collection']
const ofAgency: Call[] = ['begin', 'list', 'statuses', 'schema', 'collection']
const ofRegulator: Call[] = ['list', 'statuses', 'schema', 'collection']

describe('a collection', () => {
  it.each<[CollectionStateName, { [U in string]?: 'seen' | 'not found' }]>([
    ['Draft', { agency: 'seen', submitter: 'not found', validator: 'not found', regulator: 'not found' }],
    ['Deleted', { agency: 'seen', submitter: 'not found', validator: 'not found', regulator: 'not found' }],
    ['Validation', { agency: 'seen', submitter: 'not found', validator: 'seen', regulator: 'not found' }],
    ['Open', { agency: 'seen', submitter: 'seen', validator: 'seen', regulator: 'seen' }],
    ['Closed', { agency: 'seen', submitter: 'seen', validator: 'seen', regulator: 'seen' }],
    ['Archived', { agency: 'seen', submitter: 'not found', validator: 'not found', regulator: 'not found' }],
  ])('%s is there for those who see it, and for nobody else', async (state, expected) => {
    await server.forget()
    await server.setCollection(state, collection.id)
    const people = {
      agency: ['bedel-staff', ofAgency],
      submitter: ['ashby-submitter', ofSubmitter],
      validator: ['ashby-ovt', ofValidator],
      regulator: ['ohe-analyst', ofRegulator],
    } as const
    for (const [who, [user, asked]] of Object.entries(people))
      for (const call of asked)
        expect([who, call, (await get(user, calls[call])).status]).toEqual([
          who,
          call,
          expected[who] === 'seen' ? 200 : 404,
        ])
  })

  it('that is archived is there for a provider that has a submission in it, and can only be read', async () => {
    await server.forget()
    await server.setCollection('Archived', collection.id)
    const id = randomUUID()
    await server.place({ id, instId: '0001' }, 'SIGNED_OFF')
    const listed = async (instId: string, user: string) =>
      (
        await server.call<{ collections: { reference: string }[] }>(
          user,
          'GET',
          `/providers/${instId}/collections?state[]=archived`,
        )
      ).body.collections.map(({ reference }) => reference)
    expect(await listed('0001', 'ashby-submitter')).toEqual([collection.reference])
    expect(await listed('0002', 'brackley-submitter')).toEqual([])
    for (const call of ofSubmitter)
      expect([call, (await get('ashby-submitter', calls[call])).status]).toEqual([call, 200])
    const upload = await server.call('ashby-submitter', 'POST', '/files/uploadRequest', {
      body: {
        submissionUuid: randomUUID(),
        fileName: 'late.xml',
        collectionId: collection.id,
        instId: '0001',
        fileSize: 10,
      },
    })
    expect(upload.status).toBe(409)
  })

  it('that is archived has no submission decided about, as a closed one still has', async () => {
    await server.forget()
    const id = randomUUID()
    await server.place({ id, instId: '0001' }, 'AGENCY_APPROVAL')
    const decline = () =>
      server.call<{ detail: string }>('bedel-analyst', 'POST', `/submissions/update-state/${id}`, {
        body: { action: 'decline', statusId: statusOf('RESUBMISSION_REQUIRED').id, note: 'Too many.' },
      })
    await server.setCollection('Archived', collection.id)
    const refused = await decline()
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The collection is archived, so its submissions are read-only.',
    ])
    await server.setCollection('Closed', collection.id)
    expect((await decline()).status).toBe(200)
  })
})

describe('the file of online validation', () => {
  const rows = async () =>
    (
      await server.call<{ submissions: { Uuid: string; IsLatest: boolean }[] }>(
        'ashby-ovt',
        'GET',
        calls.listOvt,
      )
    ).body.submissions.map(({ Uuid, IsLatest }) => [Uuid, IsLatest])
  const change = async (path: string, submissionUuid: string) =>
    (
      await server.call('ashby-ovt', 'POST', path, {
        body: {
          submissionUuid,
          fileName: 'second.xml',
          collectionId: collection.id,
          instId: '0001',
          fileSize: 10,
        },
      })
    ).status

  it('stays listed as the latest while another one is sent, and once that has failed', async () => {
    await server.forget()
    await server.setCollection('Open', collection.id)
    const [first, second] = [randomUUID(), randomUUID()]
    await server.place({ id: first, instId: '0001', mode: 'ovt' }, 'QUALITY_PROCESSING_COMPLETE')
    expect(await rows()).toEqual([[first, true]])
    server.clock.forward(1_000)
    expect(await change('/files/ovt/uploadRequest', second)).toBe(200)
    expect(await rows()).toEqual([
      [second, false],
      [first, true],
    ])
    expect(await change('/files/ovt/cancel-upload', second)).toBeLessThan(300)
    expect(await rows()).toEqual([[first, true]])
  })
})
