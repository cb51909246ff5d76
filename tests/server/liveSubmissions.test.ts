import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { statusOf } from '../../src/domain/status.ts'
import type { listLiveSubmissions } from '../../src/domain/wire/inspection.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

type Answer = z.output<typeof listLiveSubmissions.response>

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

const path = '/inspection/live-submissions'

it('groups what can still take events by status and facts, without finished, replaced and archived ones', async () => {
  await server.forget()
  const [approved, alike, finished] = [randomUUID(), randomUUID(), randomUUID()]
  const [replaced, archived, ovt] = [randomUUID(), randomUUID(), randomUUID()]
  await server.place({ id: approved, instId: '0001' }, 'APPROVED')
  await server.place({ id: alike, instId: '0002' }, 'APPROVED')
  await server.place({ id: finished, instId: '0003' }, 'HISTORY_DATA_PASSED')
  await server.place({ id: replaced, instId: '0004' }, 'APPROVED')
  await server.place({ id: archived, instId: '0004', collectionId: 'c22056' }, 'APPROVED')
  await server.place({ id: ovt, instId: '0003', mode: 'ovt' }, 'QUALITY_PROCESSING_COMPLETE')
  await server.inSystem(async tx => {
    await sql`update submission set is_latest = false where id = ${replaced}::uuid`.execute(tx)
    await sql`update collection set state_id = 6 where id = 'c22056'`.execute(tx)
    await sql`update provider set risk_code = '02', country_code = 'E' where inst_id in ('0001', '0002')`.execute(
      tx,
    )
  })
  const { body } = await server.call<Answer>('bedel-staff', 'GET', path)
  expect(body.total).toBe(2)
  expect(
    body.groups.map(({ statusId, submissions }) => [
      statusId,
      submissions.map(({ submissionId }) => submissionId),
    ]),
  ).toEqual([[statusOf('APPROVED').id, [approved, alike]]])
  // Nobody is named: neither people nor providers are facts that a group shares.
  expect(Object.keys(body.groups[0]?.facts ?? {})).not.toContain('instId')
})

it('is for the agency alone', async () => {
  for (const person of ['ashby-signoff', 'ohe-analyst'])
    expect((await server.call(person, 'GET', path)).status).toBe(403)
})
