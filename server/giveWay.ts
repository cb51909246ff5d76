import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** The threads of this process: the system gives each a priority of its own. None where it does not list them. */
const threads = (): number[] => {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return []
  }
}

/** Threads end at any moment: one that is not there any more needs no priority. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'info' in error && (error.info as { code?: string }).code === 'ESRCH'

/**
 * Gives this process the lowest priority: all threads that it has, as those that were there before do most of its work, and with
 * them all that they start. Throws where the machine forbids it.
 */
export const giveWay = (): void => {
  const { PRIORITY_LOW } = constants.priority
  setPriority(PRIORITY_LOW)
  for (const thread of threads()) {
    try {
      if (getPriority(thread) !== PRIORITY_LOW) setPriority(thread, PRIORITY_LOW)
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}
