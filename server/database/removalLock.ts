import { sql, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** Key of the advisory lock that a backup holds while it copies files: what its database names has to be there. */
export const removalLockKey = 3_184_550_713

/** A backup is being taken: the file is removed when that has ended. */
class BackupUnderWay extends Error {
  override readonly name = 'BackupUnderWay'
}

/**
 * Keeps backups from beginning until the transaction ends; a file is removed in it. Throws where one is under way: the job
 * is tried again later.
 */
export const allowRemoval = async (tx: Transaction<Database>): Promise<void> => {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock_shared(${removalLockKey}) as free`.execute(tx)
  if (!rows[0]?.free) throw new BackupUnderWay('A backup is being taken. The file is removed afterwards.')
}
