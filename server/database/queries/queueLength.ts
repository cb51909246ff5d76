import { type Kysely, sql } from 'kysely'
import { type Outage, outages } from '../../../src/domain/wire/progress.ts'
import type { Database } from '../schema.ts'

/**
 * How many stages of submissions wait for a worker that could do them. One that was put back waits for what is away, and where
 * nothing is in hand besides, so do all the others: no further worker would help any of them.
 */
export const stagesThatWait = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select case when bool_or(awaits) and not bool_or(state = 'active') then 0
      else count(*) filter (where state < 'active' and not awaits) end::int as count
    from (
      select state, state < 'active' and output ->> 'awaits' is not null as awaits
      from pgboss.job where name = 'stage' and state <= 'active'
    ) open`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many stages were put back because something is away, by what it is. */
export const stagesThatAwait = async (db: Kysely<Database>): Promise<Record<Outage, number>> => {
  const { rows } = await sql<{ awaits: Outage; count: number }>`
    select output ->> 'awaits' as awaits, count(*)::int as count from pgboss.job
    where name = 'stage' and state < 'active' and output ->> 'awaits' is not null group by 1`.execute(db)
  const counts = new Map(rows.map(({ awaits, count }) => [awaits, count]))
  return Object.fromEntries(outages.map(part => [part, counts.get(part) ?? 0])) as Record<Outage, number>
}
