import { shareDone } from '../../../domain/processingProgress.ts'
import { isAtOrBeyond, isSystemError, type StatusName, statusById } from '../../../domain/status.ts'
import type { SubmissionWire } from '../../../domain/wire/submissions.ts'

/** Groups that the page shows (specification 2 §2.8). */
export const groupIds = [
  'fileChecking',
  'schemaCheck',
  'rightToProcess',
  'enrichment',
  'qualityRules',
  'complete',
] as const
export type GroupId = (typeof groupIds)[number]

/** failed: the file is at fault; error: the system is. */
export type GroupState = 'waiting' | 'running' | 'passed' | 'failed' | 'error'

interface Group {
  id: GroupId
  /** First status of the group: from here on it is under way. */
  starts: StatusName
  /** From this status on it is passed. */
  passes: StatusName
  /** Statuses in which it stopped. */
  stops: readonly StatusName[]
}

const groups: readonly Group[] = [
  {
    id: 'fileChecking',
    starts: 'UPLOADED',
    passes: 'PROVISIONED',
    stops: ['UPLOAD_ERROR', 'PROVISIONING_ERROR'],
  },
  {
    id: 'schemaCheck',
    starts: 'SCHEMA_CHECK',
    passes: 'SCHEMA_CHECK_PASSED',
    stops: ['SCHEMA_CHECK_FAILED', 'SCHEMA_CHECK_ERROR'],
  },
  {
    id: 'rightToProcess',
    starts: 'RIGHT_TO_PROCESS',
    passes: 'RIGHT_TO_PROCESS_PASSED',
    stops: ['RIGHT_TO_PROCESS_FAILED', 'RIGHT_TO_PROCESS_ERROR'],
  },
  {
    id: 'enrichment',
    starts: 'ENRICHMENT',
    passes: 'ENRICHMENT_PASSED',
    stops: ['ENRICHMENT_ERROR', 'SAVING_ENTITIES_ERROR'],
  },
  {
    id: 'qualityRules',
    starts: 'QUALITY_RULES',
    passes: 'QUALITY_RULES_PASSED',
    stops: ['QUALITY_RULES_ERROR'],
  },
  {
    id: 'complete',
    starts: 'CREDIBILITY',
    passes: 'QUALITY_PROCESSING_COMPLETE',
    stops: ['CREDIBILITY_ERROR', 'COLLECTION_REPORTS_ERROR'],
  },
]

export interface ProcessingGroup {
  id: GroupId
  state: GroupState
  /** Milliseconds between its first and its last status, when both are in the history. */
  took: number | undefined
}

const stateOf = (group: Group, status: StatusName): GroupState => {
  if (group.stops.includes(status)) return isSystemError(status) ? 'error' : 'failed'
  // UPLOAD_ERROR stands after UPLOADED in the catalogue, and nothing is under way in it.
  if (status === 'UPLOAD_ERROR') return 'waiting'
  if (isAtOrBeyond(status, group.passes)) return 'passed'
  return isAtOrBeyond(status, group.starts) ? 'running' : 'waiting'
}

const tookOf = (group: Group, history: SubmissionWire['stateHistory']): number | undefined => {
  // The last of each: a step that was taken up again counts from its last start.
  const at = (name: StatusName) => {
    const entry = history.findLast(({ StatusId }) => statusById(StatusId)?.name === name)
    return entry && Date.parse(entry.Actioned)
  }
  const [from, to] = [at(group.starts), at(group.passes)]
  return from !== undefined && to !== undefined && to >= from ? to - from : undefined
}

/** Each group with its state (specification 2 §2.8). */
export const processingGroups = (
  status: StatusName,
  history: SubmissionWire['stateHistory'],
): ProcessingGroup[] =>
  groups.map(group => {
    const state = stateOf(group, status)
    return { id: group.id, state, took: state === 'passed' ? tookOf(group, history) : undefined }
  })

/** The stages whose progress is measured, by the group that shows them, in their order. */
const stagesOf: Record<GroupId, readonly string[]> = {
  fileChecking: ['PROVISIONING'],
  schemaCheck: ['SCHEMA_CHECK'],
  rightToProcess: ['RIGHT_TO_PROCESS'],
  enrichment: ['ENRICHMENT'],
  qualityRules: ['QUALITY_RULES'],
  complete: ['CREDIBILITY', 'COLLECTION_REPORTS'],
}

/**
 * Share done of a group that is under way, 0 to 1; undefined when what was measured last belongs to another. Each stage
 * of a group has an equal part, so that the bar goes on where the stage before ended.
 */
export const shareOf = (group: GroupId, progress: SubmissionWire['progress']): number | undefined => {
  if (progress === null || progress.total <= 0) return undefined
  const stages = stagesOf[group]
  const at = stages.indexOf(progress.stage)
  return at < 0 ? undefined : (at + shareDone(progress)) / stages.length
}
