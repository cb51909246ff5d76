import type { ProcessingStep } from './processingStep.ts'
import { product } from './product.ts'

/** A file sent to be submitted, or one that the online validation tool only checks. */
export type SubmissionMode = 'live' | 'ovt'
export const submissionModes = ['live', 'ovt'] as const satisfies readonly SubmissionMode[]

/** A page of a submission, in the order of the stepper (specification 2 §2.1). */
export const submissionPages = ['upload', 'processing', 'reports', 'submit', 'approval', 'signoff'] as const
export type SubmissionPage = (typeof submissionPages)[number]

/** What a status means to its reader: always shown with an icon and the label (colour never stands alone). */
export type StatusTone = 'neutral' | 'waiting' | 'good' | 'attention' | 'failed'

/** Who has to act next (decisions §3 "Awaiting party"). */
export type Awaited = 'nobody' | 'provider' | 'agency' | 'statutoryCustomer' | 'system'

/** The groups of the lifecycle chart. Its compiler check (`submission-lifecycle/state.ts`) holds the rows to the chart. */
export type StatusGroup =
  | 'unknown'
  | 'ingestion'
  | 'processing'
  | 'qualityAssurance'
  | 'approval'
  | 'signOff'
  | 'resubmission'
  | 'nilReturn'

/**
 * What is asked of a status. busy: the file is under way, nobody can act; providerActs: the provider is to do
 * something; error: it stopped, or was sent back; finished: nothing is left to do; reported: the quality report is
 * there; processed: every report is there.
 */
export type StatusTag = 'busy' | 'providerActs' | 'error' | 'finished' | 'reported' | 'processed'

interface Row {
  id: number
  group: StatusGroup
  page: SubmissionPage
  awaits: Awaited
  tone: StatusTone
  tags: readonly StatusTag[]
  /** Step of the processing that the status is part of; null outside of it. */
  step: ProcessingStep | null
}

/** Keeps the literal types, from which the groups below are derived. */
const row = <
  const Id extends number,
  const G extends StatusGroup,
  const P extends SubmissionPage,
  const A extends Awaited,
  const Tags extends readonly StatusTag[],
  const Step extends ProcessingStep | null,
>(
  id: Id,
  group: G,
  page: P,
  awaits: A,
  tone: StatusTone,
  tags: Tags,
  step: Step,
) => ({ id, group, page, awaits, tone, tags, step })

/**
 * The one table of statuses: id (specification 1 §4, 2 §4.1; its label is in labels.ts), the group of the chart, the page to which the
 * stepper leads, who acts next and tone (decisions §3), the tags that the chart carries, and the step of the processing. The
 * order is that of the catalogue; "at or beyond" goes by it, never by id, and is asked by {@link hasResults} and
 * {@link isHandedOver}, which leave the nil return out: it stands at the end and was neither processed nor handed over.
 */
export const statusTable = {
  UNKNOWN: row(0, 'unknown', 'upload', 'provider', 'neutral', ['providerActs'], null),
  UPLOADING: row(1, 'ingestion', 'upload', 'provider', 'waiting', ['busy'], null),
  UPLOADED: row(2, 'ingestion', 'processing', 'system', 'waiting', ['busy'], 'fileChecking'),
  UPLOAD_ERROR: row(
    3,
    'ingestion',
    'upload',
    'provider',
    'failed',
    ['providerActs', 'error'],
    'fileChecking',
  ),
  PROVISIONING: row(4, 'processing', 'processing', 'system', 'waiting', ['busy'], 'fileChecking'),
  PROVISIONING_ERROR: row(5, 'processing', 'processing', 'agency', 'failed', ['error'], 'fileChecking'),
  PROVISIONED: row(6, 'processing', 'processing', 'system', 'waiting', ['busy'], 'fileChecking'),
  SCHEMA_CHECK: row(7, 'processing', 'processing', 'system', 'waiting', ['busy'], 'schemaCheck'),
  SCHEMA_CHECK_FAILED: row(
    8,
    'processing',
    'processing',
    'provider',
    'failed',
    ['providerActs', 'error'],
    'schemaCheck',
  ),
  SCHEMA_CHECK_ERROR: row(9, 'processing', 'processing', 'agency', 'failed', ['error'], 'schemaCheck'),
  SCHEMA_CHECK_PASSED: row(10, 'processing', 'processing', 'system', 'waiting', ['busy'], 'schemaCheck'),
  RIGHT_TO_PROCESS: row(37, 'processing', 'processing', 'system', 'waiting', ['busy'], 'rightToProcess'),
  RIGHT_TO_PROCESS_FAILED: row(
    38,
    'processing',
    'processing',
    'provider',
    'failed',
    ['providerActs', 'error'],
    'rightToProcess',
  ),
  RIGHT_TO_PROCESS_ERROR: row(
    39,
    'processing',
    'processing',
    'agency',
    'failed',
    ['error'],
    'rightToProcess',
  ),
  RIGHT_TO_PROCESS_PASSED: row(
    40,
    'processing',
    'processing',
    'system',
    'waiting',
    ['busy'],
    'rightToProcess',
  ),
  ENRICHMENT: row(11, 'processing', 'processing', 'system', 'waiting', ['busy'], 'enrichment'),
  ENRICHMENT_ERROR: row(12, 'processing', 'processing', 'agency', 'failed', ['error'], 'enrichment'),
  ENRICHMENT_PASSED: row(13, 'processing', 'processing', 'system', 'waiting', ['busy'], 'enrichment'),
  SAVING_ENTITIES_ERROR: row(14, 'processing', 'processing', 'agency', 'failed', ['error'], 'enrichment'),
  QUALITY_RULES: row(15, 'qualityAssurance', 'processing', 'system', 'waiting', ['busy'], 'qualityRules'),
  QUALITY_RULES_ERROR: row(
    16,
    'qualityAssurance',
    'processing',
    'agency',
    'failed',
    ['error'],
    'qualityRules',
  ),
  QUALITY_RULES_PASSED: row(
    17,
    'qualityAssurance',
    'processing',
    'system',
    'waiting',
    ['busy', 'reported'],
    'qualityRules',
  ),
  CREDIBILITY: row(
    18,
    'qualityAssurance',
    'processing',
    'system',
    'waiting',
    ['busy', 'reported'],
    'complete',
  ),
  CREDIBILITY_ERROR: row(
    19,
    'qualityAssurance',
    'processing',
    'agency',
    'failed',
    ['error', 'reported'],
    'complete',
  ),
  CREDIBILITY_PASSED: row(
    20,
    'qualityAssurance',
    'processing',
    'system',
    'waiting',
    ['busy', 'reported'],
    'complete',
  ),
  COLLECTION_REPORTS: row(
    21,
    'qualityAssurance',
    'processing',
    'system',
    'waiting',
    ['busy', 'reported'],
    'complete',
  ),
  COLLECTION_REPORTS_ERROR: row(
    22,
    'qualityAssurance',
    'processing',
    'agency',
    'failed',
    ['error', 'reported'],
    'complete',
  ),
  COLLECTION_REPORTS_PASSED: row(
    23,
    'qualityAssurance',
    'processing',
    'system',
    'waiting',
    ['busy', 'reported'],
    'complete',
  ),
  QUALITY_PROCESSING_COMPLETE: row(
    24,
    'qualityAssurance',
    'reports',
    'provider',
    'attention',
    ['providerActs', 'reported', 'processed'],
    'complete',
  ),
  ANALYST_APPROVAL: row(25, 'approval', 'approval', 'agency', 'waiting', ['reported', 'processed'], null),
  AGENCY_APPROVAL: row(26, 'approval', 'approval', 'agency', 'waiting', ['reported', 'processed'], null),
  SC_APPROVAL: row(
    27,
    'approval',
    'approval',
    'statutoryCustomer',
    'waiting',
    ['reported', 'processed'],
    null,
  ),
  APPROVED: row(
    28,
    'signOff',
    'signoff',
    'provider',
    'good',
    ['providerActs', 'reported', 'processed'],
    null,
  ),
  PROVIDER_SIGNOFF: row(29, 'signOff', 'signoff', 'agency', 'attention', ['reported', 'processed'], null),
  SIGNED_OFF: row(30, 'signOff', 'signoff', 'nobody', 'good', ['finished', 'reported', 'processed'], null),
  HISTORY_DATA: row(31, 'signOff', 'signoff', 'nobody', 'good', ['finished', 'reported', 'processed'], null),
  HISTORY_DATA_ERROR: row(
    32,
    'signOff',
    'signoff',
    'nobody',
    'good',
    ['error', 'finished', 'reported', 'processed'],
    null,
  ),
  HISTORY_DATA_PASSED: row(
    33,
    'signOff',
    'signoff',
    'nobody',
    'good',
    ['finished', 'reported', 'processed'],
    null,
  ),
  RESUBMISSION_REQUIRED: row(
    34,
    'resubmission',
    'approval',
    'provider',
    'attention',
    ['providerActs', 'error', 'reported', 'processed'],
    null,
  ),
  NIL_RETURN: row(35, 'nilReturn', 'upload', 'nobody', 'neutral', ['finished'], null),
  RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT: row(
    36,
    'resubmission',
    'approval',
    'provider',
    'attention',
    ['providerActs', 'error', 'reported', 'processed'],
    null,
  ),
} as const satisfies Record<string, Row>

type Table = typeof statusTable
/** Name of a status in the code. Two of them carry the product's key on the wire; see {@link Status.code}. */
export type StatusName = keyof Table
export type StatusId = Table[StatusName]['id']

type NamesWhere<Field extends keyof Row, Value> = {
  [Name in StatusName]: Table[Name][Field] extends Value ? Name : never
}[StatusName]

/** The statuses of a group of the chart. */
export type StatusOfGroup<G extends StatusGroup> = NamesWhere<'group', G>

export interface Status extends Readonly<Row> {
  readonly id: StatusId
  readonly name: StatusName
  /** Code on the wire, for example `BEDEL_APPROVAL`. */
  readonly code: string
  /** Position in the catalogue, from 0. */
  readonly order: number
}

const productCodes: Partial<Record<StatusName, string>> = {
  ANALYST_APPROVAL: `${product.key.toUpperCase()}_ANALYST_APPROVAL`,
  AGENCY_APPROVAL: `${product.key.toUpperCase()}_APPROVAL`,
}

/** All statuses in catalogue order. */
export const statuses: readonly Status[] = (Object.keys(statusTable) as StatusName[]).map((name, order) => ({
  ...statusTable[name],
  name,
  code: productCodes[name] ?? name,
  order,
}))

const byName = new Map(statuses.map(status => [status.name, status]))
const byId = new Map<number, Status>(statuses.map(status => [status.id, status]))

/** The status with this name. */
export const statusOf = (name: StatusName): Status => byName.get(name)!

/** The status with this id, or undefined when the catalogue has none. */
export const statusById = (id: number): Status | undefined => byId.get(id)

/** The name of the status with this id; UNKNOWN for an id that the catalogue does not have. */
export const statusNameOf = (id: number): StatusName => byId.get(id)?.name ?? 'UNKNOWN'

/** Ids of the statuses that hold, as a parameter of a query: SQL names no status itself. */
export const statusIdsWhere = (holds: (status: Status) => boolean): StatusId[] =>
  statuses.filter(holds).map(({ id }) => id)

/** The tags of a status: those that the chart's state carries. */
export const tagsOf = <Name extends StatusName>(name: Name): Table[Name]['tags'] => statusTable[name].tags

/** Whether the chart's state of this status carries the tag. */
export const hasTag = (name: StatusName, tag: StatusTag): boolean => statusOf(name).tags.includes(tag)

/** No submission is there: what has no row has no other status (specification 1 §4). */
export const isNoSubmission = (name: StatusName): boolean => statusOf(name).group === 'unknown'

/** The file is on its way and has not arrived. */
export const isUploading = (name: StatusName): name is 'UPLOADING' => name === 'UPLOADING'

/**
 * The file has arrived: before that, and when its upload failed, there is no upload time to show. A nil return has the time
 * at which it was recorded.
 */
export const hasArrived = (name: StatusName): boolean => statusOf(name).page !== 'upload' || isNilReturn(name)

/** When the file of a submission arrived; null where none has. */
export const arrivalOf = (name: StatusName, uploaded: string): string | null =>
  hasArrived(name) ? uploaded : null

/** Id of the status that {@link isUploading} names, as a parameter of a query. */
export const uploadingId = statusTable.UPLOADING.id

/** The provider has recorded that it has nothing to return. */
export const isNilReturn = (name: StatusName): name is StatusOfGroup<'nilReturn'> =>
  statusOf(name).group === 'nilReturn'

/** Nothing is left to do: signed off (with its history statuses) and nil return (specification 1 §4). */
export const isFinished = (name: StatusName): boolean => hasTag(name, 'finished')

/**
 * Whether a submission has all of its reports, so that another can be held beside it (decisions §12): it is at or beyond Quality
 * processing complete. A nil return stands after it in the catalogue and has none.
 */
export const hasResults = (name: StatusName | undefined): boolean =>
  name !== undefined && hasTag(name, 'processed')

/** The statuses that mean "signed off" to people (decisions §3, history statuses). */
export const isSignedOff = (name: StatusName): boolean =>
  isFinished(name) && statusOf(name).group === 'signOff'

/** Whether the record was kept for the comparison of the next year. It is made after the sign-off, and that may fail. */
export const hasHistory = (name: StatusName): name is 'HISTORY_DATA_PASSED' => name === 'HISTORY_DATA_PASSED'

/** The status that everybody but the inspector reads: the history statuses read "Signed off" (decisions §12). */
export const shownStatus = (name: StatusName): Status => statusOf(isSignedOff(name) ? 'SIGNED_OFF' : name)

/** An approver, or the agency, wants another submission. */
export const isResubmissionRequired = (name: StatusName): name is StatusOfGroup<'resubmission'> =>
  statusOf(name).group === 'resubmission'

/** Processing stopped: by the system's fault or by the file's. */
export const isErrorOrFailure = (name: StatusName): boolean =>
  hasTag(name, 'error') && !isResubmissionRequired(name)

/** The file's fault: the provider sends another (decisions §3). */
export const isFileFailure = (name: StatusName): boolean =>
  isErrorOrFailure(name) && hasTag(name, 'providerActs')

/** The system's own fault: retried, then re-processed by the agency (decisions §3). */
export const isSystemError = (name: StatusName): boolean =>
  isErrorOrFailure(name) && !hasTag(name, 'providerActs')

export type ApprovalStatusName = StatusOfGroup<'approval'>

/** An approver is to decide. */
export const isAwaitingApproval = (name: StatusName): name is ApprovalStatusName =>
  statusOf(name).group === 'approval'

/** The provider's statutory customer is to decide. */
export const isAwaitingCustomer = (name: StatusName): name is 'SC_APPROVAL' => name === 'SC_APPROVAL'

/** Every approval was given, and none was taken back. */
export const isApproved = (name: StatusName): name is StatusOfGroup<'signOff'> =>
  statusOf(name).group === 'signOff'

/** The last approval was given, and nothing has happened since. */
export const isJustApproved = (name: StatusName): name is 'APPROVED' => name === 'APPROVED'

/** What a later upload takes the place of although the provider has handed it over, so that it is asked first. */
export type Replaced = 'pending' | 'approved'

/** Whether the submission was handed over for approval, and perhaps further: at or beyond approval, which a nil return never is. */
export const isHandedOver = (name: StatusName): boolean =>
  isAwaitingApproval(name) || isApproved(name) || isResubmissionRequired(name)

/** Colour and icon of a status; of no submission as well. */
export const statusTone = (name: StatusName | undefined): StatusTone =>
  name === undefined ? 'neutral' : statusOf(name).tone
