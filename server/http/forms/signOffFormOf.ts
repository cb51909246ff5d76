import {
  isAwaitingApproval,
  isJustApproved,
  type StatusName,
  statusById,
} from '../../../src/domain/status.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import type { SignOffForm } from './signOffForm.ts'

/** When the submission last came to statuses of this kind: from one to another of them it is still the same coming. */
const actionedAt = (row: SubmissionRow, isKind: (name: StatusName) => boolean): string | null => {
  const isOfKind = row.history.map(({ status_id }) => isKind(statusById(status_id)?.name ?? 'UNKNOWN'))
  const came = isOfKind.findLastIndex((is, at) => is && !isOfKind[at - 1])
  return row.history[came]?.actioned ?? null
}

/** What stands on the sign-off form of a submission whose file is stored. */
export const signOffFormOf = (row: SubmissionRow, made: Date): SignOffForm => ({
  providerName: row.provider_name,
  instId: row.inst_id,
  ukprn: row.ukprn,
  collectionName: row.collection_name,
  collectionReference: row.collection_reference,
  fileName: row.file_name,
  fileHash: row.file_hash ?? '',
  submittedAt: actionedAt(row, isAwaitingApproval),
  approvedAt: actionedAt(row, isJustApproved),
  studentCount: row.student_count,
  made,
})
