import type { Transaction } from 'kysely'
import { fromKysely, type SendOptions } from 'pg-boss'
import { stages } from '../../src/machines/submission-lifecycle/index.ts'
import { setBackMs } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import type { Boss } from './boss.ts'
import { openStagesOf } from './bossTables.ts'
import { type Held, names, type StageJob } from './jobs.ts'
import { LeaseLost } from './lease.ts'
import type { Sending } from './sending.ts'

type Tx = Transaction<Database>

/**
 * Later stages go first, so that what was begun is finished. At the first stage providers take turns: the n-th open
 * job of a provider waits behind the first n - 1 of every other.
 */
const priorityOf = async (tx: Tx, { stage, instId }: StageJob): Promise<number> =>
  stage === stages[0] ? -(await openStagesOf(tx, instId)) : stages.indexOf(stage)

/** The stages of submissions on the queue: one open job for each submission, held by one attempt at a time. */
export const createStageJobs = (options: {
  boss: Boss
  sendOnce: Sending['sendOnce']
  cancelOpen: Sending['cancelOpen']
  placesMoved: (options: SendOptions) => Promise<void>
}) => {
  const { boss, sendOnce, cancelOpen, placesMoved } = options

  return {
    /**
     * Enqueues a stage in the transaction that decides on it. The key names the effect: the same key again changes
     * nothing.
     */
    enqueueStage: async (tx: Tx, job: StageJob, key: string): Promise<void> => {
      const priority = await priorityOf(tx, job)
      await sendOnce(tx, 'stage', job, { key, singletonKey: job.submissionId, group: job.instId, priority })
      // Who comes last in an outage is told what is awaited, though nobody moves. Nobody waits for the demonstration's files.
      if (job.stage === stages[0] && setBackMs() === 0) await placesMoved({ db: fromKysely(tx) })
    },

    /** Takes the work on a submission off the queue, in hand or waiting: a worker that has it is told to stop. */
    withdraw: async (tx: Tx, submissionId: string): Promise<void> => {
      if (await cancelOpen(tx, 'stage', submissionId)) await placesMoved({ db: fromKysely(tx) })
    },

    /** Whether this attempt still holds its stage's job: a process that stood still may have lost it to another. */
    holds: async (tx: Tx, { id, retryCount }: Held<StageJob>): Promise<boolean> => {
      const found = await boss.findJobs(names.stage, { db: fromKysely(tx), id })
      return found.some(job => job.state === 'active' && job.retryCount === retryCount)
    },

    /** Ends a stage's job in the transaction of its result. Throws LeaseLost where this attempt does not hold it any more. */
    complete: async (tx: Tx, { id, retryCount, data }: Held<StageJob>): Promise<void> => {
      const ended = await boss.complete(names.stage, { id, retryCount }, undefined, { db: fromKysely(tx) })
      if (!('affected' in ended) || ended.affected !== 1) throw new LeaseLost(data.submissionId, data.stage)
    },

    /** Gives a stage's job back after a fault: it is tried again after a delay, or becomes a dead letter. */
    giveBack: async (tx: Tx, { id, retryCount }: Held<StageJob>, error: unknown): Promise<void> => {
      const reason = error instanceof Error ? error : { message: String(error) }
      await boss.fail(names.stage, { id, retryCount }, reason, { db: fromKysely(tx) })
    },

    /** Gives a stage back that a dead worker held, without waiting for its signs of life to fail. */
    release: async ({ submissionId, stage }: Pick<StageJob, 'submissionId' | 'stage'>): Promise<void> => {
      const found = await boss.findJobs<StageJob>(names.stage, { key: submissionId })
      for (const { id, retryCount, state, data } of found)
        if (state === 'active' && data.stage === stage)
          await boss.fail(names.stage, { id, retryCount }, { message: 'The worker ended in this stage.' })
    },
  }
}
