import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uploadBody } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

/** Those of files: the demonstration was set up at another time than that of the test's clock. */
const messages = (): Promise<number> =>
  server.inSystem(async tx => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from live_message
      where payload->>'type' = 'FILE_EVENT'`.execute(tx)
    return rows[0]?.count ?? 0
  })

it('is scheduled every hour, the seal of the audit and the look for notices every minute, once for all processes', async () => {
  const { rows } = await server.inSystem(tx =>
    sql`select name, cron from pgboss.schedule order by name`.execute(tx),
  )
  expect(rows).toEqual([
    { name: 'audit.seal', cron: '* * * * *' },
    { name: 'notices', cron: '* * * * *' },
    { name: 'sweep', cron: '17 * * * *' },
  ])
})

it('removes live messages after a day, not before', async () => {
  const body = uploadBody(randomUUID())
  expect((await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body })).status).toBe(200)
  const count = await messages()
  expect(count).toBeGreaterThan(0)
  server.clock.forward(24 * 3_600_000)
  await server.processing.sweep()
  expect(await messages()).toBe(count)
  server.clock.forward(1)
  await server.processing.sweep()
  expect(await messages()).toBe(0)
})
