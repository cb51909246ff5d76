import { type ProcessingStage, shareDone, stagesOf } from '../../../domain/processingProgress.ts'
import { type ProcessingStep, processingSteps } from '../../../domain/processingStep.ts'
import {
  hasTag,
  isFinished,
  isSystemError,
  type StatusName,
  type SubmissionMode,
  statusOf,
} from '../../../domain/status.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { stepBounds } from '../../../machines/submission-lifecycle/processingSteps.ts'

/** The page shows each step of the processing as a group of its own (specification 2 §2.8). */
export type GroupId = ProcessingStep

/** failed: the file is at fault; error: the system is; notRun: an earlier step stopped the processing. */
export type GroupState = 'waiting' | 'running' | 'passed' | 'failed' | 'error' | 'notRun'

export interface ProcessingGroup {
  id: GroupId
  state: GroupState
  /** Milliseconds between its first and its last status, when both are in the history. */
  took: number | undefined
}

const stateOf = (group: GroupId, name: StatusName): GroupState => {
  const { step } = statusOf(name)
  if (step === null) return hasTag(name, 'processed') || isFinished(name) ? 'passed' : 'waiting'
  const hasStopped = hasTag(name, 'error')
  if (step !== group) {
    if (processingSteps.indexOf(step) > processingSteps.indexOf(group)) return 'passed'
    return hasStopped ? 'notRun' : 'waiting'
  }
  if (hasStopped) return isSystemError(name) ? 'error' : 'failed'
  return name === stepBounds[group].passes ? 'passed' : 'running'
}

const tookOf = (group: GroupId, history: KnownSubmission['history']): number | undefined => {
  // The last of each: a step that was taken up again counts from its last start.
  const at = (name: StatusName) => {
    const entry = history.findLast(({ status }) => status === name)
    return entry && Date.parse(entry.at)
  }
  const { starts, passes } = stepBounds[group]
  const [from, to] = [at(starts), at(passes)]
  return from !== undefined && to !== undefined && to >= from ? to - from : undefined
}

/** Each group with its state (specification 2 §2.8). */
export const processingGroups = (
  status: StatusName,
  history: KnownSubmission['history'],
): ProcessingGroup[] =>
  processingSteps.map(id => {
    const state = stateOf(id, status)
    return { id, state, took: state === 'passed' ? tookOf(id, history) : undefined }
  })

const stagesIn = (group: GroupId, mode: SubmissionMode): readonly ProcessingStage[] =>
  stagesOf(mode).filter(stage => statusOf(stage).step === group)

/** Whether anything is made in the group; where nothing is, it only tells that all is done. */
export const hasStages = (group: GroupId, mode: SubmissionMode): boolean => stagesIn(group, mode).length > 0

/**
 * Share done of a group that is under way, 0 to 1; undefined when what was measured last belongs to another. Each stage
 * of a group has an equal part, so that the bar goes on where the stage before ended.
 */
export const shareOf = (
  group: GroupId,
  mode: SubmissionMode,
  progress: KnownSubmission['progress'],
): number | undefined => {
  if (progress === null || progress.total <= 0) return undefined
  const stages: readonly string[] = stagesIn(group, mode)
  const at = stages.indexOf(progress.stage)
  return at < 0 ? undefined : (at + shareDone(progress)) / stages.length
}
