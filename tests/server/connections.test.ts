import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrate } from '../../server/database/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** The lock that a migrator holds: a constant of Kysely, so that every release waits for the same. */
const migrationLock = 3_853_314_791_062_309_107n

/** A busy machine may take longer than the usual second. */
const aWhile = { timeout: 60_000, interval: 20 }

describe('a connection to the database that is cut', () => {
  let server: ProcessingServer
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  beforeAll(async () => {
    process.on('uncaughtException', note)
    server = await startProcessingServer()
  })
  afterAll(async () => {
    await server.stop()
    process.off('uncaughtException', note)
  })

  const gone = (condition: string) =>
    vi.waitFor(async () => {
      const { rows } = await server.inSystem(tx =>
        sql`select 1 from pg_stat_activity where ${sql.raw(condition)}`.execute(tx),
      )
      expect(rows).toEqual([])
    }, aWhile)

  it('undoes the transaction that it was cut in, and nothing else', async () => {
    const cut = server.inSystem(async tx => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const pid = rows[0]?.pid ?? 0
      await server.asOwner(`select pg_terminate_backend(${pid})`)
      await gone(`pid = ${pid}`)
      await sql`select 1`.execute(tx)
    })
    await expect(cut).rejects.toThrow()
    expect((await server.call('bedel-staff', 'GET', '/collections/23056')).status).toBe(200)
    expect(uncaught).toEqual([])
  })

  it('ends a migration with an error, not the process', async () => {
    const unlocked = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = server.inSystem(async tx => {
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx)
      locked.resolve()
      await unlocked.promise
    })
    await locked.promise
    const migrating = expect(migrate(server.databaseUrl, 'bedel_app')).rejects.toThrow()
    const waits = "wait_event_type = 'Lock' and wait_event = 'advisory' and datname = current_database()"
    await vi.waitFor(async () => {
      const { rows } = await server.inSystem(tx =>
        sql<{ cut: boolean }>`select pg_terminate_backend(pid) as cut from pg_stat_activity
          where ${sql.raw(waits)}`.execute(tx),
      )
      expect(rows).toEqual([{ cut: true }])
    }, aWhile)
    await migrating
    await gone(waits)
    unlocked.resolve()
    await holding
    expect(uncaught).toEqual([])
  })

  it('of the job queue is opened again, and the next job is taken', async () => {
    const taken = Promise.withResolvers<string>()
    const slot = await server.processing.queue.consume('stage', async ({ data }) =>
      taken.resolve(data.submissionId),
    )
    await server.asOwner(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bedel-jobs' and datname = current_database()",
    )
    const submissionId = '6f0a3a4e-5d0f-4c5c-9a33-3f0f6f0b7c11'
    const job = { submissionId, instId: '0001', mode: 'live', stage: 'PROVISIONING' } as const
    await server.inSystem(tx => server.processing.queue.enqueueStage(tx, job, 'after the cut'))
    expect(await taken.promise).toBe(submissionId)
    await slot.stop()
    expect(uncaught).toEqual([])
  })
})
