/** Time between two looks, in ms: the longest that a retry or a deferred job waits beyond its time. */
export const lookEveryMs = 500

/**
 * Looks at all queues of a process in one statement, and wakes those who consume one in which a job is due. A retry, a deferred
 * job and a dead letter notify nobody when their time comes; each consumer that asked for itself would keep the database busy
 * with two dozen questions a second for each process that has nothing to do.
 */
export const createLookout = (
  /** Which of these queues have a job that may be taken now. */
  due: (queues: string[]) => Promise<string[]>,
) => {
  const consumers = new Map<object, { queue: string; wake: () => void }>()
  let isLooking = false

  const look = async (): Promise<void> => {
    const queues = [...new Set(Array.from(consumers.values(), ({ queue }) => queue))]
    // Where the database is away, the next look asks again.
    const found = new Set(await due(queues).catch(() => []))
    for (const { queue, wake } of consumers.values()) if (found.has(queue)) wake()
    isLooking = false
    lookAgain()
  }

  const lookAgain = (): void => {
    if (isLooking || consumers.size === 0) return
    isLooking = true
    setTimeout(look, lookEveryMs).unref()
  }

  return {
    /** Wakes a consumer of the queue from now on; gives what ends that. */
    watch: (queue: string, wake: () => void): (() => void) => {
      const consumer = {}
      consumers.set(consumer, { queue, wake })
      lookAgain()
      return () => void consumers.delete(consumer)
    },
  }
}
