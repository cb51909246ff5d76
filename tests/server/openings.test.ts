import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Connected, connect, withScope } from '../../server/database/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
let db: Connected['db']
let pool: Pool
beforeAll(async () => {
  server = await startProcessingServer()
  ;({ db, pool } = await connect(server.databaseUrl, 1))
})
afterAll(async () => {
  await db.destroy()
  await server.stop()
})

const submissionsOf = (organisation: string) =>
  withScope(db, { scope: 'own', organisation }, tx => tx.selectFrom('submission').select('id').execute())

/** The one client of the pool, with the socket that pg keeps to itself. */
const onlyClient = async () => {
  const client = await pool.connect()
  client.release()
  return client as PoolClient & { connection: { stream: { pause(): void; resume(): void } } }
}

it('of a transaction travels with its first statement: nobody waits for its answer', async () => {
  const client = await onlyClient()
  const sent: string[] = []
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  Object.assign(client, {
    query: (...given: unknown[]) => {
      sent.push(String(given[0]))
      return query(...given)
    },
  })
  // From here on no answer of the database is read.
  client.connection.stream.pause()
  const asked = submissionsOf('0001')
  await expect
    .poll(() => sent)
    .toEqual(['begin', expect.stringContaining('set_config'), expect.stringContaining('from "submission"')])
    .finally(() => client.connection.stream.resume())
  expect(await asked).toEqual([])
})

it('that fails lets nothing of its transaction happen, and the next one is well', async () => {
  // PostgreSQL takes no text with this character.
  await expect(submissionsOf('\0')).rejects.toThrow('transaction is aborted')
  expect(await submissionsOf('0001')).toEqual([])
})
