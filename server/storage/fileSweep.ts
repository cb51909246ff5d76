import { type Kysely, sql } from 'kysely'
import { statusOf } from '../../src/domain/status.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { ObjectStore } from './objectStore.ts'
import { ownerOfFile } from './sealing.ts'

/** Keys that are looked at together. */
const batchSize = 5000

/**
 * Removes uploaded files that no submission has: sealed copies whose process ended, or was not answered, before the decision,
 * and what arrived when its upload had ended already (faults 8, "no orphan object"). While an upload is under way its file
 * may yet be decided on and stays.
 */
export const sweepFiles = async (options: {
  db: Kysely<Database>
  store: Pick<ObjectStore, 'list' | 'remove'>
}): Promise<void> => {
  const { db, store } = options
  const files = (await store.list('')).flatMap(key => {
    const submissionId = ownerOfFile(key, 'file.xml')
    return submissionId === undefined ? [] : [{ key, submissionId }]
  })
  for (let at = 0; at < files.length; at += batchSize) {
    const batch = files.slice(at, at + batchSize)
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ key: string }>`select f.key
        from unnest(${batch.map(({ key }) => key)}::text[], ${batch.map(({ submissionId }) => submissionId)}::uuid[])
          as f (key, submission_id)
        where not exists (select 1 from submission s where s.object_key = f.key and s.has_stored_file)
          and not exists (select 1 from submission s
            where s.id = f.submission_id and s.status_id = ${statusOf('UPLOADING').id})`.execute(tx),
    )
    for (const { key } of rows) await store.remove(key)
  }
}
