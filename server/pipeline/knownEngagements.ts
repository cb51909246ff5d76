import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** Keys that one statement takes. */
const batchSize = 20_000

const batchesOf = function* (keys: Float64Array): Generator<number[]> {
  for (let at = 0; at < keys.length; at += batchSize) yield [...keys.subarray(at, at + batchSize)]
}

/** How many engagements stand in signed-off records of other providers and in none of this one. */
export const countKnownElsewhere = async (tx: Tx, instId: string, keys: Float64Array): Promise<number> => {
  let count = 0
  for (const batch of batchesOf(keys)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from unnest(${batch}::bigint[]) as given (key)
      where exists (select 1 from known_engagement k where k.key = given.key)
        and not exists (select 1 from known_engagement k where k.key = given.key and k.inst_id = ${instId})`.execute(
      tx,
    )
    count += rows[0]?.count ?? 0
  }
  return count
}

/** Keeps the engagements of a signed-off record as known of its provider. */
export const storeKnown = async (tx: Tx, instId: string, keys: Float64Array): Promise<void> => {
  for (const batch of batchesOf(keys))
    await sql`insert into known_engagement (key, inst_id)
      select key, ${instId} from unnest(${batch}::bigint[]) as known (key) on conflict do nothing`.execute(tx)
}
