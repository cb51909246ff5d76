import { sql, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** Key of the advisory lock that a backup holds while it copies files: what its database names has to be there. */
export const removalLockKey = 3_184_550_713

/** A backup is being taken: the file is removed when that has ended. */
class BackupUnderWay extends Error {
  override readonly name = 'BackupUnderWay'
}

/**
 * Takes the shared lock under which files are removed, so that no backup begins before the transaction ends. False where a backup
 * is under way.
 */
export const mayRemove = async (tx: Transaction<Database>): Promise<boolean> => {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock_shared(${removalLockKey}) as free`.execute(tx)
  return rows[0]?.free === true
}

/** The same for a job, which is tried again later: throws where a backup is under way. */
export const allowRemoval = async (tx: Transaction<Database>): Promise<void> => {
  if (!(await mayRemove(tx)))
    throw new BackupUnderWay('A backup is being taken. The file is removed afterwards.')
}
