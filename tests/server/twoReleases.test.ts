import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withScope } from '../../server/database/index.ts'
import { statusById } from '../../src/domain/status.ts'
import {
  type Machines,
  type OtherRelease,
  startMachines,
  storeInWords,
  type WorkerMachine,
} from './support/machines.ts'
import { createProviderCalls, type Journey, type ProviderCalls } from './support/providerCalls.ts'
import type { ServerProcess } from './support/serverProcess.ts'

/*
 * Fault 41, upgrade with jobs in flight and rollback by one version: processes of this release and of the next one, which
 * migrates the database under it, work on one database. The jobs finish, whoever has sent them, and both answer alike.
 */
const timeout = 240_000
const migrations = join(import.meta.dirname, '../../server/database/migrations')
const lastOfFoundation = '0008_row_level_security'
const nextMigration = '9000_next'

describe(`two releases side by side, on ${storeInWords}`, () => {
  let folder: string
  let machines: Machines
  let calls: ProviderCalls
  let next: OtherRelease
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bedel-next-'))
    await cp(migrations, folder, { recursive: true })
    await writeFile(
      join(folder, `${nextMigration}.sql`),
      `-- Runs beside releases from ${lastOfFoundation} on.
      alter table submission add column archived_utc timestamptz;
      create table archive (submission_id uuid primary key, note text not null);`,
    )
    next = {
      loadedBefore: join(import.meta.dirname, 'support/nextRelease.ts'),
      environment: { BEDEL_NEXT_MIGRATIONS: folder },
    }
    machines = await startMachines({ workers: 1, servers: 1, providers: 6 })
    calls = await createProviderCalls(machines.db)
  }, timeout)
  afterAll(async () => {
    await machines.stop()
    await rm(folder, { recursive: true, force: true })
  }, timeout)

  const inSystem = <T>(work: Parameters<typeof withScope<T>>[2]): Promise<T> =>
    withScope(machines.db, { scope: 'all' }, work)

  const journeyOf = (instId: string): Journey => ({ submissionId: randomUUID(), instId })

  const areProcessed = (journeys: readonly Journey[]): Promise<void> =>
    vi.waitFor(
      async () => {
        const { rows } = await inSystem(tx =>
          sql<{ id: string; status: number }>`select id, status_id as status from submission`.execute(tx),
        )
        const statuses = new Map(rows.map(({ id, status }) => [id, statusById(status)?.name]))
        const open = journeys.filter(
          ({ submissionId }) => statuses.get(submissionId) !== 'QUALITY_PROCESSING_COMPLETE',
        )
        expect(open.map(({ submissionId }) => statuses.get(submissionId))).toEqual([])
      },
      { timeout, interval: 500 },
    )

  /** Process ids of the workers that had a stage of these submissions. */
  const workersOf = async (journeys: readonly Journey[]): Promise<Set<number>> => {
    const { rows } = await inSystem(tx =>
      sql<{ pid: number }>`select distinct split_part(worker, ':', 2)::int as pid from stage_attempt
        where submission_id = any(${journeys.map(({ submissionId }) => submissionId)}::uuid[])`.execute(tx),
    )
    return new Set(rows.map(({ pid }) => pid))
  }

  const applied = async (): Promise<string[]> => {
    const { rows } = await sql<{ migration: string }>`select migration from release_beside`.execute(
      machines.db,
    )
    return rows.map(({ migration }) => migration)
  }

  // It waits three times for files to come through.
  it('work on the same submissions, and go back to the earlier one', {
    tags: ['exhaustive'],
    timeout: 3 * timeout,
  }, async () => {
    const [oldServer] = machines.servers as [ServerProcess]
    const [oldWorker] = machines.workers as [WorkerMachine]
    const all = ['1001', '1002', '1003', '1004', '1005', '1006'].map(journeyOf)
    const [first, second, third] = [all.slice(0, 2), all.slice(2, 4), all.slice(4)]
    const send = (to: ServerProcess, journeys: readonly Journey[]) =>
      Promise.all(journeys.map(journey => calls.begin(to.url, journey, 25)))

    // Jobs of the earlier release are in flight when the next one comes, migrates, and sends its own.
    await send(oldServer, first)
    const newServer = await machines.addServer(next)
    expect(await applied()).toContain(nextMigration)
    const newWorker = await machines.addWorker(next)
    await Promise.all([send(newServer, second), send(oldServer, third)])
    await areProcessed(all)
    expect(await workersOf(all)).toEqual(new Set([oldWorker.pid(), newWorker.pid()]))

    const { rows: faults } = await inSystem(tx =>
      sql`select stage, fault from stage_attempt where fault is not null`.execute(tx),
    )
    expect(faults).toEqual([])
    for (const journey of all) {
      const [one, other] = await Promise.all(
        [oldServer, newServer].map(({ url }) => calls.answers(url, journey)),
      )
      expect(other).toEqual(one)
    }

    // Back by one version: the earlier release starts on the database of the next, and leaves it as it is.
    await Promise.all([oldServer.stop(), newServer.stop(), oldWorker.stop(), newWorker.stop()])
    const back = await machines.addServer()
    await machines.addWorker()
    expect(await applied()).toContain(nextMigration)
    const again = all.slice(0, 2).map(({ instId }) => journeyOf(instId))
    await send(back, again)
    await areProcessed(again)
  })
})
