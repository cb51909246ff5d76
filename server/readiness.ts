import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { type Message, message } from '../src/messages/message.ts'
import { type Database, lookAtDatabase, ReadOnlyDatabase, StandbyDatabase } from './database/index.ts'
import { type Disk, NearlyFull } from './disk.ts'
import { heldFor } from './heldFor.ts'
import { lookAtQueue } from './jobs/index.ts'
import { patience } from './limits.ts'
import type { Listener } from './live/index.ts'
import { inEnglish } from './messages.ts'
import { filesLeft, MasterKeyMissing, type ObjectStore } from './storage/index.ts'

/** What a server cannot serve without. */
export const neededParts = ['database', 'queue', 'store', 'disk', 'notifications', 'clock'] as const
export type Part = (typeof neededParts)[number]

interface Fault {
  part: Part
  reason: Message
  /** It keeps the process from serving at all, where another one may be able to. */
  isOwn: boolean
}

export interface Report {
  /** What is at fault, in words; empty while the server can serve. */
  faults: Fault[]
  /** The server is about to end, and takes no new visitors. */
  isEnding: boolean
}

/** Answers are this old at most: many may ask, and each part is looked at once. */
const freshMs = 1000

/** The store answers, and keeps what it was told to remove. */
class RemovalsRefusedError extends Error {
  override readonly name = 'RemovalsRefusedError'
}

/** The clock differs from that of the database. */
class ClockOffError extends Error {
  override readonly name = 'ClockOffError'
}

const late = (ms: number): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms).unref())

/**
 * Whether the process can serve: its database, the queue in it, the object store, its disk, which has to take a file and to
 * keep a reserve, the notifications of the database, which a pooler in between may swallow without a word, and its clock.
 * Whoever asks is answered within seconds, however the parts hang.
 */
export const createReadiness = (options: {
  db: Kysely<Database>
  store: Pick<ObjectStore, 'look'>
  disk: Pick<Disk, 'check'>
  /** The listening connection. */
  listener: Pick<Listener, 'hears'>
  clock: { now: () => Date }
  log: Logger
}) => {
  const { db, store, disk, listener, clock, log } = options
  const down = new Set<Part>()
  let isEnding = false

  const agreesWithDatabase = async (): Promise<void> => {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
    const offMs = clock.now().getTime() - (rows[0]?.at.getTime() ?? Number.NaN)
    if (Math.abs(offMs) > patience.clockOffMs)
      throw new ClockOffError(`The clock is ${Math.round(offMs / 1000)} s off.`)
  }

  const lookAtStore = async (): Promise<void> => {
    await store.look()
    // That the database is away is told as a fault of the database.
    const { refused } = await filesLeft(db).catch(() => ({ refused: 0 }))
    if (refused > 0) throw new RemovalsRefusedError(`The store has not removed ${refused} files.`)
  }

  const parts: Record<Part, () => Promise<unknown>> = {
    database: () => lookAtDatabase(db),
    queue: () => lookAtQueue(db),
    // Before the store, whose folder lies on it: visitors are told of the first fault.
    disk: disk.check,
    store: lookAtStore,
    notifications: () => listener.hears(db),
    clock: agreesWithDatabase,
  }

  const reasonOf = (part: Part, error: unknown): Message => {
    if (part === 'disk')
      return error instanceof NearlyFull
        ? message('problems', 'diskNearlyFull')
        : message('server', 'diskDown')
    if (part === 'store' && error instanceof RemovalsRefusedError) return message('server', 'storeKeepsFiles')
    if (part === 'store')
      return error instanceof Error && error.cause instanceof MasterKeyMissing
        ? message('problems', 'storeKeyMissing')
        : message('problems', 'storeDown')
    if (part === 'notifications') return message('server', 'notificationsDown')
    if (part === 'clock' && error instanceof ClockOffError) return message('server', 'clockOff')
    if (part === 'queue') return message('server', 'queueDown')
    if (error instanceof StandbyDatabase) return message('server', 'databaseStandby')
    return error instanceof ReadOnlyDatabase
      ? message('server', 'databaseReadOnly')
      : message('server', 'databaseDown')
  }

  /** A disk that is only slow or nearly full, or a database that takes no changes, keeps nobody from reading. */
  const isOwn = (part: Part, error: unknown): boolean =>
    (part === 'database' && !(error instanceof ReadOnlyDatabase)) ||
    (part === 'disk' && error instanceof Error && 'code' in error && !(error instanceof NearlyFull))

  const look = async (): Promise<Report['faults']> => {
    const looked = await Promise.all(
      Object.entries(parts).map(async ([name, ask]) => {
        const part = name as Part
        try {
          await Promise.race([ask(), late(patience.readinessMs)])
          if (down.delete(part)) log.warn({ part }, 'recovered')
          return undefined
        } catch (error) {
          const reason = reasonOf(part, error)
          if (!down.has(part)) log.error({ err: error, part }, inEnglish(reason))
          down.add(part)
          return { part, reason, isOwn: isOwn(part, error) }
        }
      }),
    )
    return looked.filter(fault => fault !== undefined)
  }

  const lookOnce = heldFor(freshMs, look)
  const check = async (): Promise<Report> => ({ faults: await lookOnce(), isEnding })

  return {
    /** What is at fault: for operators and alerts. */
    check,
    /**
     * The same, of what keeps this process from serving: its way to the database, and a disk that refuses what it writes. For who
     * shares visitors out: without the store, or with a disk that is nearly full, pages are there and say what is away. That the
     * process ends is told at once, however long its parts take.
     */
    checkServing: async (): Promise<Report> => {
      const { faults } = isEnding ? { faults: [] } : await check()
      return { faults: faults.filter(({ isOwn }) => isOwn), isEnding }
    },
    /** From now on the server is not ready: who shares visitors out sends them elsewhere. */
    end: (): void => {
      isEnding = true
    },
  }
}
export type Readiness = ReturnType<typeof createReadiness>
