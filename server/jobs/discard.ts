import { type Kysely, sql, type Transaction } from 'kysely'
import { collectionStateOf } from '../../src/domain/collection.ts'
import { uploadingId } from '../../src/domain/status.ts'
import { allowRemoval } from '../database/removalLock.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { findSubmission } from '../lifecycle/index.ts'
import type { ObjectStore } from '../storage/index.ts'
import type { DiscardJob } from './jobs.ts'
import type { JobQueue } from './queue.ts'

/** Removes what was uploaded for a submission whose upload has ended without a file; done twice it changes nothing. */
export const createDiscard =
  ({ db, store }: { db: Kysely<Database>; store: ObjectStore }) =>
  async ({ submissionId }: DiscardJob): Promise<void> => {
    const submission = await withScope(db, { scope: 'all' }, tx => findSubmission(tx, submissionId))
    const key = submission?.objectKey
    if (!key) return
    await withScope(db, { scope: 'all' }, async tx => {
      await allowRemoval(tx)
      await store.remove(key)
    })
  }

/**
 * Has the files of online validation discarded whose collection is deleted, and uploads of such ended (decisions §10), by the
 * deadlines. The scope has to be 'all'.
 */
export const discardOfDeleted = async (
  tx: Transaction<Database>,
  queue: Pick<JobQueue, 'armDeadline'>,
  at: Date,
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select s.id from submission s join collection c on c.id = s.collection_id
    where c.state_id = ${collectionStateOf('Deleted').id} and s.mode = 'ovt'
      and (s.has_stored_file or s.status_id = ${uploadingId})`.execute(tx)
  for (const { id } of rows) await queue.armDeadline(tx, 'DISCARD_CONTENT', id, at)
}
