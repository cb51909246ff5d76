import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { uploadingId } from '../../src/domain/status.ts'
import { mayRemove } from '../database/removalLock.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { ObjectStore } from './objectStore.ts'
import { ownerOfFile } from './sealing.ts'

/** Keys checked together. */
const batchSize = 5000

/** Keys of files left alone that the log names. */
const keysSaid = 20

/**
 * Removes uploaded files without a submission: sealed copies whose process ended before the decision or got no answer, and files that
 * arrived after their upload had ended (faults 8, "no orphan object"). The file of an upload that is under way stays.
 *
 * Submissions are never deleted. A file of an unknown submission means that database and store do not belong together: the database is
 * empty, or a backup from before the file. The file stays, and the log says so.
 *
 * During a backup every file stays until the next sweep: the backup's database may name it.
 */
export const sweepFiles = async (options: {
  db: Kysely<Database>
  store: Pick<ObjectStore, 'list' | 'remove'>
  log: Logger
}): Promise<void> => {
  const { db, store, log } = options
  const files = (await store.list('')).flatMap(key => {
    const submissionId = ownerOfFile(key, 'file.xml')
    return submissionId === undefined ? [] : [{ key, submissionId }]
  })
  const remove = (key: string): Promise<void> =>
    withScope(db, { scope: 'all' }, async tx => {
      if (await mayRemove(tx)) await store.remove(key)
    })
  const unknown: string[] = []
  for (let at = 0; at < files.length; at += batchSize) {
    const batch = files.slice(at, at + batchSize)
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ key: string; isKnown: boolean }>`select f.key,
          exists (select 1 from submission s where s.id = f.submission_id) as "isKnown"
        from unnest(${batch.map(({ key }) => key)}::text[], ${batch.map(({ submissionId }) => submissionId)}::uuid[])
          as f (key, submission_id)
        where not exists (select 1 from submission s where s.object_key = f.key and s.has_stored_file)
          and not exists (select 1 from submission s
            where s.id = f.submission_id and s.status_id = ${uploadingId})`.execute(tx),
    )
    for (const { key, isKnown } of rows)
      if (isKnown) await remove(key)
      else unknown.push(key)
  }
  if (unknown.length > 0)
    log.error(
      { count: unknown.length, keys: unknown.toSorted().slice(0, keysSaid) },
      'the store has files of submissions that this database does not know; they are left (docs/operate/engine-backup.md)',
    )
}
