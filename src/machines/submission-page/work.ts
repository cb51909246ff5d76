import { isSystemError, type StatusName } from '../../domain/status.ts'

/** What is at work in a submission, as its pages tell it apart. */
export const works = [
  'nothing',
  'receiving',
  'uploadFailed',
  'processing',
  'schemaRefused',
  'rightRefused',
  'systemFailed',
  'reading',
  'approving',
  'sentBack',
  'approved',
  'signingOff',
  'signedOff',
  'nilReturn',
] as const
export type Work = (typeof works)[number]

/** The statuses at which somebody has something of their own to do or to read. */
const named = {
  UNKNOWN: 'nothing',
  UPLOADING: 'receiving',
  UPLOAD_ERROR: 'uploadFailed',
  SCHEMA_CHECK_FAILED: 'schemaRefused',
  RIGHT_TO_PROCESS_FAILED: 'rightRefused',
  QUALITY_PROCESSING_COMPLETE: 'reading',
  ANALYST_APPROVAL: 'approving',
  AGENCY_APPROVAL: 'approving',
  SC_APPROVAL: 'approving',
  RESUBMISSION_REQUIRED: 'sentBack',
  RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT: 'sentBack',
  APPROVED: 'approved',
  PROVIDER_SIGNOFF: 'signingOff',
  SIGNED_OFF: 'signedOff',
  HISTORY_DATA: 'signedOff',
  HISTORY_DATA_ERROR: 'signedOff',
  HISTORY_DATA_PASSED: 'signedOff',
  NIL_RETURN: 'nilReturn',
} as const satisfies Partial<Record<StatusName, Work>>

const isNamed = (status: StatusName): status is keyof typeof named => status in named

/** What is at work at a status: by name where people act, by the chart's tags where the system does. */
export const workAt = (status: StatusName): Work => {
  if (isNamed(status)) return named[status]
  return isSystemError(status) ? 'systemFailed' : 'processing'
}
