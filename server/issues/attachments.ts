import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { UploadListener } from '../storage/acceptance.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import type { IssueRecord } from './issueRow.ts'
import type { Attached } from './write.ts'

/** No submission waits for a file beside a comment, nor for a signed form: a call names it when it was sent. */
export const besideAttachments = (listener: UploadListener): UploadListener => {
  const isAttachment = (key: string): boolean => /^(?:attachment|signed-form)\./.test(key.split('/')[2] ?? '')
  return {
    stored: async (key, object) => (isAttachment(key) ? undefined : listener.stored(key, object)),
    failed: async (key, reason) => {
      if (!isAttachment(key)) await listener.failed(key, reason)
    },
  }
}

/** A file that has arrived in the store, with the name that it had. */
export type SharedFile = Omit<Attached, 'id'> & { fileName: string }

/** Announces files that have arrived to one more issue, whose words then name them: several issues may show the same file. */
export const shareFiles = async (
  tx: Transaction<Database>,
  { id: issueId, instId }: Pick<IssueRecord, 'id' | 'instId'>,
  files: readonly SharedFile[],
  { userId }: UserPrincipal,
  at: Date,
): Promise<Attached[]> => {
  const shared: Attached[] = []
  for (const { fileName, fileSize, objectKey: key } of files) {
    const id = randomUUID()
    await tx
      .insertInto('issue_attachment')
      .values({
        id,
        issue_id: issueId,
        inst_id: instId,
        file_name: fileName,
        uploader_id: userId,
        created_utc: at,
      })
      .execute()
    shared.push({ id, fileSize, objectKey: key })
  }
  return shared
}

/** Rows of one transaction, so that none stays open over many calls of the store. */
const sweptAtOnce = 100

/** What announces files: the table, and the column that names the folder of their objects. */
const announced = [
  { from: sql.raw('issue_attachment'), folder: sql.raw('issue_id'), unnamed: sql`sequence is null` },
  // The row of one that was named has gone.
  { from: sql.raw('explanation_file'), folder: sql.raw('submission_id'), unnamed: sql`true` },
]

/**
 * Removes the files that were announced or posted before an instant and that no comment has named. A row is locked while
 * its objects go: a comment that would name it now waits, and finds that it is gone.
 */
export const sweepAttachments = async (
  { db, store }: { db: Kysely<Database>; store: ObjectStore },
  before: Date,
): Promise<void> => {
  for (const table of announced) {
    let swept = sweptAtOnce
    while (swept === sweptAtOnce) swept = await sweepSome({ db, store }, table, before)
  }
}

const sweepSome = (
  { db, store }: { db: Kysely<Database>; store: ObjectStore },
  { from, folder, unnamed }: (typeof announced)[number],
  before: Date,
): Promise<number> =>
  withScope(db, { scope: 'all' }, async tx => {
    const { rows } = await sql<{ id: string; folder: string; inst_id: string }>`
      select id, ${folder} as folder, inst_id from ${from} where ${unnamed} and created_utc < ${before}
      order by created_utc limit ${sweptAtOnce} for update skip locked`.execute(tx)
    for (const { id, folder: place, inst_id } of rows) {
      // A comment that was refused has left a sealed copy, under a name of the same end.
      const copies = await store.list(objectKey(inst_id, place, 'attachment.'))
      for (const key of copies.filter(copy => copy.endsWith(`.${id}`))) await store.remove(key)
      await store.remove(objectKey(inst_id, place, `attachment.${id}`))
    }
    const ids = rows.map(({ id }) => id)
    await sql`delete from ${from} where id = any(${ids}::uuid[])`.execute(tx)
    return rows.length
  })
