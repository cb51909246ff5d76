import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { longest } from '../limits.ts'
import type { Slot } from './boss.ts'
import type { Held } from './jobs.ts'
import type { Outages } from './outages.ts'
import type { JobQueue } from './queue.ts'

/** The jobs that consumers of a process have in hand: what becomes of those that it loses costs them no try. */
export const createInHand = (options: {
  db: Kysely<Database>
  log: Logger
  queue: Pick<JobQueue, 'uncount' | 'handBack'>
  outages: Pick<Outages, 'end'>
}) => {
  const { db, log, queue, outages } = options
  const inHand = new Set<Held<unknown>>()
  /** Aborted when the jobs in hand are left to other processes. */
  const leaving = new AbortController()

  return {
    /** The same handler; the signal of its job says besides that this process ends. */
    holding:
      <T>(handle: (job: Held<T>) => Promise<void>) =>
      async (taken: Held<T>): Promise<void> => {
        const job = { ...taken, signal: AbortSignal.any([taken.signal, leaving.signal]) }
        inHand.add(job)
        try {
          await handle(job)
        } finally {
          inHand.delete(job)
        }
      },

    /**
     * Of a job that is not this process's any more: it was withdrawn, this process ends, or its signs of life were missed though
     * it lives, which is no fault of the job.
     */
    lose: async (job: Held<unknown>): Promise<void> => {
      if (leaving.signal.aborted) return
      await withScope(db, { scope: 'all' }, tx => queue.uncount(tx, job)).catch(error =>
        log.warn(
          { err: error, queue: job.name, ...(job.data as object) },
          'a job that was lost counts as a try',
        ),
      )
    },

    /**
     * For the end of a process: takes no more jobs. Those in hand that do not end within the grace go to other processes, and no
     * restart costs them a try.
     */
    leave: async (slots: readonly Slot[], withinMs = longest.jobsAtEndMs): Promise<void> => {
      outages.end()
      const ended = Promise.allSettled(slots.map(slot => slot.stop()))
      await Promise.race([ended, setTimeout(withinMs, undefined, { ref: false })])
      const held = [...inHand]
      if (held.length > 0)
        await withScope(db, { scope: 'all' }, async tx => {
          for (const job of held) await queue.handBack(tx, job)
        }).catch(error => log.warn({ err: error, jobs: held.length }, 'jobs in hand count a try more'))
      leaving.abort(new Error('The process ends.'))
    },
  }
}
