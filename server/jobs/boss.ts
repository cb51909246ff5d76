import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

/** What the queue asks of pg-boss. */
export type Boss = Pick<
  PgBoss,
  | 'start'
  | 'stop'
  | 'createQueue'
  | 'updateQueue'
  | 'send'
  | 'upsert'
  | 'findJobs'
  | 'deleteJob'
  | 'cancel'
  | 'complete'
  | 'fail'
  | 'work'
  | 'offWork'
  | 'notifyWorker'
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
  return boss
}
