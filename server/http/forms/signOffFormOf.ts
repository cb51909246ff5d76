import { loggedAt } from '../../../src/domain/dates.ts'
import type { IssuedValue } from '../../../src/domain/formCheck.ts'
import { hasPart, type RecordDescription, unitsOf } from '../../../src/domain/record.ts'
import {
  isAwaitingApproval,
  isJustApproved,
  type StatusName,
  statusById,
} from '../../../src/domain/status.ts'
import { message } from '../../../src/messages/message.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import { inLanguage } from '../../messages.ts'

/** What stands on the sign-off form (reference §6.5). */
export interface SignOffForm {
  providerName: string
  instId: string
  ukprn: string
  collectionName: string
  collectionReference: string
  fileName: string
  /** The transaction that the form signs: SHA-256 of the stored file. */
  fileHash: string
  submittedAt: string | null
  approvedAt: string | null
  studentCount: number | null
  record: RecordDescription | null
  /** Instant at which the form was made. */
  made: Date
  /** How it was signed in the portal; undefined for a form to be filled in. */
  signature?: { name: string; signer: string; signedIn: Date } | undefined
  /** What people of the demonstration write by hand before they return it. */
  filledIn?: { name: string; role: string; signature: string; date: string } | undefined
}

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
  record: row.record,
  made,
})

/** The rows of the form, as they are printed: a returned form is compared with them. */
export const issuedValues = (form: SignOffForm, language: Language): IssuedValue[] => {
  const t = messagesFor(language, 'server')
  const when = (at: string | null): string => inLanguage(language, loggedAt(at))
  const { providerName, instId, collectionReference, collectionName, studentCount, record } = form
  return [
    { field: 'provider', label: t('form.fields.provider'), text: `${providerName} (${instId})` },
    { field: 'ukprn', label: t('form.fields.ukprn'), text: form.ukprn },
    {
      field: 'collection',
      label: t('form.fields.collection'),
      text: `${collectionReference} ${collectionName}`,
    },
    { field: 'fileName', label: t('form.fields.fileName'), text: form.fileName },
    { field: 'hash', label: t('form.fields.hash'), text: form.fileHash },
    { field: 'submitted', label: t('form.fields.submitted'), text: when(form.submittedAt) },
    { field: 'approved', label: t('form.fields.approved'), text: when(form.approvedAt) },
    ...(hasPart(record, 'counts')
      ? [
          {
            field: 'students' as const,
            label: t('form.fields.students', { unitLabel: unitsOf(record).unitLabel }),
            text:
              studentCount === null
                ? inLanguage(language, message('formats', 'missing'))
                : t('form.students', { count: studentCount }),
          },
        ]
      : []),
  ]
}
