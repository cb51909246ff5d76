import type { Logger } from 'pino'
import { ProblemError } from '../../src/domain/problem.ts'
import type { Outage } from '../../src/domain/wire/progress.ts'
import { isDatabaseAway } from '../database/away.ts'
import { isDiskFault } from '../disk.ts'
import { patience } from '../limits.ts'
import { MasterKeyMissing } from '../storage/index.ts'

/*
 * An outage is a fault of what a worker works with: the object store is away or its keys are missing here, its disk is full or
 * read-only, the database is away. It says nothing about the file, so it costs the file none of its tries (decisions §3 "Retry").
 */

/** What DuckDB and others say of a disk without a code; that spill files may not grow further is said as a lack of memory. */
const diskWords = /no space left on device|disk quota exceeded|read-only file system|max_temp_directory_size/i

/** Errors of which an error says that they caused it, itself first. */
const causesOf = (error: unknown): Error[] => {
  const causes: Error[] = []
  for (let at = error; at instanceof Error && !causes.includes(at); at = at.cause) causes.push(at)
  return causes
}

/** What a fault of a stage says is away; undefined for a fault of the file or of the stage itself. */
export const outageOf = (error: unknown): { part: Outage; isCertain: boolean } | undefined => {
  const causes = causesOf(error)
  const onDisk = causes.find(cause => isDiskFault(cause) || diskWords.test(cause.message))
  // One sector that cannot be read is a fault of one file.
  if (onDisk) return { part: 'disk', isCertain: !('code' in onDisk && onDisk.code === 'EIO') }
  const isStore = causes.some(
    cause =>
      (cause instanceof ProblemError && cause.problem.kind === 'unavailable') ||
      // What is stored cannot be read before the key is copied here, whatever is stored.
      cause instanceof MasterKeyMissing ||
      cause.name === 'TimeoutError',
  )
  if (isStore) return { part: 'store', isCertain: true }
  return causes.some(isDatabaseAway) ? { part: 'database', isCertain: true } : undefined
}

/** First and longest pause between two looks, in ms; each is between half of it and the whole. */
const firstPauseMs = 500
const longestPauseMs = 15_000
/** An outage that lasts is said again after so many looks: about every five minutes. */
const saidAgainAfter = 25

/** Pause before a look, in ms: it doubles, and differs so that not all workers of an installation look at once. */
const pauseMs = (looks: number, random: () => number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** looks) * (0.5 + random() / 2)

/**
 * What a worker knows of outages: it looks at its store, disk and database, and waits until they can be used again. All
 * consumers of a process wait together.
 */
export const createOutages = (options: {
  /** Looks at a part; rejects where it cannot be used. */
  parts: Record<Outage, () => Promise<unknown>>
  /** Whether the disk has its reserve: looked at before each stage, so it has to cost next to nothing. */
  hasRoom: () => Promise<boolean>
  log: Logger
  /** Resolves after so many ms. */
  sleep: (ms: number) => Promise<void>
  random?: () => number
}) => {
  const { parts, hasRoom, log, sleep, random = Math.random } = options
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let isEnded = false
  let waiting: Promise<void> | undefined

  const isUsable = (ask: () => Promise<unknown>): Promise<boolean> =>
    Promise.race([
      ask().then(
        () => true,
        () => false,
      ),
      sleep(patience.outageMs).then(() => false),
    ])

  /** The part that cannot be used now, the disk first; undefined where all can. */
  const look = async (): Promise<Outage | undefined> => {
    const checks = (['disk', 'store', 'database'] as const).map(async part =>
      (await isUsable(parts[part])) ? undefined : part,
    )
    return (await Promise.all(checks)).find(part => part !== undefined)
  }

  const wait = async (part: Outage): Promise<void> => {
    log.error({ part }, 'no jobs that need it are taken until the part that is away can be used again')
    for (let looks = 0; !isEnded; looks += 1) {
      await Promise.race([sleep(pauseMs(looks, random)), ended])
      const away = isEnded ? undefined : await look()
      if (away === undefined) break
      if (looks % saidAgainAfter === saidAgainAfter - 1)
        log.error({ part: away }, 'a part is still away, and no jobs that need it are taken')
    }
    log.warn({ part }, 'jobs are taken again')
  }

  return {
    hasRoom,
    look,
    /** Waits until every part can be used, or until this process ends. */
    untilOver: (part: Outage): Promise<void> => {
      waiting ??= wait(part).finally(() => {
        waiting = undefined
      })
      return waiting
    },
    /** A pause of its own, ended with the process. `times`: how many there were before. */
    pause: (times: number): Promise<void> => Promise.race([sleep(pauseMs(times, random)), ended]),
    isEnded: (): boolean => isEnded,
    /** This process ends: nothing waits any longer. */
    end: (): void => {
      isEnded = true
      end()
    },
  }
}
export type Outages = ReturnType<typeof createOutages>
