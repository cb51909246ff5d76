import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { fromKysely } from 'pg-boss'
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

/** How the queue sends its jobs and takes them back: in the transaction of whoever decides on them. */
export const createSending = (boss: Boss) => ({
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
    const made = await boss.send(names[queue], data, {
      db,
      id,
      ...(sent.singletonKey === undefined ? {} : { singletonKey: sent.singletonKey }),
      ...(sent.group === undefined ? {} : { group: { id: sent.group } }),
      ...(sent.priority === undefined ? {} : { priority: sent.priority }),
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
