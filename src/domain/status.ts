import { product } from './product.ts'

/**
 * The catalogue of submission statuses (specification 1 §4, 2 §4.1; order: decisions §3). One row a status, in
 * catalogue order; "at or beyond" compares by the position in this list, never by id.
 */
const rows = [
  [0, 'UNKNOWN', 'Unknown'],
  [1, 'UPLOADING', 'Uploading'],
  [2, 'UPLOADED', 'Uploaded'],
  [3, 'UPLOAD_ERROR', 'Upload error'],
  [4, 'PROVISIONING', 'Provisioning'],
  [5, 'PROVISIONING_ERROR', 'Provisioning error'],
  [6, 'PROVISIONED', 'Provisioned'],
  [7, 'SCHEMA_CHECK', 'Schema check'],
  [8, 'SCHEMA_CHECK_FAILED', 'Schema check failed'],
  [9, 'SCHEMA_CHECK_ERROR', 'Schema check error'],
  [10, 'SCHEMA_CHECK_PASSED', 'Schema check passed'],
  [37, 'RIGHT_TO_PROCESS', 'Right to process check'],
  [38, 'RIGHT_TO_PROCESS_FAILED', 'Right to process check failed'],
  [39, 'RIGHT_TO_PROCESS_ERROR', 'Right to process check error'],
  [40, 'RIGHT_TO_PROCESS_PASSED', 'Right to process check passed'],
  [11, 'ENRICHMENT', 'Enrichment'],
  [12, 'ENRICHMENT_ERROR', 'Enrichment error'],
  [13, 'ENRICHMENT_PASSED', 'Enrichment performed'],
  [14, 'SAVING_ENTITIES_ERROR', 'Processing error'],
  [15, 'QUALITY_RULES', 'Quality rules'],
  [16, 'QUALITY_RULES_ERROR', 'Quality rules error'],
  [17, 'QUALITY_RULES_PASSED', 'Quality reports generated'],
  [18, 'CREDIBILITY', 'Credibility reports'],
  [19, 'CREDIBILITY_ERROR', 'Credibility reports error'],
  [20, 'CREDIBILITY_PASSED', 'Credibility reports generated'],
  [21, 'COLLECTION_REPORTS', 'Generating additional collection reports'],
  [22, 'COLLECTION_REPORTS_ERROR', 'Additional collection reports generation error'],
  [23, 'COLLECTION_REPORTS_PASSED', 'Additional collection reports generated'],
  [24, 'QUALITY_PROCESSING_COMPLETE', 'Quality processing complete'],
  [25, 'ANALYST_APPROVAL', `Awaiting ${product.name} analyst approval`],
  [26, 'AGENCY_APPROVAL', `Awaiting ${product.name} approval`],
  [27, 'SC_APPROVAL', 'Awaiting SC approval'],
  [28, 'APPROVED', 'Approved'],
  [29, 'PROVIDER_SIGNOFF', 'Awaiting provider sign off'],
  [30, 'SIGNED_OFF', 'Signed off'],
  [31, 'HISTORY_DATA', 'Generating history'],
  [32, 'HISTORY_DATA_ERROR', 'History generation error'],
  [33, 'HISTORY_DATA_PASSED', 'History generation complete'],
  [34, 'RESUBMISSION_REQUIRED', 'Resubmission required'],
  [35, 'NIL_RETURN', 'Nil return'],
  [36, 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT', 'Resubmission required - historic amendment'],
] as const

/** Name of a status in the code. Two of them carry the product's key on the wire; see {@link Status.code}. */
export type StatusName = (typeof rows)[number][1]
export type StatusId = (typeof rows)[number][0]

export interface Status {
  readonly id: StatusId
  readonly name: StatusName
  /** Code on the wire, for example `BEDEL_APPROVAL`. */
  readonly code: string
  /** Words shown to people. */
  readonly label: string
  /** Position in the catalogue, from 0. */
  readonly order: number
}

const wireCode = (name: StatusName): string => {
  if (name === 'ANALYST_APPROVAL') return `${product.key.toUpperCase()}_ANALYST_APPROVAL`
  if (name === 'AGENCY_APPROVAL') return `${product.key.toUpperCase()}_APPROVAL`
  return name
}

/** All statuses in catalogue order. */
export const statuses: readonly Status[] = rows.map(([id, name, label], order) => ({
  id,
  name,
  code: wireCode(name),
  label,
  order,
}))

const byName = new Map(statuses.map(status => [status.name, status]))
const byId = new Map<number, Status>(statuses.map(status => [status.id, status]))
const byCode = new Map(statuses.map(status => [status.code, status]))

/** The status with this name. */
export const statusOf = (name: StatusName): Status => byName.get(name)!

/** The status with this id, or undefined when the catalogue has none. */
export const statusById = (id: number): Status | undefined => byId.get(id)

/** The status with this wire code, or undefined when the catalogue has none. */
export const statusByCode = (code: string): Status | undefined => byCode.get(code)

/** Whether `name` stands at or after `mark` in the order of the catalogue (decisions §3). */
export const isAtOrBeyond = (name: StatusName, mark: StatusName): boolean =>
  statusOf(name).order >= statusOf(mark).order

/** Statuses in which the last three mean "signed off" to people (decisions §3, history statuses). */
export const signedOffStatuses: readonly StatusName[] = [
  'SIGNED_OFF',
  'HISTORY_DATA',
  'HISTORY_DATA_ERROR',
  'HISTORY_DATA_PASSED',
]

export const isSignedOff = (name: StatusName): boolean => signedOffStatuses.includes(name)

/** The words that people read for a status: what is made after the sign-off concerns nobody (decisions §12). */
export const statusLabel = (name: StatusName): string =>
  statusOf(isSignedOff(name) ? 'SIGNED_OFF' : name).label

/** Signed off (with its history statuses) and nil return count as finished (specification 1 §4). */
export const isFinished = (name: StatusName): boolean => name === 'NIL_RETURN' || isSignedOff(name)

const processing: readonly StatusName[] = statuses
  .filter(
    status =>
      isAtOrBeyond(status.name, 'PROVISIONING') && !isAtOrBeyond(status.name, 'QUALITY_PROCESSING_COMPLETE'),
  )
  .map(status => status.name)

/** Statuses 4 to 23, with 37 to 40 among them, count as processing (specification 1 §4). */
export const isProcessing = (name: StatusName): boolean => processing.includes(name)

/** The system's own fault: retried, then re-processed by the agency (decisions §3). */
export const systemErrors: readonly StatusName[] = [
  'PROVISIONING_ERROR',
  'SCHEMA_CHECK_ERROR',
  'RIGHT_TO_PROCESS_ERROR',
  'ENRICHMENT_ERROR',
  'SAVING_ENTITIES_ERROR',
  'QUALITY_RULES_ERROR',
  'CREDIBILITY_ERROR',
  'COLLECTION_REPORTS_ERROR',
  'HISTORY_DATA_ERROR',
]

/** The file's fault: the provider sends another (decisions §3). */
export const fileFailures: readonly StatusName[] = [
  'UPLOAD_ERROR',
  'SCHEMA_CHECK_FAILED',
  'RIGHT_TO_PROCESS_FAILED',
]

export const isSystemError = (name: StatusName): boolean => systemErrors.includes(name)
export const isFileFailure = (name: StatusName): boolean => fileFailures.includes(name)
export const isErrorOrFailure = (name: StatusName): boolean => isSystemError(name) || isFileFailure(name)

export const approvalStatuses = ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL'] as const
export type ApprovalStatusName = (typeof approvalStatuses)[number]

export const isAwaitingApproval = (name: StatusName): name is ApprovalStatusName =>
  (approvalStatuses as readonly StatusName[]).includes(name)

/** Whether the file was handed over for approval, and perhaps further. */
export const isHandedOver = (name: StatusName): boolean =>
  isAtOrBeyond(name, 'ANALYST_APPROVAL') && name !== 'NIL_RETURN'

export const isResubmissionRequired = (name: StatusName): boolean =>
  name === 'RESUBMISSION_REQUIRED' || name === 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT'

/** A page of a submission, in the order of the steps (specification 2 §2.1). */
export const submissionPages = ['upload', 'processing', 'reports', 'submit', 'approval', 'signoff'] as const
export type SubmissionPage = (typeof submissionPages)[number]

/**
 * The page that a link to a submission leads to (specification 1 §4 "Groupings").
 *
 * Processing statuses are named twice there: they "count as processing" and "lead to quality assurance"; the
 * stepper then moves a provider on to the step that is active.
 */
export const landingPage = (name: StatusName, viewer: { isStatutoryCustomer: boolean }): SubmissionPage => {
  if (name === 'UNKNOWN' || name === 'NIL_RETURN') return 'upload'
  if (isAwaitingApproval(name) || isResubmissionRequired(name)) {
    return viewer.isStatutoryCustomer ? 'reports' : 'approval'
  }
  if (name === 'APPROVED' || name === 'PROVIDER_SIGNOFF' || isSignedOff(name)) {
    return viewer.isStatutoryCustomer ? 'reports' : 'signoff'
  }
  return 'reports'
}
