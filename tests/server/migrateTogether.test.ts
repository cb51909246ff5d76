import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { connect, migrate } from '../../server/database/index.ts'
import { openDatabase } from './support/cluster.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

it('lets processes that start at the same moment bring the database up to date, and at no moment lets the role that serves change the audit', async () => {
  const database = await openDatabase(await temporaryFolder(), pino({ level: 'silent' }))
  onTestFinished(database.stop)
  const { pool } = await connect(database.url, 2)
  let isOver = false
  const allowed: string[] = []
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await pool.query<{ table: string }>(
        `select relname as table from pg_class
          where relname in ('audit_line', 'submission_event', 'activity_log')
            and has_table_privilege(current_user, oid, 'update, delete')`,
      )
      allowed.push(...rows.map(({ table }) => table))
    }
  })()
  for (let round = 0; round < 5; round += 1)
    expect(
      await Promise.all(Array.from({ length: 6 }, () => migrate(database.ownerUrl, 'bedel_app'))),
    ).toEqual(Array.from({ length: 6 }, () => []))
  isOver = true
  await watching
  await pool.end()
  expect(allowed).toEqual([])
})
