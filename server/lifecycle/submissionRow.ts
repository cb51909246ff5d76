import { sql, type Transaction } from 'kysely'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import type { SubmissionMode } from '../../src/domain/status.ts'
import { type StatusName, statusById } from '../../src/domain/status.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'

/** What a decision needs of a submission's row. */
export interface SubmissionRecord {
  id: string
  collectionId: string
  instId: string
  mode: SubmissionMode
  status: StatusName
  version: number
  isLatest: boolean
  hasStoredFile: boolean
  fileName: string
  fileSize: number | null
  fileHash: string | null
  objectKey: string | null
  uploaded: Date | null
  uploadedBy: string
  /** The organisation that the uploader acted for; null where it is not known. A copy keeps that of its file. */
  uploaderOrganisationId: string | null
  /** User ids; null where nobody did. A copy keeps the uploader of its file. */
  uploaderId: string | null
  submitterId: string | null
  copiedFrom: string | null
  /** End of the signed post, while there is one. */
  uploadExpires: Date | null
}

interface Row {
  id: string
  collection_id: string
  inst_id: string
  mode: SubmissionMode
  status_id: number
  version: number
  is_latest: boolean
  has_stored_file: boolean
  file_name: string
  file_size: number | null
  file_hash: string | null
  object_key: string | null
  uploaded_utc: Date | null
  uploaded_by: string
  uploader_organisation_id: string | null
  uploader_id: string | null
  submitter_id: string | null
  copied_from: string | null
  upload_expires_utc: Date | null
}

const recordOf = (row: Row): SubmissionRecord => {
  const status = statusById(row.status_id)
  // A later release works beside this one, and has led the submission on.
  if (!status) throw new ProblemError(problem('unavailable', message('problems', 'laterRelease')))
  return {
    id: row.id,
    collectionId: row.collection_id,
    instId: row.inst_id,
    mode: row.mode,
    status: status.name,
    version: row.version,
    isLatest: row.is_latest,
    hasStoredFile: row.has_stored_file,
    fileName: row.file_name,
    fileSize: row.file_size,
    fileHash: row.file_hash,
    objectKey: row.object_key,
    uploaded: row.uploaded_utc,
    uploadedBy: row.uploaded_by,
    uploaderOrganisationId: row.uploader_organisation_id,
    uploaderId: row.uploader_id,
    submitterId: row.submitter_id,
    copiedFrom: row.copied_from,
    uploadExpires: row.upload_expires_utc,
  }
}

const columns = sql.raw(
  'id, collection_id, inst_id, mode, status_id, version, is_latest, has_stored_file, file_name, file_size, file_hash, object_key, uploaded_utc, uploaded_by, uploader_organisation_id, uploader_id, submitter_id, copied_from, upload_expires_utc',
)

/** The submission as the transaction's scope sees it; undefined when it sees none. */
export const findSubmission = async (
  tx: Transaction<Database>,
  id: string,
): Promise<SubmissionRecord | undefined> => {
  const { rows } = await sql<Row>`select ${columns} from submission where id = ${id}::uuid`.execute(tx)
  return rows[0] && recordOf(rows[0])
}

/** The same, locked until the transaction ends. */
export const lockSubmission = async (
  tx: Transaction<Database>,
  id: string,
): Promise<SubmissionRecord | undefined> => {
  const { rows } =
    await sql<Row>`select ${columns} from submission where id = ${id}::uuid for no key update`.execute(tx)
  return rows[0] && recordOf(rows[0])
}

/** The provider's latest submission in the collection and mode, locked; undefined when there is none. */
export const lockLatest = async (
  tx: Transaction<Database>,
  of: { collectionId: string; instId: string; mode: SubmissionMode },
): Promise<SubmissionRecord | undefined> => {
  const { rows } = await sql<Row>`select ${columns} from submission
    where collection_id = ${of.collectionId} and inst_id = ${of.instId} and mode = ${of.mode} and is_latest
    for no key update`.execute(tx)
  return rows[0] && recordOf(rows[0])
}
