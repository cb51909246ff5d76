import { addMilliseconds } from 'date-fns'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { LifecycleEffect } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'

/** A promised effect of a submission, as the runner hands it to those who carry it out. */
export interface PromisedEffect {
  effect: LifecycleEffect
  submissionId: string
  instId: string
}

interface OutboxRow {
  id: number
  submission_id: string
  inst_id: string
  payload: LifecycleEffect
  attempts: number
}

const batch = 20
const pollMs = 1000
/** Delay after the n-th failure, in ms: grows to a minute. */
const delayAfter = (attempts: number): number => Math.min(60_000, 250 * 2 ** attempts)

/**
 * Carries out what transactions promised: each row in a transaction of its own that also marks it done, so an effect
 * that lives in the same database happens once; any other effect at least once. Several processes may run it.
 */
export const createOutboxRunner = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  carryOut: (tx: Transaction<Database>, promised: PromisedEffect) => Promise<void>
  /** Told after the commit of an effect. */
  onCarriedOut: () => void
}) => {
  const { db, clock, log, carryOut, onCarriedOut } = options
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  /** One row; false when nothing is due. */
  const settleOne = async (): Promise<boolean> => {
    let failed: { id: number; attempts: number; error: unknown } | undefined
    const found = await withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql<OutboxRow>`select id, submission_id, inst_id, payload, attempts from outbox
        where done_utc is null and due_utc <= ${clock.now()} order by due_utc, id
        limit 1 for update skip locked`.execute(tx)
      const row = rows[0]
      if (!row) return false
      try {
        await carryOut(tx, { effect: row.payload, submissionId: row.submission_id, instId: row.inst_id })
      } catch (error) {
        failed = { id: row.id, attempts: row.attempts + 1, error }
        throw error
      }
      await sql`update outbox set done_utc = ${clock.now()} where id = ${row.id}`.execute(tx)
      return true
    }).catch(error => {
      if (!failed) throw error
      return true
    })
    if (failed) await postpone(failed)
    else if (found) onCarriedOut()
    return found
  }

  const postpone = async (failed: { id: number; attempts: number; error: unknown }): Promise<void> => {
    log.error(
      { err: failed.error, outbox: failed.id, attempts: failed.attempts },
      'an effect could not be carried out',
    )
    const due = addMilliseconds(clock.now(), delayAfter(failed.attempts))
    await withScope(db, { scope: 'all' }, tx =>
      sql`update outbox set attempts = ${failed.attempts}, due_utc = ${due} where id = ${failed.id}`.execute(
        tx,
      ),
    )
  }

  const drain = async (): Promise<void> => {
    do {
      again = false
      for (let count = 0; count < batch && !stopped; count += 1) if (!(await settleOne())) break
    } while (again && !stopped)
  }

  /** Looks for due rows now; a call during a run makes it look again. */
  const kick = (): void => {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = drain()
      .catch(error => log.error({ err: error }, 'the outbox could not be read'))
      .finally(() => {
        running = undefined
      })
  }

  return {
    kick,
    start: (): void => {
      timer = setInterval(kick, pollMs)
      kick()
    },
    /** Waits for the row in hand. */
    stop: async (): Promise<void> => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
export type OutboxRunner = ReturnType<typeof createOutboxRunner>
