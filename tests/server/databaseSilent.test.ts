import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isDatabaseAway } from '../../server/database/away.ts'
import { type Connected, connect } from '../../server/database/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { startSilentPooler } from './support/silentPooler.ts'

let server: ProcessingServer
let pooler: Awaited<ReturnType<typeof startSilentPooler>>
let db: Connected['db']
beforeAll(async () => {
  server = await startProcessingServer()
  pooler = await startSilentPooler(server.databaseUrl)
  ;({ db } = await connect(pooler.url, 1, { answerMs: 1000 }))
})
afterAll(async () => {
  await db.destroy()
  await pooler.stop()
  await server.stop()
})

/** A transaction, which is several statements of one connection. */
const ask = () =>
  db.transaction().execute(async tx => (await sql<{ one: number }>`select 1 as one`.execute(tx)).rows)

it('a database that says nothing any more counts as away, and its connection is not used again', async () => {
  expect(await ask()).toEqual([{ one: 1 }])
  pooler.fallSilent()
  const fault = await ask().catch((error: unknown) => error)
  expect(isDatabaseAway(fault)).toBe(true)
  expect(await ask()).toEqual([{ one: 1 }])
})
