import type { Logger } from 'pino'
import { isDatabaseReadOnly } from './database/away.ts'
import { MigrationAwaited } from './database/index.ts'
import { outageOf } from './jobs/outages.ts'
import { patience } from './limits.ts'

/** First and longest pause before the start is tried again, in ms. */
const firstPauseMs = 250
const longestPauseMs = 2000

/** Whether waiting mends a fault of a start. */
const isAwaited = (error: unknown): boolean =>
  error instanceof MigrationAwaited || outageOf(error)?.part === 'database'

/**
 * Starts a process, and again while the database cannot be reached or takes no changes: it may be started at the same moment, or be
 * starting again after a crash, and refuses everybody until it has read its log (faults 14 and 15). A worker of a new release also
 * waits for the server that migrates the database. Each start has to end what it has begun where it fails. Any other fault, and
 * one that lasts, is thrown.
 */
export const startPatiently = async <T>(
  start: () => Promise<T>,
  options: { log: Pick<Logger, 'warn'>; sleep: (ms: number) => Promise<unknown>; now: () => number },
): Promise<T> => {
  const { log, sleep, now } = options
  const end = now() + patience.databaseAtStartMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await start()
    } catch (error) {
      if (!isAwaited(error) || now() + pauseMs > end) throw error
      if (error instanceof MigrationAwaited)
        log.warn({ err: error }, 'the database is not of this release yet; the start is tried again')
      else if (isDatabaseReadOnly(error))
        log.warn({ err: error }, 'the database takes no changes; the start is tried again')
      else log.warn({ err: error }, 'the database cannot be reached; the start is tried again')
      await sleep(pauseMs)
    }
  }
}
