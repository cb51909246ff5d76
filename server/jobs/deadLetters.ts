import type { Logger } from 'pino'
import * as z from 'zod'
import { message } from '../../src/messages/message.ts'
import { isMessage } from '../../src/messages/messages.ts'
import type { Lifecycle } from '../lifecycle/index.ts'
import { endInError, type KeepErrorLog, type StageEnd } from './endInError.ts'
import type { Held, StageJob } from './jobs.ts'
import type { JobQueue } from './queue.ts'
import { countedTries } from './queues.ts'
import { SavingFault } from './stageRunner.ts'

/** What the queue keeps of the last failure: an error of a stage, or words about a worker that ended. */
const lastFailure = z.object({
  name: z.string().optional(),
  message: z.string(),
  stack: z.string().optional(),
  reason: z.unknown().optional(),
  /** Of a problem in words of ours, such as a store that is away. */
  problem: z.object({ reason: z.unknown() }).optional(),
})

const faultOf = (job: Held<StageJob>): StageEnd => {
  const { data: failure } = lastFailure.safeParse(job.sourceOutput)
  if (failure?.name === undefined) {
    const attempts = countedTries((job.sourceRetryCount ?? 0) + 1)
    return {
      reason: message('server', 'fault.givenUp', { attempts }),
      isSaving: false,
      log: undefined,
      fencingToken: undefined,
    }
  }
  const reason = failure.reason ?? failure.problem?.reason
  return {
    reason: isMessage(reason) ? reason : failure.message,
    isSaving: failure.name === SavingFault.name,
    log: failure.stack,
    fencingToken: undefined,
  }
}

/**
 * Ends a stage whose tries are used up: by faults, by workers that died in it, or because it could not even begin. It
 * gets its error status, and the agency can have the file processed again.
 */
export const createDeadLetters = (options: {
  lifecycle: Lifecycle
  clock: { now: () => Date }
  log: Logger
  keepErrorLog: KeepErrorLog
  queue: JobQueue
}) => ({
  start: async (): Promise<void> => {
    await options.queue.consume('deadLetter', job =>
      endInError({ ...options, worker: 'none' }, job.data, faultOf(job)),
    )
  },
})
