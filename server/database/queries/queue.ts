import { sql, type Transaction } from 'kysely'
import type { CollectionStateName } from '../../../src/domain/collection.ts'
import { collectionStateOf } from '../../../src/domain/collection.ts'
import type { Database } from '../schema.ts'
import type { SubjectRow, SubmissionRow } from './submissions.ts'

/** A latest live submission with what a queue says of it. */
export interface QueuedSubmissionRow extends SubjectRow, Pick<SubmissionRow, 'status_id'> {
  provider: string
  reference: string
  collection: string
  deadline: string | null
  /** When it came to its status. */
  since: Date
}

/** The latest live submissions at one of these statuses that the scope sees, in collections that are in one of the states. */
export const submissionsAt = async (
  tx: Transaction<Database>,
  of: { statusIds: readonly number[]; states: readonly CollectionStateName[] },
): Promise<QueuedSubmissionRow[]> => {
  const { rows } = await sql<QueuedSubmissionRow>`
    select s.id, s.collection_id, s.inst_id, s.mode, s.is_latest, s.has_stored_file, s.uploader_id, s.submitter_id, s.status_id,
      o.published_name as provider, c.reference, c.name as collection, c.submission_deadline::text as deadline,
      coalesce((select max(e.occurred_utc) from submission_event e
        where e.submission_id = s.id and e.to_status_id = s.status_id and e.from_status_id <> e.to_status_id), s.created_utc) as since
    from submission s join collection c on c.id = s.collection_id join organisation o on o.id = s.inst_id
    where s.mode = 'live' and s.is_latest and s.status_id = any(${[...of.statusIds]}::int[])
      and c.state_id = any(${of.states.map(name => collectionStateOf(name).id)}::int[])`.execute(tx)
  return rows
}

/** The last day of each collection, by id; null where none is set. */
export const deadlinesOf = async (
  tx: Transaction<Database>,
  ids: readonly string[],
): Promise<Map<string, string | null>> => {
  const { rows } = await sql<{ id: string; deadline: string | null }>`
    select id, submission_deadline::text as deadline from collection where id = any(${[...ids]}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, deadline }) => [id, deadline]))
}
