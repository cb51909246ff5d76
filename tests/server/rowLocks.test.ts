import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publish } from '../../server/live/publish.ts'
import { notify } from '../../server/notices/write.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

/** Transactions of this database that wait for another. */
const waiting = async (): Promise<number> =>
  (
    await server.look<{ count: number }>(
      `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
        where not granted and locktype = 'transactionid' and datname = current_database()`,
    )
  ).count

it('let a collection be changed while a decision about one of its submissions is told: neither ends for the other', async () => {
  const at = server.clock.now()
  const { promise: changed, resolve: change } = Promise.withResolvers<void>()
  const publishing = server.inSystem(async tx => {
    const [submissionId, collectionId] = [randomUUID(), 'c23056']
    const occurredAt = at.toISOString()
    await publish(tx, { type: 'NOTE', submissionId, collectionId, instId: '0001', occurredAt }, at)
    change()
    // The collection's change holds its row by now, and waits for the channels of this transaction.
    await expect.poll(waiting).toBe(1)
    await notify(tx, ['0001'], { kind: 'approved', mode: 'live', collectionId, detail: {} }, at)
  })
  await changed
  const answer = await server.call('bedel-admin', 'PATCH', '/collections/23056', {
    body: { supportContact: 'season@bedel.example' },
  })
  await publishing
  expect(answer.status).toBe(200)
})
