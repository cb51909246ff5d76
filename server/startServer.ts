import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { every, unattended, untilDone } from './background.ts'
import { createScheduledBackups } from './backup/scheduled.ts'
import type { Clock } from './clock.ts'
import { composeCore, startInOrder } from './compose.ts'
import type { Config } from './config.ts'
import type { Server } from './context.ts'
import { migrate, migrateOutside, startEmbeddedDatabase } from './database/index.ts'
import { demonstrationProviders } from './demonstration/cast.ts'
import { publishSecondRecord, setDeadlines, setUpDemonstration } from './demonstration/setUp.ts'
import { freePort } from './freePort.ts'
import { createApp } from './http/app.ts'
import { createMetrics } from './http/metrics.ts'
import { createOperationsApp } from './http/operations.ts'
import { builtPortal } from './http/static.ts'
import { demonstrationRecord } from './identity/demonstration.ts'
import { createIdentity } from './identity/index.ts'
import { startWorkerProcess } from './jobs/index.ts'
import { atOnce } from './limits.ts'
import { listen } from './listen.ts'
import type { Processing } from './processing.ts'
import { createReadiness } from './readiness.ts'
import { readyAhead } from './specifications/index.ts'
import { createPortalFiles } from './storage/index.ts'

const appRole = 'bedel_app'

/** The time of a backup is looked for this often. */
const lookForBackupMs = 60_000

/** The first pages of a process are not held up by what nobody may ask for. */
const readyAheadAfterMs = 10_000

/** The database by configuration: an engine of the operator's, or the embedded one, at another port than this one's. */
const startDatabase = async (config: Config, port: number, log: Logger) => {
  const { databaseUrl, migrationDatabaseUrl } = config
  if (databaseUrl)
    return {
      url: databaseUrl,
      migrate: () => migrateOutside({ databaseUrl, migrationDatabaseUrl }),
      stop: async () => undefined,
    }
  const embedded = await startEmbeddedDatabase(config.dataDir, log, [port, config.metrics?.port ?? port])
  return { url: embedded.url, migrate: () => migrate(embedded.ownerUrl, appRole), stop: embedded.stop }
}

export interface RunningServer {
  server: Server
  processing: Processing
  /** Address at which it listens. */
  url: string
  /** Connection string of the application's role: for a worker beside it. */
  databaseUrl: string
  /** Process id of the worker beside it; undefined while there is none. */
  workerPid: () => number | undefined
  /** Finishes or hands back what is in hand, then ends everything that was started. */
  stop: () => Promise<void>
}

/**
 * The whole system by configuration: database, API, live connection, and with ROLE=all a worker process beside it.
 * The environment is what that worker process gets; the owner of the tables is taken from it once they are migrated.
 */
export const startServer = async (options: {
  config: Config
  clock: Clock
  log: Logger
  environment: NodeJS.ProcessEnv
}): Promise<RunningServer> => {
  const { config, clock, log, environment } = options
  const port = config.port === 0 ? await freePort(config.host) : config.port
  const publicUrl =
    config.publicUrl ?? `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`
  return startInOrder(async started => {
    const database = await startDatabase(config, port, log)
    started.defer(database.stop)
    const applied = await database.migrate()
    // Nothing that serves is to become the owner of the tables, and no process beside it: where the variable is not given at
    // all, none can (`npm run admin -- migrate`).
    delete environment.MIGRATION_DATABASE_URL
    if (applied.length > 0) log.info({ migrations: applied }, 'the database is brought up to date')
    const metrics = createMetrics()
    const { db, storage, disk, processing } = await composeCore({
      config: { ...config, publicUrl },
      databaseUrl: database.url,
      clock,
      log,
      connections: atOnce.serverConnections,
      metrics: metrics.worker,
      started,
    })
    if (config.demo) {
      const content = await processing.specifications.content(demonstrationRecord)
      const hasSeason = config.demoData
      await setUpDemonstration(
        { db, clock },
        { content, providers: demonstrationProviders(config), hasSeason },
      )
      await setDeadlines({ db, clock }, hasSeason)
      await publishSecondRecord({ db, publishing: processing.publishing, content: processing.content })
    }
    const identity = await createIdentity({ db, clock, log, config: config.oidc, publicUrl })
    const {
      lifecycle,
      live,
      reader,
      specifications,
      issues,
      raising,
      collections,
      providers,
      jobs,
      configuration,
      content,
      publishing,
      ruleEditing,
      pseudonymisation,
      deliveries,
      deliveryConfigurations,
      queue,
      validation,
      webhooks,
      supportSessions,
    } = processing
    const readiness = createReadiness({
      db,
      store: storage,
      disk,
      listener: live,
      clock,
      log,
    })
    const server: Server = {
      config,
      publicUrl,
      db,
      clock,
      log,
      metrics,
      identity,
      storage,
      lifecycle,
      live,
      disk,
      readiness,
    }
    const portalFiles = createPortalFiles({
      store: storage,
      assets: join(builtPortal, 'assets'),
      folder: join(config.dataDir, 'portal'),
      clock,
    })
    if (existsSync(builtPortal))
      await portalFiles
        .publish()
        .catch(error =>
          log.warn({ err: error }, 'pages of this release cannot be had from servers of another'),
        )
    const app = await createApp({
      ...server,
      reader,
      specifications,
      issues,
      raising,
      collections,
      providers,
      jobs,
      pseudonymisation,
      deliveries,
      deliveryConfigurations,
      configuration,
      content,
      publishing,
      ruleEditing,
      queue,
      validation,
      webhooks,
      supportSessions,
      portalFiles,
    })
    started.defer(processing.stop)
    // What is being answered may still decide and enqueue; a browser's socket goes to another process at once.
    started.defer(async () => {
      await live.sockets.stop()
      await app.close()
    })
    await processing.start({ server: true, worker: false })
    await listen(app, { host: config.host, port }, 'PORT')
    if (config.metrics) {
      const operations = await createOperationsApp(server)
      started.defer(() => operations.close())
      await listen(operations, config.metrics, 'METRICS_PORT')
    } else if (!config.areOperationsOpen)
      log.warn('figures and the description of the API are served nowhere: set METRICS_PORT')
    const ahead = new AbortController()
    const aheadTimer = setTimeout(() => {
      const { signal } = ahead
      const work = () => readyAhead({ db, specifications, log }, signal)
      untilDone(log, 'publishedSpecifications', work, { signal })
    }, readyAheadAfterMs)
    started.defer(async () => {
      clearTimeout(aheadTimer)
      ahead.abort()
    })
    const { backup } = config
    if (backup?.at !== undefined) {
      const schedule = { ...backup, at: backup.at }
      const backups = createScheduledBackups({ schedule, clock, log, environment: { ...environment } })
      started.defer(async () => backups.stop())
      const stopLooking = every(log, 'scheduledBackup', lookForBackupMs, backups.look)
      started.defer(async () => stopLooking())
      unattended(log, 'scheduledBackup', backups.look)
    }
    // What is missing is in the log from the start, even if nobody asks.
    unattended(log, 'firstReadinessCheck', readiness.check)
    const worker =
      config.role === 'all'
        ? startWorkerProcess({
            entry: join(import.meta.dirname, 'main.ts'),
            env: {
              ...environment,
              DATABASE_URL: database.url,
              DATA_DIR: config.dataDir,
              // One file at a time would leave a core idle, and the season complete a minute later.
              ...(config.demoData && !environment.WORKER_CONCURRENCY ? { WORKER_CONCURRENCY: '2' } : {}),
              // The address is this process's, which tells the worker's figures too.
              METRICS_HOST: undefined,
              METRICS_PORT: undefined,
              // The backups are the server's.
              BACKUP_TO: undefined,
              BACKUP_AT: undefined,
              BACKUP_KEEP: undefined,
            },
            log,
            metrics: metrics.worker,
            onEnd: processing.releaseWorker,
          })
        : undefined
    if (worker) started.defer(worker.stop)
    // Runs first: a load balancer sends requests here until it has seen that this process is not ready.
    started.defer(async () => {
      readiness.end()
      worker?.restartNoMore()
      if (config.drainMs > 0) await new Promise(resolve => setTimeout(resolve, config.drainMs))
    })
    return { server, processing, url: publicUrl, databaseUrl: database.url, workerPid: () => worker?.pid() }
  })
}
