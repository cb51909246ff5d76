import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { QueueItem } from '../../src/domain/wire/queue.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* What awaits a person over all collections (decisions §6 "Dashboard"): for whom, in which order, and only what they may see. */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

const queueOf = async (user: string) => {
  const { status, body } = await server.call<{ items: QueueItem[]; counts: Record<string, number> }>(
    user,
    'GET',
    '/my-queue',
  )
  return {
    status,
    items: body.items?.map(({ kind, instId, collection }) => [kind, instId, collection.reference]),
    counts: body.counts,
  }
}

it('names over all collections what the caller can do next, the longest waiting first', async () => {
  await server.place({ id: randomUUID(), instId: '0002' }, 'ANALYST_APPROVAL')
  server.clock.forward(60_000)
  await server.place({ id: randomUUID(), instId: '0001' }, 'SC_APPROVAL')
  server.clock.forward(60_000)
  await server.place({ id: randomUUID(), instId: '0003' }, 'PROVIDER_SIGNOFF')
  server.clock.forward(60_000)
  await server.place({ id: randomUUID(), instId: '0004' }, 'CREDIBILITY_ERROR')
  server.clock.forward(60_000)
  await server.setCollection('Historic amendment', 'c22056')
  await server.place({ id: randomUUID(), instId: '0001', collectionId: 'c22056' }, 'AGENCY_APPROVAL')

  const analyst = await queueOf('bedel-analyst')
  expect(analyst.items?.toSorted()).toEqual(
    [
      ['approval', '0002', '23056'],
      ['signed-form', '0003', '23056'],
      ['error', '0004', '23056'],
      ['approval', '0001', '22056'],
    ].toSorted(),
  )
  expect(analyst.items?.filter(([, , reference]) => reference === '23056')).toEqual([
    ['approval', '0002', '23056'],
    ['signed-form', '0003', '23056'],
    ['error', '0004', '23056'],
  ])
  expect(analyst.counts).toEqual({ approval: 2, issue: 0, 'signed-form': 1, error: 1 })
  // Who has no right to re-process has no failed processing to see to (decisions §5).
  expect((await queueOf('bedel-staff')).counts).toMatchObject({ approval: 2, error: 0 })
  // A history that could not be made is a fault of the system too; a sign-off whose history is there awaits nobody.
  await server.place({ id: randomUUID(), instId: '0002', collectionId: 'c22056' }, 'HISTORY_DATA_ERROR')
  await server.place({ id: randomUUID(), instId: '0003', collectionId: 'c22056' }, 'HISTORY_DATA_PASSED')
  const errors = async (user: string) => (await queueOf(user)).items?.filter(([kind]) => kind === 'error')
  expect((await errors('bedel-analyst'))?.toSorted()).toEqual([
    ['error', '0002', '22056'],
    ['error', '0004', '23056'],
  ])
  expect(await errors('bedel-staff')).toEqual([])
  expect((await queueOf('ohe-analyst')).items).toEqual([['approval', '0001', '23056']])
  expect((await queueOf('fcw-analyst')).items).toEqual([])
  for (const user of ['ashby-signoff', 'ohe-delivery']) expect((await queueOf(user)).status).toBe(403)
})
