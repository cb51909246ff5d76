import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { isDatabaseAway } from '../../server/database/away.ts'
import { type Connected, connect } from '../../server/database/index.ts'
import { createListener } from '../../server/live/index.ts'
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

it('a listening connection is given up when it says nothing any more, and opened again when the database is back', async () => {
  const relay = await startSilentPooler(server.databaseUrl, { notifies: true })
  onTestFinished(relay.stop)
  const onReconnect = vi.fn()
  const listener = createListener({
    connectionString: relay.url,
    log: pino({ level: 'silent' }),
    channels: {},
    onReconnect,
    limits: { askEveryMs: 100, connectMs: 500, answerMs: 500 },
  })
  onTestFinished(listener.stop)
  await listener.start()
  const hears = () =>
    listener.hears(server.db).then(
      () => true,
      () => false,
    )
  expect(await hears()).toBe(true)
  relay.setAway(true)
  relay.fallSilent()
  expect(await hears()).toBe(false)
  expect(onReconnect).not.toHaveBeenCalled()
  relay.setAway(false)
  await expect.poll(hears, { timeout: 15_000 }).toBe(true)
  expect(onReconnect).toHaveBeenCalledOnce()
})
