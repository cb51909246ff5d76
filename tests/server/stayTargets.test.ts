import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import type { CollectionWire } from '../../src/domain/wire/collections.ts'
import type { Heat, listInspectedSubmissions } from '../../src/domain/wire/inspection.ts'
import type { CollectionEventWire } from '../../src/domain/wire/management.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* Targets of a collection by status, what is over them, and the comparison with the year before. */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())
beforeEach(() => server.forget())

const days = (count: number) => count * 24 * 60 * 60_000
const set = (stayTargets: string | null, person = 'bedel-admin') =>
  server.call<CollectionWire>(person, 'PATCH', '/collections/23056', { body: { stayTargets } })
const heat = async (): Promise<Heat> =>
  (await server.call<Heat>('bedel-analyst', 'GET', '/inspection/23056/heat')).body
const figuresOf = async (status: StatusName) =>
  (await heat()).states.find(({ statusId }) => statusId === statusOf(status).id)
const approve = (id: string, person: string, status: StatusName) =>
  server.call(person, 'POST', `/submissions/update-state/${id}`, {
    body: { action: 'approve', statusId: statusOf(status).id },
  })

describe('targets', () => {
  it('are kept with the collection, in its history and in the audit', async () => {
    expect((await set('SC_APPROVAL=5')).body.stayTargets).toBe('SC_APPROVAL=5')
    expect((await set('SC_APPROVAL=7 PROVIDER_SIGNOFF=10')).status).toBe(200)
    const { body } = await server.call<{ events: CollectionEventWire[] }>(
      'bedel-admin',
      'GET',
      '/collections/23056/events',
    )
    expect(body.events.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'stayTargets',
      before: 'SC_APPROVAL=5',
      after: 'SC_APPROVAL=7 PROVIDER_SIGNOFF=10',
    })
    expect((await set(null)).body.stayTargets).toBeNull()
  })

  it('are refused where they are no whole working days of a status that waits for a person', async () => {
    for (const wrong of ['SC_APPROVAL=0', 'SC_APPROVAL=1.5', 'SIGNED_OFF=5', 'five'])
      expect((await set(wrong)).status).toBe(422)
  })

  it('are set by an administrator of the agency alone', async () => {
    for (const person of ['bedel-analyst', 'ashby-signoff', 'ohe-analyst'])
      expect((await set('SC_APPROVAL=5', person)).status).toBe(403)
  })
})

it('counts and lists what is over the target of the status that it is at', async () => {
  const [late, inTime] = [randomUUID(), randomUUID()]
  await server.place({ id: late, instId: '0001' }, 'SC_APPROVAL')
  expect(await figuresOf('SC_APPROVAL')).toMatchObject({ target: null, over: null })
  await set('SC_APPROVAL=5')
  // Ten days later at least six working days have passed, whatever day it is.
  server.clock.forward(days(10))
  await server.place({ id: inTime, instId: '0002' }, 'SC_APPROVAL')
  expect(await figuresOf('SC_APPROVAL')).toMatchObject({ current: 2, target: 5, over: 1 })
  const { body } = await server.call<z.output<typeof listInspectedSubmissions.response>>(
    'bedel-analyst',
    'GET',
    `/inspection/23056/submissions?statusId=${statusOf('SC_APPROVAL').id}&over=yes`,
  )
  expect(body.submissions.map(({ submissionId }) => submissionId)).toEqual([late])
  await set(null)
})

it('compares the median stay with that of the collection of the year before', async () => {
  const [former, own] = [randomUUID(), randomUUID()]
  await server.place({ id: former, instId: '0002', collectionId: 'c22056' }, 'ANALYST_APPROVAL')
  await approve(former, 'bedel-analyst', 'AGENCY_APPROVAL')
  server.clock.forward(600_000)
  await approve(former, 'bedel-admin', 'SC_APPROVAL')
  await server.place({ id: own, instId: '0002' }, 'ANALYST_APPROVAL')
  await approve(own, 'bedel-analyst', 'AGENCY_APPROVAL')
  server.clock.forward(60_000)
  expect((await heat()).former).toMatchObject({ reference: '22056' })
  expect(await figuresOf('AGENCY_APPROVAL')).toMatchObject({ median: 60, formerMedian: 600 })
})
