import { type Kysely, sql } from 'kysely'
import { collectionStateOf } from '../../../src/domain/collection.ts'
import { daysUntil } from '../../../src/domain/deadline.ts'
import { type StatusName, statusNameOf } from '../../../src/domain/status.ts'
import type { Database } from '../schema.ts'
import { withScope } from '../scope.ts'

/** What operators watch of the collections of an installation, each by its reference. */
export interface CollectionTotals {
  /** Live submissions that are the latest of their provider, by status. */
  submissions: { collection: string; status: StatusName; count: number }[]
  /** Bytes of stored files and of their analyses, of live submissions and of online validation. */
  bytes: { collection: string; bytes: number }[]
  /** Days until the deadline of each open collection that has one; negative after it. */
  deadlines: { collection: string; days: number }[]
}

/** Reads the totals of every collection, at one moment. */
export const collectionTotals = (db: Kysely<Database>, now: Date): Promise<CollectionTotals> =>
  withScope(db, { scope: 'all' }, async tx => {
    const { rows: counts } = await sql<{ collection: string; statusId: number; count: number }>`
      select c.reference as collection, s.status_id as "statusId", count(*)::int as count
      from submission s join collection c on c.id = s.collection_id
      where s.is_latest and s.mode = 'live' group by c.reference, s.status_id`.execute(tx)
    const { rows: bytes } = await sql<{ collection: string; bytes: number }>`
      select c.reference as collection, sum(
          case when s.has_stored_file then coalesce(s.file_size, 0) else 0 end
          + coalesce((select sum(a.bytes) from artefact a where a.submission_id = s.id), 0))::float8 as bytes
      from submission s join collection c on c.id = s.collection_id group by c.reference`.execute(tx)
    const { rows: open } = await sql<{ collection: string; deadline: string }>`
      select reference as collection, submission_deadline::text as deadline from collection
      where submission_deadline is not null and state_id = ${collectionStateOf('Open').id}`.execute(tx)
    return {
      submissions: counts.map(({ statusId, ...row }) => ({ ...row, status: statusNameOf(statusId) })),
      bytes,
      deadlines: open.map(({ collection, deadline }) => ({ collection, days: daysUntil(deadline, now) })),
    }
  })
