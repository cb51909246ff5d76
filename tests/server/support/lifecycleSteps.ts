import type { StatusName } from '../../../src/domain/status.ts'
import { type Stage, statusOfLeaf } from '../../../src/machines/submission-lifecycle/index.ts'
import type { PathStep } from '../../../src/model/paths/testPath.ts'

/** Events that workers report; nothing outside can send them. */
export type WorkerEvent =
  | `${Stage}_${'STARTED' | 'PASSED' | 'FAILED' | 'ERRORED'}`
  | 'SAVING_ENTITIES_ERRORED'
  | 'QUALITY_PROCESSING_COMPLETED'

/** What a path's step says of the submission besides its status. */
export interface Kept {
  isLatest: boolean
  hasStoredFile: boolean
}

/** Whether the step puts the submission itself aside: its copy takes its place in the same moment. */
export const isPutAsideBy = ({ event }: PathStep): boolean => event.type === 'REPROCESSED'

/** Whether the step has happened together with the one before. */
export const hasHappened = (step: PathStep, before: PathStep | undefined): boolean =>
  step.event.type === 'SUPERSEDED' && before !== undefined && isPutAsideBy(before)

/** The status in which a step ends. */
export const statusAfter = ({ to }: PathStep): StatusName => {
  const status = statusOfLeaf(to)
  if (!status) throw new Error(`The state "${to}" is no status.`)
  return status
}
