import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PgBoss } from 'pg-boss'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBoss } from '../../server/jobs/index.ts'
import { openDatabase } from './support/cluster.ts'

/*
 * The queue keeps itself in order: it counts, expires and removes jobs by texts that hold several statements, over connections that
 * prepare what is asked again and again. PostgreSQL prepares one statement at a time.
 */

/** More often than a text is asked before it may be prepared (`createStatementNames`), and then three times with what was prepared. */
const runs = 9

let dataDir: string
let database: Awaited<ReturnType<typeof openDatabase>>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bedel-test-'))
  database = await openDatabase(dataDir, pino({ level: 'silent' }))
})
afterAll(async () => {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('is in order after each run of its maintenance, and reports no error', async () => {
  const reported: string[] = []
  const log = pino({ level: 'error' }, { write: line => reported.push(line) })
  const boss = openBoss({ connectionString: database.url, log })
  const queue = boss as unknown as PgBoss
  const ask = async <T>(text: string): Promise<T[]> => (await queue.getDb().executeSql(text)).rows
  await boss.start()
  try {
    for (const name of ['one', 'another']) await boss.createQueue(name)
    for (let run = 1; run <= runs; run += 1) {
      // A job that is kept, one that is over and may go, and one whose process was lost.
      for (const name of ['one', 'one', 'another']) await boss.send(name, { run }, { retryLimit: 0 })
      await ask(`update pgboss.job set state = 'completed', started_on = now() - interval '3 days',
          completed_on = now() - interval '2 days', deletion_seconds = 60
        where id = (select id from pgboss.job where name = 'one' and state = 'created' limit 1)`)
      await ask(`update pgboss.job set state = 'active', started_on = now() - interval '3 days', expire_seconds = 60
        where name = 'another' and state = 'created'`)
      // As after the time that lies between two runs.
      await ask('update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null')
      await queue.supervise()
      const [looked] = await ask<{ monitored: boolean; maintained: boolean }>(
        `select bool_and(monitor_on is not null) as monitored, bool_and(maintain_on is not null) as maintained
         from pgboss.queue where name in ('one', 'another')`,
      )
      expect(looked).toEqual({ monitored: true, maintained: true })
      const jobs = await ask<{ name: string; state: string; count: number }>(
        'select name, state::text, count(*)::int as count from pgboss.job group by 1, 2 order by 1',
      )
      expect(jobs).toEqual([
        { name: 'another', state: 'failed', count: run },
        { name: 'one', state: 'created', count: run },
      ])
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  expect(reported).toEqual([])
})
