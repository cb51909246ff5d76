import type { Logger } from 'pino'
import { unattended } from '../background.ts'

/** Time between two looks, in ms: the longest that a retry or a deferred job waits beyond its time. */
export const lookEveryMs = 500

/** A look without an answer for so long is waited for no more, in ms: its connection may hang. */
export const lookWithinMs = 5000

/** Who takes the jobs of a queue. */
export interface Consumer {
  queue: string
  /** Whether one of its queue is woken at each look: those who ask at the same moment take more of a group than it may have. */
  isOneOfGroup?: boolean
  wake: () => void
}

/**
 * Looks at all queues of a process in one statement, and wakes those who consume one in which a job is due. A retry, a deferred
 * job and a dead letter notify nobody when their time comes; each consumer that asked for itself would keep the database busy
 * with two dozen questions a second for each process that has nothing to do.
 */
export const createLookout = (options: {
  /** Which of these queues have a job that may be taken now. */
  due: (queues: string[]) => Promise<string[]>
  log: Pick<Logger, 'warn' | 'info'>
}) => {
  const { due, log } = options
  const consumers = new Set<Consumer>()
  let isLooking = false
  let hasFailed = false
  let next: NodeJS.Timeout | undefined

  /** Says the first of a row of failures, and when it is over. Where the database is away, the next look asks again. */
  const ask = async (queues: string[]): Promise<ReadonlySet<string>> => {
    const late = Promise.withResolvers<never>()
    const patience = setTimeout(
      () => late.reject(new Error(`The database has not answered for ${lookWithinMs} ms.`)),
      lookWithinMs,
    )
    try {
      const found = await Promise.race([due(queues), late.promise])
      if (hasFailed) log.info('the queues are looked at again')
      hasFailed = false
      return new Set(found)
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'the queues cannot be looked at; what is due waits longer')
      hasFailed = true
      return new Set()
    } finally {
      clearTimeout(patience)
    }
  }

  const look = async (): Promise<void> => {
    isLooking = true
    try {
      const found = await ask([...new Set(Array.from(consumers, ({ queue }) => queue))])
      const woken = new Set<string>()
      for (const { queue, isOneOfGroup, wake } of consumers) {
        if (!found.has(queue) || (isOneOfGroup && woken.has(queue))) continue
        woken.add(queue)
        wake()
      }
    } finally {
      isLooking = false
      lookAgain()
    }
  }

  const lookAgain = (): void => {
    clearTimeout(next)
    if (isLooking || consumers.size === 0) return
    next = setTimeout(() => unattended(log, 'dueJobs', look), lookEveryMs).unref()
  }

  return {
    /** Wakes a consumer from now on; gives what ends that. */
    watch: (consumer: Consumer): (() => void) => {
      const isFirst = consumers.size === 0
      consumers.add(consumer)
      if (isFirst) lookAgain()
      return () => {
        consumers.delete(consumer)
        if (consumers.size === 0) lookAgain()
      }
    },
    /** Wakes nobody any more. */
    end: (): void => {
      consumers.clear()
      lookAgain()
    },
  }
}
