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

type Tx = Transaction<Database>

/** A file as it is announced, before it is in the store; `id` is part of the name of its object. */
export interface AnnouncedFile {
  id: string
  instId: string
  fileName: string
  uploaderId: string
  at: Date
}

/** Announces a file to an issue: it is swept unless a comment names it. */
export const announceAttachment = async (
  tx: Tx,
  issueId: string,
  { id, instId, fileName, uploaderId, at }: AnnouncedFile,
): Promise<void> => {
  await tx
    .insertInto('issue_attachment')
    .values({
      id,
      issue_id: issueId,
      inst_id: instId,
      file_name: fileName,
      uploader_id: uploaderId,
      created_utc: at,
    })
    .execute()
}

/** Those of the files that the person has announced to the issue and that no comment has named yet. */
export const announcedAttachments = async (
  tx: Tx,
  issueId: string,
  uploaderId: string,
  ids: ReadonlySet<string>,
): Promise<{ id: string; instId: string }[]> => {
  const { rows } = await sql<{
    id: string
    instId: string
  }>`select id, inst_id as "instId" from issue_attachment
    where issue_id = ${issueId}::uuid and uploader_id = ${uploaderId} and sequence is null
      and id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows
}

/** The name and the object of a file that a comment of the issue has named; undefined where there is none. */
export const attachmentOf = async (
  tx: Tx,
  issueId: string,
  attachmentId: string,
): Promise<{ fileName: string; objectKey: string } | undefined> => {
  const { rows } = await sql<{ fileName: string; objectKey: string }>`
    select file_name as "fileName", object_key as "objectKey" from issue_attachment
    where issue_id = ${issueId}::uuid and id::text = ${attachmentId} and sequence is not null`.execute(tx)
  return rows[0]
}

/** Announces a file to an explanation of several rules of a submission (specification 2 §4.6). */
export const announceExplanationFile = async (
  tx: Tx,
  submissionId: string,
  { id, instId, fileName, uploaderId, at }: AnnouncedFile,
): Promise<void> => {
  await tx
    .insertInto('explanation_file')
    .values({
      id,
      submission_id: submissionId,
      inst_id: instId,
      file_name: fileName,
      uploader_id: uploaderId,
      created_utc: at,
    })
    .execute()
}

/** Those of the files that the person has announced to an explanation of this submission's rules. */
export const explanationFilesOf = async (
  tx: Tx,
  submissionId: string,
  uploaderId: string,
  ids: ReadonlySet<string>,
): Promise<{ id: string; fileName: string }[]> => {
  const { rows } = await sql<{
    id: string
    fileName: string
  }>`select id, file_name as "fileName" from explanation_file
    where submission_id = ${submissionId}::uuid and uploader_id = ${uploaderId}
      and id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows
}

/** Takes files of an explanation out of the sweep, once its issues name them. */
export const forgetExplanationFiles = async (tx: Tx, ids: ReadonlySet<string>): Promise<void> => {
  await sql`delete from explanation_file where id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** A file that has arrived in the store, with the name that it had. */
export type SharedFile = Omit<Attached, 'id'> & { fileName: string }

/** Announces files that have arrived to one more issue, whose words then name them: several issues may show the same file. */
export const shareFiles = async (
  tx: Tx,
  { id: issueId, instId }: Pick<IssueRecord, 'id' | 'instId'>,
  files: readonly SharedFile[],
  { userId }: UserPrincipal,
  at: Date,
): Promise<Attached[]> => {
  const shared: Attached[] = []
  for (const { fileName, fileSize, objectKey: key } of files) {
    const id = randomUUID()
    await announceAttachment(tx, issueId, { id, instId, fileName, uploaderId: userId, at })
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
