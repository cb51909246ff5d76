import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
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

/** Passes everything on in both directions but the end of a connection, which it leaves open on the other side. */
const startRelay = async (databaseUrl: string) => {
  const target = new URL(databaseUrl)
  const sockets: Socket[] = []
  const goodbye = 'X'.charCodeAt(0)
  const relay = createServer({ allowHalfOpen: true }, client => {
    const upstream = connectTo(Number(target.port), target.hostname)
    sockets.push(client, upstream)
    client.on('error', () => undefined).on('data', piece => piece[0] === goodbye || upstream.write(piece))
    upstream.on('error', () => undefined).on('data', piece => client.write(piece))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  relay.listen(0, '127.0.0.1', resolve)
  await promise
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`
  return {
    url,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(ended => relay.close(ended))
    },
  }
}

it('a connection that listens no more is replaced, and ended, also where its other side stays open', async () => {
  const relay = await startRelay(server.databaseUrl)
  onTestFinished(relay.stop)
  // Found before the function of this name that the database has.
  await server.asOwner(`
    create schema deaf;
    grant usage on schema deaf to public;
    create function deaf.pg_listening_channels() returns setof text language sql
      as $$ select null::text where false $$`)
  relay.url.searchParams.set('options', '-c search_path=deaf,pg_catalog')
  const onReconnect = vi.fn()
  const listener = createListener({
    connectionString: relay.url.href,
    log: pino({ level: 'silent' }),
    channels: {},
    onReconnect,
    limits: { askEveryMs: 100, connectMs: 500, answerMs: 500 },
  })
  await listener.start()
  await expect.poll(() => onReconnect.mock.calls.length, { timeout: 15_000 }).toBeGreaterThan(1)
  await listener.stop()
})
