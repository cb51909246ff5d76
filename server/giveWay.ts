import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** Ids of the threads of this process; none on a system that does not list them. */
const threads = (): number[] => {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return []
  }
}

/** A thread may end between being listed and being asked. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'info' in error && (error.info as { code?: string }).code === 'ESRCH'

/**
 * Gives every thread of this process a lower priority. Linux keeps a priority for each thread, and the threads that run the queries
 * of the analysis are there before the first line of ours; those that start later inherit it. Not the lowest: on a machine that
 * others keep busy, a worker would give no sign of life for longer than its jobs wait for one. Throws where the machine forbids
 * it.
 */
export const giveWay = (): void => {
  const { PRIORITY_BELOW_NORMAL } = constants.priority
  setPriority(PRIORITY_BELOW_NORMAL)
  for (const thread of threads()) {
    try {
      if (getPriority(thread) < PRIORITY_BELOW_NORMAL) setPriority(thread, PRIORITY_BELOW_NORMAL)
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}
