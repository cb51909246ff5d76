import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* What awaits the very person who asks, so that the next is one key away (specification 2 §2.4). */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

const awaiting = async (user: string) => {
  const { status, body } = await server.call<{
    submissions: { instId: string; submissionId: string; status: { code: string } }[]
  }>(user, 'GET', '/collections/23056/awaiting-me')
  return [status, body.submissions?.map(({ instId, status }) => [instId, status.code])]
}

it('names what the caller can approve or sign off now, the longest waiting first', async () => {
  await server.place({ id: randomUUID(), instId: '0002' }, 'ANALYST_APPROVAL')
  server.clock.forward(60_000)
  await server.place({ id: randomUUID(), instId: '0001' }, 'SC_APPROVAL')
  await server.place({ id: randomUUID(), instId: '0003' }, 'PROVIDER_SIGNOFF')
  await server.place({ id: randomUUID(), instId: '0004' }, 'APPROVED')
  expect(await awaiting('bedel-analyst')).toEqual([
    200,
    [
      ['0002', 'BEDEL_ANALYST_APPROVAL'],
      ['0003', 'PROVIDER_SIGNOFF'],
    ],
  ])
  expect(await awaiting('ohe-analyst')).toEqual([200, [['0001', 'SC_APPROVAL']]])
  expect(await awaiting('fcw-analyst')).toEqual([200, []])
  expect((await awaiting('ashby-signoff'))[0]).toBe(403)
})
