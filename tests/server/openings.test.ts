import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
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

/** The one connection of the pool, which pg keeps to itself. */
const onlyStream = async () => {
  const client = await pool.connect()
  client.release()
  return (client as PoolClient & { connection: { stream: NodeJS.ReadWriteStream } }).connection.stream
}

it('of a transaction travels with its first statement: nobody waits for its answer', async () => {
  const stream = await onlyStream()
  const write = vi.spyOn(stream, 'write')
  const sent = () => write.mock.calls.map(([bytes]) => String(bytes)).join('')
  // From here on no answer of the database is read.
  stream.pause()
  const asked = submissionsOf('0001')
  await expect
    .poll(sent)
    .toMatch(/begin.*set_config.*from "submission"/s)
    .finally(() => stream.resume())
  expect(await asked).toEqual([])
  write.mockRestore()
})

it('that fails says why, lets nothing of its transaction happen, and the next one is well', async () => {
  await server.asOwner('create table mark (id int); grant select, insert on mark to public')
  // PostgreSQL takes no text with this character.
  await expect(submissionsOf('\0')).rejects.toThrow('invalid byte sequence')
  const marked = withScope(db, { scope: 'own', organisation: '\0' }, async tx => {
    await sql`select 1`.execute(tx).catch(() => undefined)
    await sql`insert into mark (id) values (1)`.execute(tx).catch(() => undefined)
  })
  await expect(marked).rejects.toThrow('invalid byte sequence')
  expect(await submissionsOf('0001')).toEqual([])
  expect(await server.look('select count(*)::int as marks from mark')).toEqual({ marks: 0 })
})
