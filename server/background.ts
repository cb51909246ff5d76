import type { Logger } from 'pino'
import { isDatabaseAway } from './database/away.ts'
import { outageOf } from './jobs/outages.ts'

/*
 * Work that nobody waits for: beside requests and jobs, by a timer, or after an event. No caller hears of its faults, and a
 * rejection that nobody handles ends the process. So it starts here and nowhere else (`tests/background.test.ts`).
 */

/**
 * All such work of a process. `tests/server/background.test.ts` cuts the database under each of them; a new name does not
 * compile until the test says what starts it.
 */
export const backgroundTasks = [
  'demonstration',
  'dueJobs',
  'firstReadinessCheck',
  'listeningConnection',
  'liveMessages',
  'liveSockets',
  'placesInQueue',
  'stageProgress',
  'workbookProgress',
  'publishedSpecifications',
  'specificationsInUse',
  'deadWorkerStages',
  'workFolders',
  'scheduledBackup',
] as const
export type BackgroundTask = (typeof backgroundTasks)[number]

type Log = Pick<Logger, 'info' | 'warn' | 'error'>

/** First and longest pause before work is tried again, in ms. */
const firstPauseMs = 250
const longestPauseMs = 15_000

/** Resolves after so many ms, or at once when the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms).unref()
    signal.addEventListener('abort', end)
  })

/** Runs the work once. Never rejects: a fault is logged, and whatever started the work starts it again when it is due. */
export const unattended = async (
  log: Pick<Logger, 'warn'>,
  task: BackgroundTask,
  work: () => unknown,
): Promise<void> => {
  try {
    await work()
  } catch (error) {
    log.warn({ err: error, task }, 'a background task failed')
  }
}

/**
 * Runs the work again and again until the returned function is called; never twice at the same time. The next run comes after
 * a fault, too.
 */
export const every = (log: Log, task: BackgroundTask, ms: number, work: () => unknown): (() => void) => {
  let isRunning = false
  const run = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    await unattended(log, task, work)
    isRunning = false
  }
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}

/**
 * Runs the work until it is done. While the database or the store is away, it is tried again with growing pauses, so it must
 * continue where it stopped. Any other fault ends it: it is logged, and `onFault` is run in the same way. Never rejects; the
 * signal ends it without a word.
 */
export const untilDone = (
  log: Log,
  task: BackgroundTask,
  work: () => Promise<unknown>,
  { signal, onFault }: { signal: AbortSignal; onFault?: (error: unknown) => Promise<unknown> },
): Promise<void> => {
  const insist = async (attempt: () => Promise<unknown>): Promise<void> => {
    for (let times = 0; !signal.aborted; times += 1) {
      try {
        await attempt()
        if (times > 0) log.info({ task }, 'a background task is done after an outage')
        return
      } catch (error) {
        if (signal.aborted) return
        const away = outageOf(error)?.part
        if (away === undefined) throw error
        log.warn({ err: error, task, away }, 'a background task waits for a part that is away')
      }
      await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** times), signal)
    }
  }
  return unattended(log, task, async () => {
    try {
      await insist(work)
    } catch (error) {
      log.error({ err: error, task }, 'a background task is given up')
      if (onFault) await insist(() => onFault(error))
    }
  })
}

/**
 * Keeps the process alive when a library leaves a rejection behind because the database is away: its own next attempt follows.
 * Any other rejection that nobody handles is thrown, which ends the process.
 */
export const survivesOutages = (log: Log): void => {
  process.on('unhandledRejection', error => {
    if (!isDatabaseAway(error)) throw error
    log.error({ err: error }, 'a rejection that nobody handles says that the database is away')
  })
}
