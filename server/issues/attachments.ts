import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { UploadListener } from '../storage/acceptance.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'

/** A file beside a comment has no submission that would wait for it: whoever sends the comment names it. */
export const besideAttachments = (listener: UploadListener): UploadListener => {
  const isAttachment = (key: string): boolean => key.split('/')[2]?.startsWith('attachment.') ?? false
  return {
    stored: async (key, object) => (isAttachment(key) ? undefined : listener.stored(key, object)),
    failed: async (key, reason) => {
      if (!isAttachment(key)) await listener.failed(key, reason)
    },
  }
}

/** Rows of one transaction, so that none stays open over many calls of the store. */
const sweptAtOnce = 100

/**
 * Removes the files that were announced or posted before an instant and that no comment has named. A row is locked while
 * its objects go: a comment that would name it now waits, and finds that it is gone.
 */
export const sweepAttachments = async (
  { db, store }: { db: Kysely<Database>; store: ObjectStore },
  before: Date,
): Promise<void> => {
  const swept = await withScope(db, { scope: 'all' }, async tx => {
    const { rows } = await sql<{ id: string; issue_id: string; inst_id: string }>`
      select id, issue_id, inst_id from issue_attachment where sequence is null and created_utc < ${before}
      order by created_utc limit ${sweptAtOnce} for update skip locked`.execute(tx)
    for (const { id, issue_id, inst_id } of rows) {
      // A comment that was refused has left a sealed copy, under a name of the same end.
      const copies = await store.list(objectKey(inst_id, issue_id, 'attachment.'))
      for (const key of copies.filter(copy => copy.endsWith(`.${id}`))) await store.remove(key)
      await store.remove(objectKey(inst_id, issue_id, `attachment.${id}`))
    }
    const ids = rows.map(({ id }) => id)
    await sql`delete from issue_attachment where id = any(${ids}::uuid[])`.execute(tx)
    return rows.length
  })
  if (swept === sweptAtOnce) await sweepAttachments({ db, store }, before)
}
