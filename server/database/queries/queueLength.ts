import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** How many stages of submissions wait for a worker. */
export const stagesThatWait = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from pgboss.job where name = 'stage' and state < 'active'`.execute(db)
  return rows[0]?.count ?? 0
}
