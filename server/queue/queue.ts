import { CompiledQuery, sql, type Transaction } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type Step, steps } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'

/** One step of one submission, to be done by some worker. */
export interface StepJob {
  submissionId: string
  instId: string
  step: Step
}

/** A job that this worker holds; `retryCount` tells this holding from an earlier one. */
export interface HeldJob extends StepJob {
  id: string
  retryCount: number
  waitedSeconds: number
}

/** Name of the notification that wakes idle workers. */
export const queueNotification = 'bedel_queue'

const queueName = 'step'
/** A job without a sign of life for this long goes to another worker. */
const heartbeatSeconds = 10
/** Takings of one job, by death of the worker or by fault, before the queue itself gives it up. */
const retryLimit = 50
const expireInSeconds = 23 * 3600

/**
 * Later steps go first, so that what was begun is finished; a provider with several submissions under way waits behind
 * those with fewer.
 */
const priorityOf = (step: Step, othersUnderWay: number): number =>
  step === 'PROVISIONING' ? -othersUnderWay : steps.indexOf(step)

const othersUnderWay = async (tx: Transaction<Database>, job: StepJob): Promise<number> => {
  if (job.step !== 'PROVISIONING') return 0
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from submission
    where inst_id = ${job.instId} and id <> ${job.submissionId}::uuid
      and (status_id in (2, 4, 6, 7, 10, 37, 40, 11, 13, 15, 17, 18, 20, 21, 23))`.execute(tx)
  return rows[0]?.count ?? 0
}

/** How many jobs a command reached: it answers so, but its type does not say it. */
const reached = (response: object): number =>
  'affected' in response && typeof response.affected === 'number' ? response.affected : 0

/**
 * The queue of processing work in the same database (pg-boss): a job is enqueued by the transaction that promised it
 * and is held by one worker at a time.
 */
export const createQueue = (options: {
  /** Connection of the application's role, which owns the schema `pgboss`. */
  connectionString: string
  log: Logger
  /** Whether this process looks after the queue: finds dead workers, deletes old jobs. */
  supervise: boolean
  /** First delay after a fault, in seconds; it doubles. */
  retryDelaySeconds?: number
}) => {
  const { connectionString, log, supervise, retryDelaySeconds = 1 } = options
  const boss = new PgBoss({
    connectionString,
    application_name: 'bedel-queue',
    max: 4,
    supervise,
    schedule: false,
    createSchema: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 2,
  })
  boss.on('error', error => log.error({ err: error }, 'the queue reports an error'))
  boss.on('warning', warning => log.warn({ warning }, 'the queue warns'))

  return {
    start: async (): Promise<void> => {
      await boss.start()
      await boss.createQueue(queueName, {
        policy: 'standard',
        retryLimit,
        retryDelay: retryDelaySeconds,
        ...(retryDelaySeconds > 0 ? { retryBackoff: true, retryDelayMax: 60 } : {}),
        expireInSeconds,
        heartbeatSeconds,
        deleteAfterSeconds: 24 * 3600,
      })
    },

    /** Puts a job on the queue, in the given transaction. */
    enqueue: async (tx: Transaction<Database>, job: StepJob): Promise<void> => {
      const priority = priorityOf(job.step, await othersUnderWay(tx, job))
      await boss.send(queueName, job, {
        priority,
        db: {
          executeSql: async (text, values) => {
            const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values ? [...values] : []))
            return { rows }
          },
        },
      })
      await sql`select pg_notify(${queueNotification}, ${job.step})`.execute(tx)
    },

    /** The next job, or undefined when none is ready. */
    fetch: async (): Promise<HeldJob | undefined> => {
      const [job] = await boss.fetch<StepJob>(queueName, { batchSize: 1, includeMetadata: true })
      if (!job) return undefined
      const waitedSeconds = Math.max(0, (job.startedOn.getTime() - job.createdOn.getTime()) / 1000)
      return { ...job.data, id: job.id, retryCount: job.retryCount, waitedSeconds }
    },

    /** A sign of life; false when the job is not held any more. */
    touch: async ({ id, retryCount }: HeldJob): Promise<boolean> =>
      reached(await boss.touch(queueName, { id, retryCount })) > 0,

    complete: async ({ id, retryCount }: HeldJob): Promise<void> => {
      await boss.complete(queueName, { id, retryCount })
    },

    /** Gives the job back, to be taken again after a delay that grows. */
    giveBack: async ({ id, retryCount }: HeldJob, reason: string): Promise<void> => {
      await boss.fail(queueName, { id, retryCount }, { reason })
    },

    /** Gives a job back that a dead worker held, without waiting for its signs of life to fail. */
    release: async ({ submissionId, step }: Pick<StepJob, 'submissionId' | 'step'>): Promise<void> => {
      const jobs = await boss.findJobs<StepJob>(queueName, { data: { submissionId, step } })
      for (const { id, retryCount, state } of jobs)
        if (state === 'active') await boss.fail(queueName, { id, retryCount }, { reason: 'the worker died' })
    },

    /** How many jobs wait and how many are held. */
    depth: async (): Promise<{ waiting: number; held: number }> => {
      const [stats] = await boss.getQueueStats(queueName, { force: true })
      return { waiting: stats?.queuedCount ?? 0, held: stats?.activeCount ?? 0 }
    },

    heartbeatMs: (heartbeatSeconds * 1000) / 4,

    stop: async (): Promise<void> => {
      await boss.stop({ graceful: false })
    },
  }
}
export type Queue = ReturnType<typeof createQueue>
