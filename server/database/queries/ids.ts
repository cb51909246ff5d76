import { sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'

/**
 * Whether a job, a delivery or a submission has this id, which whoever asks for one of them chooses: all of them are found by it as
 * jobs, a submission as its pseudonymisation. The transaction's scope has to be 'all'.
 */
export const isIdTaken = async (tx: Transaction<Database>, id: string): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`select exists (select 1 from job where id = ${id}::uuid)
    or exists (select 1 from delivery where id = ${id}::uuid)
    or exists (select 1 from submission where id = ${id}::uuid) as taken`.execute(tx)
  return rows[0]?.taken === true
}
