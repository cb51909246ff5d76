import { stages } from '../../src/machines/submission-lifecycle/index.ts'
import { deadlineKinds, type Jobs, type QueueName, type StageJob } from './jobs.ts'

/*
 * While one release takes the place of another, processes of both look at the same queues (fault 41). What only the later one
 * knows is left to it: here nobody could do it, and nobody may take it for done.
 */

/** A job of a later release that works beside this one. */
export class JobOfLaterRelease extends Error {
  override readonly name = 'JobOfLaterRelease'
  constructor(kind: string) {
    super(`This release does not know ${kind}. The job is left to a later one.`)
  }
}

/** Whether this release knows the stage of a job. */
export const isKnownStage = ({ stage }: Pick<StageJob, 'stage'>): boolean =>
  stages.some(known => known === stage)

/**
 * Throws JobOfLaterRelease for a job that is not known here, so that it is tried again, later and later. A stage has too few
 * tries for that: its worker puts it back (`putBack` of the queue).
 */
export const refuseUnknown = <Q extends QueueName>(queue: Q, data: Jobs[Q]): void => {
  if (queue === 'deadLetter' && 'stage' in data && !isKnownStage(data))
    throw new JobOfLaterRelease(data.stage)
  if (queue === 'deadline' && 'kind' in data && !deadlineKinds.some(known => known === data.kind))
    throw new JobOfLaterRelease(data.kind)
}
