import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { stagesOf } from '../../src/domain/processingProgress.ts'
import type { SubmissionMode } from '../../src/domain/status.ts'
import { type Outage, outages } from '../../src/domain/wire/progress.ts'
import type { Database } from '../database/schema.ts'
import { attempts } from '../limits.ts'
import { type Held, names } from './jobs.ts'
import { retriesOf, timesPutBack } from './queues.ts'

/*
 * Every statement on the tables of pg-boss, for which the library has no call; everything else goes through its API (`boss.ts`). They
 * read the columns of `pgboss.job` that `tests/server/queueTable.test.ts` lists, `name` and `retry_limit` of `pgboss.queue`, and
 * `pgboss.job_now()`. They compare states by order: below 'active' a job waits, up to 'active' it is open. That test fails if another
 * version has other tables, or another meaning of a column; `tests/serverArchitecture.test.ts` keeps the statements here.
 */

type Tx = Transaction<Database>

/** Those of the queues that have a job to be taken now. */
export const dueQueues = async (
  boss: Pick<PgBoss, 'getDb'>,
  queues: readonly string[],
): Promise<string[]> => {
  const { rows } = await boss.getDb().executeSql(
    `select queue from unnest($1::text[]) as queue
  where exists (select 1 from pgboss.job j
    where j.name = queue and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`,
    [queues],
  )
  return rows.map(({ queue }) => queue)
}

/** Rejects while the queue's tables cannot be read. */
export const lookAtQueue = (db: QueryExecutorProvider): Promise<unknown> =>
  sql`select 1 from pgboss.queue limit 1`.execute(db)

/** Open stages of a provider, as this transaction sees them; two senders at once may tie. */
export const openStagesOf = async (tx: Tx, instId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
    where name = ${names.stage} and state <= 'active' and group_id = ${instId}`.execute(tx)
  return rows[0]?.count ?? 0
}

// Numbers of stages that wait ----------------------------------------------------------------------------------------

/** How many stages wait for a worker. Jobs carry ids only, so this needs no scope and no transaction. */
export const waitingStages = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = 'stage' and state < 'active'`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * How many stages wait for a worker that could do them. One that was put back waits for an outage to end, and if no other is in hand,
 * so do all the others: no further worker would help any of them.
 */
export const stagesThatWait = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select case when bool_or(awaits) and not bool_or(state = 'active') then 0
      else count(*) filter (where state < 'active' and not awaits) end::int as count
    from (
      select state, state < 'active' and output ->> 'awaits' is not null as awaits
      from pgboss.job where name = 'stage' and state <= 'active'
    ) open`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many stages were put back because of an outage, by what is away. */
export const stagesThatAwait = async (db: Kysely<Database>): Promise<Record<Outage, number>> => {
  const { rows } = await sql<{ awaits: Outage; count: number }>`
    select output ->> 'awaits' as awaits, count(*)::int as count from pgboss.job
    where name = 'stage' and state < 'active' and output ->> 'awaits' is not null group by 1`.execute(db)
  const counts = new Map(rows.map(({ awaits, count }) => [awaits, count]))
  return Object.fromEntries(outages.map(part => [part, counts.get(part) ?? 0])) as Record<Outage, number>
}

// Positions in the queue ---------------------------------------------------------------------------------------------

/** Seconds that a stage is assumed to need before the first of its kind has ended. */
const usualSeconds = 4
/** The usual length of a stage is the mean of this many that ended last. */
const lookedAt = 50

/** The stages of a file on its way to its results, and those of online validation. */
const processing = stagesOf('live')
const onlineValidation = stagesOf('ovt')

/**
 * Every submission that waits for a worker, in the order in which workers take them, with the seconds that those before it
 * and those in hand still need, shared by the workers that are busy now: while somebody waits, all of them are. A submission
 * needs its stage and all that follow in its mode. A stage that was put back because of an outage waits as well; while
 * no other is in hand, everybody hears what they all wait for.
 */
const waiting = sql`
  with stage as (
    select name, position, coalesce(took.seconds, ${usualSeconds}::float8) as seconds
    from unnest(${[...processing]}::text[]) with ordinality as s (name, position)
    left join (
      select stage, avg(seconds) as seconds
      from (
        select data ->> 'stage' as stage, extract(epoch from completed_on - started_on)::float8 as seconds,
          row_number() over (partition by data ->> 'stage' order by completed_on desc) as age
        from pgboss.job where name = 'stage' and state = 'completed'
      ) ended
      where age <= ${lookedAt} group by stage
    ) took on took.stage = s.name
  ), open as (
    select j.id, j.singleton_key, j.state, j.priority, j.created_on, j.output ->> 'awaits' as awaits,
      coalesce((select sum(later.seconds) from stage own join stage later on later.position >= own.position
          and (j.data ->> 'mode' is distinct from 'ovt' or later.name = any(${[...onlineValidation]}::text[]))
        where own.name = j.data ->> 'stage'), ${usualSeconds}::float8) as seconds
    from pgboss.job j
    where j.name = 'stage' and (j.state = 'active' or j.state < 'active' and not j.blocked
      and (j.start_after <= now() or j.output ->> 'awaits' is not null))
  ), busy as (
    select count(*) as workers, coalesce(sum(seconds), 0) as seconds from open where state = 'active'
  )
  select o.singleton_key::uuid as id, row_number() over behind as place,
    case when busy.workers = 0 then (select min(awaits) from open where state < 'active') end as awaits,
    ceil((sum(o.seconds) over behind - o.seconds + busy.seconds) / greatest(1, busy.workers)) as seconds
  from open o, busy where o.state < 'active'
  window behind as (order by o.priority desc, o.created_on, o.id)`

/** A submission that waits for a worker: its position from 1, and the seconds until it is taken. */
export interface WaitingRow {
  id: string
  place: number
  seconds: number
  awaits: Outage | null
}

/** The position of a submission; undefined if it waits for no worker. */
export const waitingRowOf = async (tx: Tx, submissionId: string): Promise<WaitingRow | undefined> => {
  const { rows } =
    await sql<WaitingRow>`select * from (${waiting}) w where w.id = ${submissionId}::uuid`.execute(tx)
  return rows[0]
}

/** The positions of all submissions that wait, by provider. */
export const waitingRows = async (
  tx: Tx,
): Promise<(WaitingRow & { collectionId: string; instId: string; mode: SubmissionMode })[]> => {
  const { rows } = await sql<WaitingRow & { collectionId: string; instId: string; mode: SubmissionMode }>`
        select w.*, s.collection_id as "collectionId", s.inst_id as "instId", s.mode
        from (${waiting}) w join submission s on s.id = w.id order by s.inst_id`.execute(tx)
  return rows
}

// Attempts that do not count -----------------------------------------------------------------------------------------

/** How jobs of any queue go back without counting a try. */
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
        ? retryDelaySeconds * Math.min(attempts.longestRetrySeconds, 2 ** timesPutBack(job))
        : attempts.laterReleaseSeconds
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
            * ${retryDelaySeconds} * least(${attempts.longestRetrySeconds}, 2 ^ (j.retry_limit - q.retry_limit))
        from pgboss.queue q
        where q.name = j.name and j.state = 'active' and j.heartbeat_seconds is not null
          and j.heartbeat_on < pg_postmaster_start_time() and j.retry_limit < q.retry_limit + ${attempts.unseenOutages}`.execute(
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
          and retry_limit < ${retriesOf(name) + attempts.unseenOutages}`.execute(tx)
    },
  }
}
