import type { StatusName } from '../../src/domain/status.ts'

/*
 * What the specification says of a submission, in the least words that tell right from wrong, written from decisions §3 and
 * specification 2 §4.3 and apart from the product's charts.
 */

const stage = (
  from: StatusName,
  name: string,
  ends: readonly string[] = [],
): readonly [StatusName, readonly StatusName[]][] => [
  [from, [name as StatusName]],
  [
    name as StatusName,
    [`${name}_PASSED` as StatusName, `${name}_ERROR` as StatusName, ...(ends as StatusName[])],
  ],
]

/** Where each status may lead (decisions §3). */
const leadsTo = new Map<StatusName, readonly StatusName[]>([
  ['UNKNOWN', ['UPLOADING', 'NIL_RETURN', 'PROVISIONING']],
  // The agency takes it back (decisions §12): there is no submission any more.
  ['NIL_RETURN', ['UNKNOWN']],
  ['UPLOADING', ['UPLOADED', 'UPLOAD_ERROR']],
  ['UPLOADED', ['PROVISIONING']],
  ['PROVISIONING', ['PROVISIONED', 'PROVISIONING_ERROR']],
  ...stage('PROVISIONED', 'SCHEMA_CHECK', ['SCHEMA_CHECK_FAILED']),
  ...stage('SCHEMA_CHECK_PASSED', 'RIGHT_TO_PROCESS', ['RIGHT_TO_PROCESS_FAILED']),
  ...stage('RIGHT_TO_PROCESS_PASSED', 'ENRICHMENT', ['SAVING_ENTITIES_ERROR']),
  ...stage('ENRICHMENT_PASSED', 'QUALITY_RULES'),
  ...stage('QUALITY_RULES_PASSED', 'CREDIBILITY'),
  ...stage('CREDIBILITY_PASSED', 'COLLECTION_REPORTS'),
  ['COLLECTION_REPORTS_PASSED', ['QUALITY_PROCESSING_COMPLETE']],
  // Of a provider of England with risk code 01: agency, then statutory customer (specification 2 §4.3).
  ['QUALITY_PROCESSING_COMPLETE', ['AGENCY_APPROVAL']],
  ['AGENCY_APPROVAL', ['SC_APPROVAL', 'RESUBMISSION_REQUIRED']],
  ['SC_APPROVAL', ['APPROVED', 'RESUBMISSION_REQUIRED']],
  ['APPROVED', ['PROVIDER_SIGNOFF', 'RESUBMISSION_REQUIRED']],
  ['PROVIDER_SIGNOFF', ['SIGNED_OFF', 'RESUBMISSION_REQUIRED']],
  ['SIGNED_OFF', ['HISTORY_DATA', 'RESUBMISSION_REQUIRED']],
  ['HISTORY_DATA', ['HISTORY_DATA_PASSED', 'HISTORY_DATA_ERROR', 'RESUBMISSION_REQUIRED']],
  ['HISTORY_DATA_PASSED', ['RESUBMISSION_REQUIRED']],
  // The agency has the history made again; the sign-off stands.
  ['HISTORY_DATA_ERROR', ['SIGNED_OFF', 'RESUBMISSION_REQUIRED']],
])

/** Events that change who is the latest, or make a copy, and leave the status. */
const standing = ['SUPERSEDED', 'REPROCESSED']

/** Whether the specification lets a submission go so. */
export const mayGo = (event: string, from: StatusName, to: StatusName): boolean =>
  standing.includes(event) ? from === to : (leadsTo.get(from)?.includes(to) ?? false)

/** Statuses at which the system has something left to do: nothing may stay at one (decisions §3 "awaiting party", "Retry"). */
const underWay: readonly StatusName[] = [
  'UPLOADING',
  'UPLOADED',
  'PROVISIONING',
  'PROVISIONED',
  'SCHEMA_CHECK',
  'SCHEMA_CHECK_PASSED',
  'RIGHT_TO_PROCESS',
  'RIGHT_TO_PROCESS_PASSED',
  'ENRICHMENT',
  'ENRICHMENT_PASSED',
  'QUALITY_RULES',
  'QUALITY_RULES_PASSED',
  'CREDIBILITY',
  'CREDIBILITY_PASSED',
  'COLLECTION_REPORTS',
  'COLLECTION_REPORTS_PASSED',
  'SIGNED_OFF',
  'HISTORY_DATA',
]

/** Whether a submission may stay at this status for good: it waits for a person, or has ended. */
export const isAtRest = (status: StatusName): boolean => !underWay.includes(status)

/** Tries of a step before its error status is set: the first and three more (decisions §3 "Retry"). */
export const triesBeforeError = 4

/** A worker keeps its stage as long as no more than this passes between its signs of life, whatever its clock says. */
export const leaseSeconds = 10

/** Stages of a story that put what they make into the store. */
export const stagesWithOutput: readonly string[] = ['SCHEMA_CHECK', 'ENRICHMENT']

/** The stage whose system's fault a status tells of; undefined for any other status. */
export const stageInError = (status: StatusName): string | undefined => {
  if (status === 'HISTORY_DATA_ERROR') return 'HISTORY'
  if (status === 'SAVING_ENTITIES_ERROR') return 'ENRICHMENT'
  if (status === 'UPLOAD_ERROR' || !status.endsWith('_ERROR')) return undefined
  return status.slice(0, -'_ERROR'.length)
}
