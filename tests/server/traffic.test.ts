import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import type { StatusCount, Traffic } from '../../src/domain/wire/traffic.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

const approve = (id: string, person: string, status: StatusName) =>
  server.call(person, 'POST', `/submissions/update-state/${id}`, {
    body: { action: 'approve', statusId: statusOf(status).id },
  })

it('counts where live submissions stand, the latest of each provider only', async () => {
  await server.forget()
  const [one, two, ovt, old] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await server.place({ id: one, instId: '0001' }, 'APPROVED')
  await server.place({ id: two, instId: '0002' }, 'APPROVED')
  await server.place({ id: ovt, instId: '0003', mode: 'ovt' }, 'APPROVED')
  await server.place({ id: old, instId: '0004', collectionId: 'c22056' }, 'SIGNED_OFF')
  await server.inSystem(tx =>
    sql`update submission set is_latest = false where id = ${two}::uuid`.execute(tx),
  )
  const { body } = await server.call<{ statuses: StatusCount[] }>(
    'bedel-staff',
    'GET',
    '/inspection/statuses',
  )
  expect(body.statuses).toEqual([
    { statusId: statusOf('APPROVED').id, submissions: 1, collections: ['23056'] },
    { statusId: statusOf('SIGNED_OFF').id, submissions: 1, collections: ['22056'] },
  ])
})

it('counts the moves that submissions made, and each two in a row of the same submission', async () => {
  await server.forget()
  for (const instId of ['0002', '0004']) {
    const id = randomUUID()
    await server.place({ id, instId }, 'ANALYST_APPROVAL')
    await approve(id, 'bedel-analyst', 'AGENCY_APPROVAL')
    if (instId === '0002') await approve(id, 'bedel-admin', 'SC_APPROVAL')
  }
  const move = (from: StatusName, to: StatusName) => ({
    event: 'APPROVE',
    fromStatusId: statusOf(from).id,
    toStatusId: statusOf(to).id,
  })
  const [first, second] = [
    move('ANALYST_APPROVAL', 'AGENCY_APPROVAL'),
    move('AGENCY_APPROVAL', 'SC_APPROVAL'),
  ]
  const { body } = await server.call<Traffic>('bedel-staff', 'GET', '/inspection/traffic')
  expect(body.moves.toSorted((one, other) => other.count - one.count)).toEqual([
    { move: first, count: 2 },
    { move: second, count: 1 },
  ])
  expect(body.pairs).toEqual([{ first, second, count: 1 }])
})

it('is for the agency alone', async () => {
  for (const path of ['/inspection/statuses', '/inspection/traffic'])
    for (const person of ['ashby-signoff', 'ohe-analyst'])
      expect((await server.call(person, 'GET', path)).status).toBe(403)
})
