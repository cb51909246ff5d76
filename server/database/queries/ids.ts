import { sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'

/**
 * Of requests that choose the same id at once, each waits here until the one before it has ended, and then finds what that one has
 * made. Call it before anything else is locked, so that no two transactions wait for each other.
 */
export const lockId = (tx: Transaction<Database>, id: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`id/${id}`}, 0))`.execute(tx)

/**
 * Whether a job, a delivery or a submission has this id, which whoever asks for one of them chooses: all of them are found by it as
 * jobs, a submission as its pseudonymisation. The transaction's scope has to be 'all', and it holds the id (`lockId`).
 */
export const isIdTaken = async (tx: Transaction<Database>, id: string): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`select exists (select 1 from job where id = ${id}::uuid)
    or exists (select 1 from delivery where id = ${id}::uuid)
    or exists (select 1 from submission where id = ${id}::uuid) as taken`.execute(tx)
  return rows[0]?.taken === true
}
