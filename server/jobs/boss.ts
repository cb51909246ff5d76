import { type JobWithMetadata, PgBoss, type StopOptions, type WorkOptions } from 'pg-boss'
import type { Logger } from 'pino'
import { keptAlive, preparing, staysIdle } from '../database/connections.ts'
import { patience } from '../limits.ts'
import { dueQueues } from './bossTables.ts'
import { createLookout } from './lookout.ts'

/** One consumer of a queue. */
export interface Slot {
  /** Looks at the queue now. */
  wake: () => void
  /** Takes no more jobs and waits for the one in hand. */
  stop: () => Promise<void>
}

/** A consumer asks for itself this seldom: it is notified of what is sent, and woken when a job is due. */
const askEverySeconds = 30

/** What the queue asks of pg-boss. */
export interface Boss extends Asked {
  /** Gives jobs of a queue to the handler, one at a time; it looks for the next one as soon as that has ended. */
  consume: <T>(
    queue: string,
    options: { heartbeatRefreshSeconds: number; groupConcurrency?: number },
    handler: (job: JobWithMetadata<T>) => Promise<void>,
  ) => Promise<Slot>
}

type Asked = Pick<
  PgBoss,
  | 'start'
  | 'stop'
  | 'getQueues'
  | 'createQueue'
  | 'updateQueue'
  | 'send'
  | 'upsert'
  | 'findJobs'
  | 'deleteJob'
  | 'cancel'
  | 'complete'
  | 'fail'
  | 'schedule'
>

/** pg-boss on the application's database, not yet started. */
export const openBoss = (options: {
  /** Direct connection of the application's role, which owns the schema `pgboss`: a pooler would swallow the notifications. */
  connectionString: string
  log: Logger
}): Boss => {
  const { connectionString, log } = options
  const boss = new PgBoss({
    connectionString,
    application_name: 'bedel-jobs',
    // Passed on to its pool, and not among its types.
    ...{ ...keptAlive, ...staysIdle, query_timeout: patience.databaseAnswerMs, ...preparing() },
    max: 6,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 600,
  })
  // Without these a lost connection would end the process.
  boss.on('error', error => log.error({ err: error }, 'the job queue reports an error'))
  boss.on('warning', warning => log.warn({ warning }, 'the job queue warns'))

  const lookout = createLookout({
    due: queues => dueQueues(boss, queues),
    log,
  })
  const stop = boss.stop.bind(boss)
  return Object.assign(boss, {
    stop: (options?: StopOptions): Promise<void> => {
      lookout.end()
      return stop(options)
    },
    consume: async <T>(
      queue: string,
      options: { heartbeatRefreshSeconds: number; groupConcurrency?: number },
      handler: (job: JobWithMetadata<T>) => Promise<void>,
    ): Promise<Slot> => {
      const slot: { id?: string } = {}
      const wake = (): void => {
        if (slot.id !== undefined) boss.notifyWorker(slot.id)
      }
      slot.id = await boss.work<T, void, WorkOptions & { includeMetadata: true }>(
        queue,
        {
          ...options,
          includeMetadata: true,
          pollingIntervalSeconds: askEverySeconds,
          notifyPollingIntervalSeconds: askEverySeconds,
        },
        async ([job]) => {
          try {
            if (job) await handler(job)
          } finally {
            wake()
          }
        },
      )
      const { id } = slot
      const unwatch = lookout.watch({ queue, wake, isOneOfGroup: options.groupConcurrency !== undefined })
      return {
        wake,
        stop: () => {
          unwatch()
          return boss.offWork(queue, { id, wait: true })
        },
      }
    },
  })
}
