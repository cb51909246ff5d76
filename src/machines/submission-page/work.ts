import type { StatusName } from '../../domain/status.ts'

/** What is going on in a submission, as far as its pages differ by it. */
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

/** By status. A new status does not compile until it is listed here. */
const workByStatus = {
  UNKNOWN: 'nothing',
  UPLOADING: 'receiving',
  UPLOADED: 'processing',
  UPLOAD_ERROR: 'uploadFailed',
  PROVISIONING: 'processing',
  PROVISIONING_ERROR: 'systemFailed',
  PROVISIONED: 'processing',
  SCHEMA_CHECK: 'processing',
  SCHEMA_CHECK_FAILED: 'schemaRefused',
  SCHEMA_CHECK_ERROR: 'systemFailed',
  SCHEMA_CHECK_PASSED: 'processing',
  RIGHT_TO_PROCESS: 'processing',
  RIGHT_TO_PROCESS_FAILED: 'rightRefused',
  RIGHT_TO_PROCESS_ERROR: 'systemFailed',
  RIGHT_TO_PROCESS_PASSED: 'processing',
  ENRICHMENT: 'processing',
  ENRICHMENT_ERROR: 'systemFailed',
  ENRICHMENT_PASSED: 'processing',
  SAVING_ENTITIES_ERROR: 'systemFailed',
  QUALITY_RULES: 'processing',
  QUALITY_RULES_ERROR: 'systemFailed',
  QUALITY_RULES_PASSED: 'processing',
  CREDIBILITY: 'processing',
  CREDIBILITY_ERROR: 'systemFailed',
  CREDIBILITY_PASSED: 'processing',
  COLLECTION_REPORTS: 'processing',
  COLLECTION_REPORTS_ERROR: 'systemFailed',
  COLLECTION_REPORTS_PASSED: 'processing',
  QUALITY_PROCESSING_COMPLETE: 'reading',
  ANALYST_APPROVAL: 'approving',
  AGENCY_APPROVAL: 'approving',
  SC_APPROVAL: 'approving',
  APPROVED: 'approved',
  PROVIDER_SIGNOFF: 'signingOff',
  SIGNED_OFF: 'signedOff',
  HISTORY_DATA: 'signedOff',
  HISTORY_DATA_ERROR: 'signedOff',
  HISTORY_DATA_PASSED: 'signedOff',
  RESUBMISSION_REQUIRED: 'sentBack',
  NIL_RETURN: 'nilReturn',
  RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT: 'sentBack',
} as const satisfies Record<StatusName, Work>

/** What is going on at a status. */
export const workAt = (status: StatusName): Work => workByStatus[status]
