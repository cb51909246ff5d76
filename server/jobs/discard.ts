import { subDays } from 'date-fns/subDays'
import { type Kysely, sql, type Transaction } from 'kysely'
import { collectionStateOf } from '../../src/domain/collection.ts'
import { keptAfterArchivingDays, removableIds, signedOffIds } from '../../src/domain/retention.ts'
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

/**
 * Has the content of superseded uploads removed (decisions §20). Without `days` that is when their collection has been archived. With
 * `days` it is also that long after a second later upload has arrived: with the one before the latest, people compare. The scope has
 * to be 'all'.
 */
export const discardSuperseded = async (
  tx: Transaction<Database>,
  queue: Pick<JobQueue, 'armDeadline'>,
  { days, at }: { days: number | undefined; at: Date },
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select s.id from submission s join collection c on c.id = s.collection_id
    where s.has_stored_file and not s.is_latest and s.status_id = any(${removableIds}::int[])
      and not exists (select 1 from submission_event e
        where e.submission_id = s.id and e.to_status_id = any(${signedOffIds}::int[]))
      and (c.state_id = ${collectionStateOf('Archived').id} and (select max(h.occurred_utc) from chart_event h
          where h.chart = 'collectionState' and h.subject = c.reference and h.event = 'ARCHIVE') <= ${subDays(at, keptAfterArchivingDays)}
        or (select n.uploaded_utc from submission n where n.collection_id = s.collection_id and n.inst_id = s.inst_id
          and n.mode = s.mode and n.has_stored_file and n.uploaded_utc > s.uploaded_utc
          order by n.uploaded_utc offset 1 limit 1) <= ${days === undefined ? null : subDays(at, days)}::timestamptz)`.execute(
    tx,
  )
  for (const { id } of rows) await queue.armDeadline(tx, 'DISCARD_CONTENT', id, at)
}
