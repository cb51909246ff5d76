import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/** The database answers, and takes no changes: it was set so, as a full disk makes managed ones do. */
export class ReadOnlyDatabase extends Error {
  override readonly name = 'ReadOnlyDatabase'
}

/** Asks whether the database can be used; rejects where it cannot. */
export const lookAtDatabase = async (db: Kysely<Database>): Promise<void> => {
  const { rows } = await sql<{ readOnly: string }>`
    select current_setting('transaction_read_only') as "readOnly"`.execute(db)
  if (rows[0]?.readOnly === 'on') throw new ReadOnlyDatabase('The database is read-only.')
}
