import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { readsFailureReason } from '../../../src/domain/privacy.ts'
import { summaryStepOf } from '../../../src/domain/progress.ts'
import { statusNameOf, statusOf } from '../../../src/domain/status.ts'
import { factsSeenBy, factsToWire } from '../../../src/domain/wire/facts.ts'
import { processingProgress, type QueuePlace, type StageTime } from '../../../src/domain/wire/progress.ts'
import type { ProviderListRow, SubmissionWire } from '../../../src/domain/wire/submissions.ts'
import { nextApproval } from '../../../src/machines/approval-chain/index.ts'
import type { Facts } from '../../../src/machines/submission-lifecycle/index.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { CurrentSubmission, HistoryRow, SubmissionRow } from '../../database/queries/submissions.ts'
import { fromColumn, inLanguage } from '../../messages.ts'
import { namedActing, namedStatus } from '../../names.ts'

/** An instant of a JSON column, which PostgreSQL writes with its offset, as ISO 8601 in UTC. */
const instantOf = (text: string): string => new Date(text).toISOString()

const historyOf = (rows: readonly HistoryRow[]): SubmissionWire['stateHistory'] =>
  rows.map(row => ({
    StatusId: row.status_id,
    Code: statusOf(statusNameOf(row.status_id)).code,
    Actioned: instantOf(row.actioned),
  }))

const uploadedOf = (row: SubmissionRow): string => (row.uploaded_utc ?? row.created_utc).toISOString()

/** A submission as a viewer's browser gets it, with the facts that its chart needs as of `now`. */
export const submissionToWire = (
  viewer: UserPrincipal,
  row: SubmissionRow | CurrentSubmission,
  {
    facts,
    now,
    queue,
    stageTimes,
  }: { facts: Facts; now: Date; queue: QueuePlace | null; stageTimes: StageTime[] },
  language: Language,
): SubmissionWire => {
  const status = statusNameOf(row.status_id)
  const next = nextApproval(status, facts)
  const progress = processingProgress.safeParse(row.progress)
  return {
    uuid: row.id,
    fileName: row.file_name,
    fileSize: row.file_size,
    uploaded: uploadedOf(row),
    uploadedBy: namedActing(language, viewer, {
      person: row.uploaded_by,
      organisation: row.uploader_organisation,
    }),
    fileHash: row.file_hash,
    status: { ...namedStatus(language, status), step: { number: summaryStepOf(status).id } },
    stateHistory: historyOf(row.history),
    provider: {
      instId: row.inst_id,
      name: row.provider_name,
      riskCode: row.risk_code,
      countryCode: row.country_code,
      regulatorCode: row.regulator_code,
    },
    collection: {
      id: row.collection_id,
      reference: row.collection_reference,
      name: row.collection_name,
      specification: row.collection_specification,
    },
    specification: row.specification,
    copiedFrom: row.copied_from,
    originallyUploaded: row.originally_uploaded?.toISOString() ?? null,
    copiedTo: row.copied_to,
    ...(row.content_discarded_utc && { contentRemoved: row.content_discarded_utc.toISOString() }),
    ...('replaced_by' in row && row.replaced_by !== null && { replacedBy: row.replaced_by }),
    ...('declined_before' in row && row.declined_before !== null && { declinedBefore: row.declined_before }),
    isLatest: row.is_latest,
    isOvt: row.mode === 'ovt',
    tsvDeliveryLocation: row.tsv_delivery_location,
    studentCount: row.student_count,
    errorFileExists: row.error_file_key !== null,
    nextApprovalState: next === undefined ? null : statusOf(next).id,
    failureReason:
      row.failure_reason !== null && readsFailureReason(viewer, status)
        ? inLanguage(language, fromColumn(row.failure_reason))
        : null,
    progress: progress.success ? progress.data : null,
    queue,
    stageTimes,
    version: row.version,
    facts: factsSeenBy(viewer.userId, factsToWire(facts)),
    now: now.toISOString(),
  }
}

/** A row of a provider's list, for a viewer. */
export const listRowToWire = (
  viewer: UserPrincipal,
  row: SubmissionRow,
  { facts, rules }: { facts: Facts; rules: ProviderListRow['Rules'] },
  language: Language,
): ProviderListRow => {
  const { id: Id, code: Code, name: Name } = namedStatus(language, statusNameOf(row.status_id))
  return {
    Uuid: row.id,
    SubmissionId: row.id,
    CollectionId: row.collection_id,
    FileName: row.file_name,
    Uploaded: uploadedOf(row),
    Status: { Id, Code, Name },
    StateHistory: historyOf(row.history),
    IsLatest: row.is_latest,
    CopiedFrom: row.copied_from,
    OriginallyUploaded: row.originally_uploaded?.toISOString() ?? null,
    Rules: rules,
    Version: row.version,
    Facts: factsSeenBy(viewer.userId, factsToWire(facts)),
  }
}
