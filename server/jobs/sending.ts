import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { fromKysely } from 'pg-boss'
import { type Clock, type KeptClock, keptClock, setBackMs } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import type { Boss } from './boss.ts'
import { type Jobs, names, type QueueName } from './jobs.ts'

type Tx = Transaction<Database>

/** The id of the job of an effect: the same effect always gets the same id, so it is never enqueued twice. */
export const jobIdOf = (idempotencyKey: string): string => {
  const hex = createHash('sha256').update(idempotencyKey).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Data of a job, and the clock to do it with where that is set back. */
export type Dated<T> = T & { clock?: KeptClock }

/** A job that is sent while the clock is set back is done with the same clock. */
export const dated = <T extends object>(clock: Clock, data: T): Dated<T> => {
  const kept = keptClock(clock)
  return kept ? { ...data, clock: kept } : data
}

/** What is sent while the clock is set back waits behind everything that people wait for. */
const behindPeople = 1_000_000

/** How the queue sends its jobs and takes them back: in the transaction of whoever decides on them. */
export const createSending = (boss: Boss, clock: Clock) => ({
  /** Sends a job once; its id stands for the effect. Throws where another job of its key would swallow it. */
  sendOnce: async <Q extends QueueName>(
    tx: Tx,
    queue: Q,
    data: Jobs[Q],
    sent: {
      key: string
      singletonKey?: string
      group?: string
      priority?: number
    },
  ): Promise<void> => {
    const db = fromKysely(tx)
    const id = jobIdOf(sent.key)
    const priority = (sent.priority ?? 0) - (setBackMs() === 0 ? 0 : behindPeople)
    const made = await boss.send(names[queue], dated(clock, data), {
      db,
      id,
      ...(sent.singletonKey === undefined ? {} : { singletonKey: sent.singletonKey }),
      ...(sent.group === undefined ? {} : { group: { id: sent.group } }),
      ...(priority === 0 ? {} : { priority }),
    })
    if (made !== null || (await boss.findJobs(names[queue], { db, id })).length > 0) return
    throw new Error(`The job ${sent.key} cannot be sent: another job of ${sent.singletonKey} is open.`)
  },

  /** Takes the open jobs of a key off their queue: whoever has one in hand is told to stop. Whether there were any. */
  cancelOpen: async (tx: Tx, queue: QueueName, key: string): Promise<boolean> => {
    const db = fromKysely(tx)
    const found = await boss.findJobs(names[queue], { db, key })
    const open = found.filter(({ state }) => ['created', 'retry', 'active'].includes(state))
    const ids = open.map(({ id }) => id)
    if (ids.length > 0) await boss.cancel(names[queue], ids, { db })
    return ids.length > 0
  },
})

export type Sending = ReturnType<typeof createSending>
