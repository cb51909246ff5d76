import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../database/schema.ts'
import type { Slot } from './boss.ts'
import { createInHand } from './inHand.ts'
import { type Held, type Jobs, type MakingQueue, makingQueues, names } from './jobs.ts'
import { JobOfLaterRelease } from './laterRelease.ts'
import { createOutageHandling } from './outageHandling.ts'
import type { Outages } from './outages.ts'
import type { JobQueue } from './queue.ts'

/** How one kind of thing is made beside the stages. */
export interface Making<Q extends MakingQueue> {
  /** Makes it; can be run again. What it throws is tried again, and costs no try where something that it needs is away. */
  make: (job: Pick<Held<Jobs[Q]>, 'data' | 'signal'>) => Promise<void>
  /**
   * Ends what could not be made: the tries are used up, by faults or by processes that died in it. Whoever asked hears of it.
   * Nobody has it in hand any more; done twice it changes nothing.
   */
  giveUp: (data: Jobs[Q]) => Promise<void>
}
export type Makings = { readonly [Q in MakingQueue]: Making<Q> }

/**
 * What is made, or gone through, beside the stages: one job for each, of a queue for each kind. The queue counts the tries, so
 * that one which kills its process is given up as well; an outage, and the end of a process, cost none.
 */
export const createMakings = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  queue: JobQueue
  outages: Outages
  makings: Makings
}) => {
  const { log, queue, makings } = options
  const { putBack, rest, awayAt } = createOutageHandling(options)
  const { holding, lose, leave } = createInHand(options)
  const slots: Slot[] = []

  /** A handler of jobs that does the work; while something that it needs is away, its queue rests. */
  const handling = <T>(work: (job: Held<T>) => Promise<void>) =>
    holding<T>(async job => {
      try {
        await work(job)
      } catch (error) {
        if (job.signal.aborted) return lose(job)
        const part = await awayAt(job, error)
        if (!part) throw error
        log.error({ err: error, queue: job.name, ...(job.data as object) }, 'a job has to wait')
        await putBack(job, { part })
        await rest(part)
      }
    })

  const consume = async <Q extends MakingQueue>(making: Q): Promise<void> => {
    slots.push(
      await queue.consume(
        making,
        handling<Jobs[Q]>(job => makings[making].make(job)),
      ),
    )
  }

  const giveUp = <Q extends MakingQueue>(making: Q, data: Jobs[Q]): Promise<void> =>
    makings[making].giveUp(data)

  return {
    /** Has this process do what jobs of these queues ask for. */
    start: async (...queues: readonly MakingQueue[]): Promise<void> => {
      for (const making of queues) await consume(making)
    },

    /** Has this process end what could not be made. */
    startGivingUp: async (): Promise<void> => {
      const handle = handling<Jobs['makingDead']>(async ({ sourceName, data }) => {
        const making = makingQueues.find(one => names[one] === sourceName)
        if (!making) throw new JobOfLaterRelease(String(sourceName))
        log.error({ queue: sourceName, ...data }, 'a job was given up')
        await giveUp(making, data)
      })
      slots.push(await queue.consume('makingDead', handle))
    },

    /** For the end of a process: takes no more jobs, and leaves those in hand to others. */
    leave: (withinMs?: number): Promise<void> => leave(slots, withinMs),
  }
}
