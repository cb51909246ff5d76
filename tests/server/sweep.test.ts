import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removalLockKey } from '../../server/database/removalLock.ts'
import { createDiscard } from '../../server/jobs/index.ts'
import { sweepFiles } from '../../server/storage/index.ts'
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

it('removes uploaded files that no submission has, sealed copies too, and no file of one that has it or may get it', async () => {
  const [uploading, ended, stored, copied] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const sealed = 'file.0123456789abcdef.xml'
  const key = (id: string, name = 'file.xml') => `0001/${id}/${name}`
  const body = uploadBody(uploading)
  await server.forget()
  expect((await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body })).status).toBe(200)
  await server.place({ id: ended, instId: '0002' }, 'UPLOAD_ERROR')
  await server.place({ id: stored, instId: '0001', mode: 'ovt' }, 'QUALITY_PROCESSING_COMPLETE')
  await server.place({ id: copied, instId: '0003' }, 'QUALITY_PROCESSING_COMPLETE')
  await server.inSystem(async tx => {
    await sql`update submission set has_stored_file = false where id = ${ended}::uuid`.execute(tx)
    // A submission that was processed again has the file of the one before it.
    await sql`update submission set object_key = ${key(ended, sealed)} where id = ${copied}::uuid`.execute(tx)
  })
  const kept = [
    key(uploading),
    key(uploading, sealed),
    key(ended, sealed),
    key(ended, 'error-log.PROVISIONING.1.dead.txt'),
    key(stored),
  ]
  const unwanted = [key(ended), key(ended, 'file.fedcba9876543210.xml'), key(stored, sealed)]
  for (const one of [...kept, ...unwanted]) await server.storage.put(one, Readable.from(['content']))
  await server.processing.sweep()
  expect(await server.storage.list('0001/')).toEqual(kept.toSorted())
})

it('removes no file of a submission while a backup is taken, whose database may name it, and removes it afterwards', async () => {
  const [discarded, ended] = [randomUUID(), randomUUID()]
  const keys = [`0004/${discarded}/file.xml`, `0004/${ended}/file.xml`].toSorted()
  await server.place({ id: discarded, instId: '0004' }, 'RIGHT_TO_PROCESS_FAILED')
  await server.place({ id: ended, instId: '0004', mode: 'ovt' }, 'UPLOAD_ERROR')
  await server.inSystem(tx =>
    sql`update submission set has_stored_file = false where id = ${ended}::uuid`.execute(tx),
  )
  for (const key of keys) await server.storage.put(key, Readable.from(['content']))
  const remove = createDiscard({ db: server.db, store: server.storage })
  // As a backup holds it, from before the moment of its database until its files are copied.
  await server.db.connection().execute(async backup => {
    await sql`select pg_advisory_lock(${removalLockKey})`.execute(backup)
    await server.inSystem(tx =>
      server.processing.queue.armDeadline(tx, 'DISCARD_CONTENT', discarded, server.clock.now()),
    )
    // The fact that there is a file is gone then: the sweep takes it for one that nobody has.
    await expect
      .poll(() => server.lifecycle.factsOf(discarded), { timeout: 60_000 })
      .toMatchObject({ submission: { hasStoredFile: false } })
    await expect(remove({ submissionId: ended })).rejects.toThrow('A backup is being taken')
    await server.processing.sweep()
    expect(await server.storage.list('0004/')).toEqual(keys)
    await sql`select pg_advisory_unlock(${removalLockKey})`.execute(backup)
  })
  await server.processing.sweep()
  expect(await server.storage.list('0004/')).toEqual([])
})

it('leaves files of submissions that the database does not know, as after a restore to an earlier moment, and says so', async () => {
  const lost = randomUUID()
  const left = [`0009/${lost}/file.0123456789abcdef.xml`, `0009/${lost}/file.xml`]
  for (const key of left) await server.storage.put(key, Readable.from(['content']))
  await server.processing.sweep()
  expect(await server.storage.list('0009/')).toEqual(left)
  const said: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: line => said.push(line) })
  await sweepFiles({ db: server.db, store: server.storage, log })
  expect(said.map(line => JSON.parse(line))).toEqual([
    { level: 50, count: 2, keys: left, msg: expect.stringContaining('they are left') },
  ])
})
