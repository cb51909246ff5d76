import { join } from 'node:path'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Server } from './context.ts'
import { connect, makeDataFolder, migrate, startEmbeddedDatabase } from './database/index.ts'
import { seedDemonstration, seedSupportContacts } from './database/seed.ts'
import { freePort } from './freePort.ts'
import { createApp } from './http/app.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { createOperationsApp } from './http/operations.ts'
import { createIdentity, sharedSecret } from './identity/index.ts'
import { startWorkerProcess } from './jobs/index.ts'
import { composeProcessing } from './processing.ts'
import { createReadiness } from './readiness.ts'
import { createStorage, withAvailability } from './storage/index.ts'

const appRole = 'bedel_app'
const poolSize = { api: 20, worker: 8 }

/** The log of the process, without anything that could open a door. */
export const createLog = (config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level: config.logLevel,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'headers.authorization',
        'headers.cookie',
        'token',
        '*.token',
        'err.rawPacket',
        'err.client',
      ],
      censor: '[redacted]',
    },
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        // Tickets and codes travel in the query string.
        url: request.url.split('?')[0],
        id: request.id,
      }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** The database by configuration: an engine of the operator's, or the embedded one. */
const startDatabase = async (config: Config, log: Logger) => {
  if (config.databaseUrl) {
    const url = config.databaseUrl
    const role = decodeURIComponent(new URL(url).username)
    const owner = config.migrationDatabaseUrl ?? url
    return { url, migrate: () => migrate(owner, role), stop: async () => undefined }
  }
  const embedded = await startEmbeddedDatabase(config.dataDir, log)
  return { url: embedded.url, migrate: () => migrate(embedded.ownerUrl, appRole), stop: embedded.stop }
}

/**
 * Starts one part after the other; `stop` ends them in the opposite order. Where one cannot be started, those before it
 * are ended and its fault is thrown.
 */
const startInOrder = async <T extends object>(
  start: (started: AsyncDisposableStack) => Promise<T>,
): Promise<T & { stop: () => Promise<void> }> => {
  const started = new AsyncDisposableStack()
  try {
    return { ...(await start(started)), stop: () => started.disposeAsync() }
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

/** Another program listens at the address. */
export class AddressInUse extends Error {
  override readonly name = 'AddressInUse'
}

/** Listens at an address, whose port this variable sets. */
const listen = async (
  app: Awaited<ReturnType<typeof createApp>>,
  { host, port }: { host: string; port: number },
  variable: 'PORT' | 'METRICS_PORT',
): Promise<void> => {
  try {
    await app.listen({ port, host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new AddressInUse(
      `Another program listens at ${host}:${port}. Stop it, or set ${variable} to another port.`,
      { cause: error },
    )
  }
}

/** What both kinds of process are made of. */
const composeCore = async (options: {
  config: Config
  databaseUrl: string
  clock: Clock
  log: Logger
  connections: number
  metrics: Metrics
  started: AsyncDisposableStack
}) => {
  const { config, databaseUrl, clock, log, connections, metrics, started } = options
  makeDataFolder(config.dataDir)
  const { db } = await connect(databaseUrl, connections)
  started.defer(() => db.destroy())
  const storage = withAvailability(
    createStorage({
      config: { dataDir: config.dataDir, ...(config.s3 ? { s3: config.s3 } : {}) },
      secret: await sharedSecret(db, 'store'),
      clock,
    }),
  )
  const processing = composeProcessing({
    config,
    db,
    connectionString: databaseUrl,
    clock,
    log,
    storage,
    metrics: metrics.worker,
  })
  return { db, storage, processing }
}

export interface RunningWorker {
  stop: () => Promise<void>
}

/** A process that only works on stages from the queue. */
export const startWorker = async (options: {
  config: Config
  clock: Clock
  log: Logger
}): Promise<RunningWorker> => {
  const { config, clock, log } = options
  if (!config.databaseUrl)
    throw new Error('A worker needs DATABASE_URL: the database of the server that it works for.')
  const { databaseUrl } = config
  return startInOrder(async started => {
    const { processing } = await composeCore({
      config,
      databaseUrl,
      clock,
      log,
      connections: poolSize.worker,
      metrics: createMetrics(),
      started,
    })
    started.defer(processing.stop)
    await processing.start({ server: false, worker: true })
    return {}
  })
}

export interface RunningServer {
  server: Server
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
 * The environment is what that worker process gets.
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
    const database = await startDatabase(config, log)
    started.defer(database.stop)
    const applied = await database.migrate()
    if (applied.length > 0) log.info({ migrations: applied }, 'the database is brought up to date')
    const metrics = createMetrics()
    const { db, storage, processing } = await composeCore({
      config,
      databaseUrl: database.url,
      clock,
      log,
      connections: poolSize.api,
      metrics,
      started,
    })
    if (config.demo) {
      await seedDemonstration(db, config.demoProviders)
      await seedSupportContacts(db)
    }
    const identity = await createIdentity({ db, clock, log, config: config.oidc, publicUrl })
    const { lifecycle, live, reader, specifications } = processing
    const readiness = createReadiness({
      db,
      store: storage,
      dataDir: config.dataDir,
      reserveBytes: () => config.diskReserveBytes,
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
      readiness,
    }
    const app = await createApp({ ...server, reader, specifications })
    started.defer(processing.stop)
    // What is being answered may still decide and enqueue; a browser's socket goes to another process at once.
    started.defer(async () => {
      readiness.end()
      if (config.drainMs > 0) await new Promise(resolve => setTimeout(resolve, config.drainMs))
      await live.sockets.stop()
      await app.close()
    })
    await processing.start({ server: true, worker: false })
    await listen(app, { host: config.host, port }, 'PORT')
    if (config.metrics) {
      const operations = await createOperationsApp(server)
      started.defer(() => operations.close())
      await listen(operations, config.metrics, 'METRICS_PORT')
    }
    const worker =
      config.role === 'all'
        ? startWorkerProcess({
            entry: join(import.meta.dirname, 'main.ts'),
            env: { ...environment, DATABASE_URL: database.url, DATA_DIR: config.dataDir },
            log,
            onEnd: pid => {
              processing
                .releaseWorker(pid)
                .catch(error => log.warn({ err: error }, 'stages could not be released'))
            },
          })
        : undefined
    if (worker) started.defer(worker.stop)
    return { server, url: publicUrl, databaseUrl: database.url, workerPid: () => worker?.pid() }
  })
}
