import { sql, type Transaction } from 'kysely'
import type { Outage } from '../../src/domain/wire/progress.ts'
import type { Database } from '../database/schema.ts'
import type { Held } from './jobs.ts'
import { leftForSeconds } from './laterRelease.ts'
import { longestRetrySeconds, retriesOf, timesPutBack, unseenOutages } from './queues.ts'

type Tx = Transaction<Database>

/** How jobs of any queue go back without a try being counted. */
export const createPuttingBack = (retryDelaySeconds: number) => {
  /** Puts a job back, to be tried once more often: its number of attempts grows all the same. */
  const putBackFor = async (
    tx: Tx,
    { name, id, retryCount }: Held<unknown>,
    seconds: number,
    output: string | null,
  ): Promise<void> => {
    await sql`update pgboss.job set state = 'retry', heartbeat_on = null, retry_limit = retry_limit + 1,
        start_after = now() + ${seconds} * interval '1 second', output = ${output}::jsonb
      where name = ${name} and id = ${id}::uuid and state = 'active' and retry_count = ${retryCount}`.execute(
      tx,
    )
  }

  return {
    /**
     * Puts a job back for a while, which counts as no try: it may be tried once more often. Its number of attempts grows all the
     * same, so that whoever put it back cannot be taken for who holds it next. `awaits`: what is away; undefined where the job is
     * left to a later release.
     */
    putBack: async (tx: Tx, job: Held<unknown>, awaits?: Outage): Promise<void> => {
      const seconds = awaits
        ? retryDelaySeconds * Math.min(longestRetrySeconds, 2 ** timesPutBack(job))
        : leftForSeconds
      await putBackFor(tx, job, seconds, JSON.stringify({ awaits }))
    },

    /** Leaves a job to whoever is free, as this process ends: at once, and that counts as no try. */
    handBack: (tx: Tx, job: Held<unknown>): Promise<void> => putBackFor(tx, job, 0, null),

    /**
     * Puts back what was in hand as the database ended and has shown no sign of life since: its process ended too, as where a machine
     * loses its power, and that counts as no try. So often as an outage that nobody sees; after that it counts as one.
     * Each process does it before it starts the queue, which counts a try for every job without a sign of life. A worker elsewhere
     * that lives and has not come to its next sign loses its job by that, as one whose signs are missed.
     */
    putBackLostWithDatabase: async (tx: Tx): Promise<void> => {
      const { rows } = await sql`select where to_regclass('pgboss.job') is not null`.execute(tx)
      // The queue makes its tables when it starts for the first time.
      if (rows.length === 0) return
      await sql`update pgboss.job j set state = 'retry', heartbeat_on = null, retry_limit = j.retry_limit + 1, output = null,
          start_after = now() + interval '1 second'
            * ${retryDelaySeconds} * least(${longestRetrySeconds}, 2 ^ (j.retry_limit - q.retry_limit))
        from pgboss.queue q
        where q.name = j.name and j.state = 'active' and j.heartbeat_seconds is not null
          and j.heartbeat_on < pg_postmaster_start_time() and j.retry_limit < q.retry_limit + ${unseenOutages}`.execute(
        tx,
      )
    },

    /**
     * Gives a try back that was counted although the worker lives: its signs of life were missed, for instance on a machine that
     * is too busy, and the job went to another one. So often as an outage that nobody sees; after that it stays counted.
     */
    uncount: async (tx: Tx, { name, id, retryCount }: Held<unknown>): Promise<void> => {
      await sql`update pgboss.job set retry_limit = retry_limit + 1
        where name = ${name} and id = ${id}::uuid and state in ('retry', 'active')
          and (retry_count = ${retryCount + 1} or (retry_count = ${retryCount} and state = 'retry'))
          and retry_limit < ${retriesOf(name) + unseenOutages}`.execute(tx)
    },
  }
}
