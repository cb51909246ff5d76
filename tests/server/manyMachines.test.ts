import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withScope } from '../../server/database/index.ts'
import { attempts } from '../../server/limits.ts'
import { statusById } from '../../src/domain/status.ts'
import { type Machines, startMachines, storeInWords } from './support/machines.ts'
import { createProviderCalls, type Journey, type ProviderCalls } from './support/providerCalls.ts'

/*
 * Three workers and two servers that have nothing in common but a database, an object store and their keys, while workers and
 * a server are killed: every file is processed, no stage has a fault of the system, and either server shows every record behind a result.
 * `BEDEL_JOURNEYS` says how many files at once; `npm run model:all` asks for fifty.
 */
const journeys = Number(process.env.BEDEL_JOURNEYS ?? 3)
const kills = Math.floor(journeys / 2)
const timeout = 240_000 + journeys * 20_000

describe(`many machines, on ${storeInWords}`, () => {
  let machines: Machines
  let calls: ProviderCalls
  beforeAll(async () => {
    machines = await startMachines({ workers: 3, servers: 2, providers: journeys })
    calls = await createProviderCalls(machines.db)
  }, timeout)
  afterAll(() => machines.stop(), timeout)

  const inSystem = <T>(work: Parameters<typeof withScope<T>>[2]): Promise<T> =>
    withScope(machines.db, { scope: 'all' }, work)

  const origin = (server: number): string => machines.servers[server]?.url ?? ''

  const statuses = async (): Promise<Map<string, string>> => {
    const { rows } = await inSystem(tx =>
      sql<{ id: string; status: number }>`select id, status_id as status from submission`.execute(tx),
    )
    return new Map(rows.map(({ id, status }) => [id, statusById(status)?.name ?? 'UNKNOWN']))
  }

  /** Names of the workers that have a stage in hand which may be tried once more: after its last try the file has failed. */
  const busy = async (): Promise<string[]> => {
    const { rows } = await inSystem(tx =>
      sql<{ worker: string }>`select l.worker from stage_lease l
        join pgboss.job j on j.name = 'stage' and j.state = 'active' and j.singleton_key = l.submission_id::text
          and j.data ->> 'stage' = l.stage and j.retry_count < ${attempts.stageRetries}
        order by l.taken_utc desc`.execute(tx),
    )
    return rows.map(({ worker }) => worker)
  }

  it(`process ${journeys} files at once while workers and a server are killed, without a fault of the system`, {
    tags: ['exhaustive'],
    timeout,
  }, async () => {
    const all: Journey[] = Array.from({ length: journeys }, (_, index) => ({
      submissionId: randomUUID(),
      instId: String(1001 + index),
    }))
    await Promise.all(all.map((journey, index) => calls.begin(origin(index % 2), journey, 20 + index)))
    const killed: number[] = []
    // With what it has taken in and not told of: the other one, and itself when it is there again, go on with it.
    const restarted = machines.restartServer(1)
    await vi.waitFor(
      async () => {
        const [holder] = await busy()
        const machine = machines.workers.find(({ pid }) => holder?.includes(`:${pid()}:`))
        if (machine && killed.length < kills) {
          killed.push(machine.pid())
          await machine.kill()
        }
        const known = await statuses()
        const ends = all.map(({ submissionId }) => known.get(submissionId))
        expect(ends.filter(status => status !== 'QUALITY_PROCESSING_COMPLETE')).toEqual([])
      },
      { timeout, interval: 500 },
    )
    expect(killed).toHaveLength(kills)
    await restarted

    const { rows: faults } = await inSystem(tx =>
      sql`select submission_id, stage, fencing_token, fault from stage_attempt where fault is not null`.execute(
        tx,
      ),
    )
    expect(faults).toEqual([])
    const { rows: spread } = await inSystem(tx =>
      sql<{ machines: number }>`select count(distinct worker)::int as machines from stage_attempt
        group by submission_id order by 1 desc`.execute(tx),
    )
    // What one machine has begun, others have gone on with.
    expect(spread[0]?.machines).toBeGreaterThan(1)

    for (const journey of all) {
      const [one, other] = await Promise.all([0, 1].map(server => calls.answers(origin(server), journey)))
      expect(other).toEqual(one)
    }
  })
})
