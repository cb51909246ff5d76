import { sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'

/** How often each of these events was decided in a collection that the scope sees, from the beginning of a day in London on. */
export const eventCountsSince = async (
  tx: Transaction<Database>,
  { collectionId, day, events }: { collectionId: string; day: string; events: readonly string[] },
): Promise<{ event: string; count: number }[]> => {
  const { rows } = await sql<{ event: string; count: number }>`
    select e.event, count(*)::int as count
    from submission_event e join submission s on s.id = e.submission_id
    where s.collection_id = ${collectionId} and s.mode = 'live' and e.event = any(${events})
      and e.occurred_utc >= (${day}::date::timestamp at time zone 'Europe/London')
    group by e.event`.execute(tx)
  return rows
}
