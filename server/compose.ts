import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import {
  clusterOf,
  connect,
  makeDataFolder,
  ownsAudit,
  requireRelease,
  UnsafeRole,
} from './database/index.ts'
import { createDisk } from './disk.ts'
import { sharedSecret } from './identity/keys.ts'
import type { WorkerMetrics } from './jobs/index.ts'
import { patience } from './limits.ts'
import { OperatorFault } from './operatorFault.ts'
import { composeProcessing } from './processing.ts'
import { publicPath } from './publicPath.ts'
import {
  createAnnouncedFiles,
  createFileKeys,
  createStorage,
  hasFileKeys,
  openMasterKeys,
  storeAddress,
  withAvailability,
  withEncryption,
  withPauses,
} from './storage/index.ts'

/** What PostgreSQL tells of the row at fault, beside its words: values. */
const ofRow = ['detail', 'where']

/** The log of the process, without anything that could open a door, and without values of a row at fault. */
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
        ...ofRow.flatMap(name => [`err.${name}`, `err.*.${name}`, `err.aggregateErrors[*].${name}`]),
      ],
      censor: '[redacted]',
    },
    serializers: {
      // Never the address: tickets and codes are in its query, and its path may name a student.
      req: (request: { method: string; id: string }) => ({ method: request.method, id: request.id }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * Starts one part after the other; `stop` ends them in the opposite order. Where one cannot be started, those before it
 * are ended and its fault is thrown.
 */
export const startInOrder = async <T extends object>(
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
export class AddressInUse extends OperatorFault {
  override readonly name = 'AddressInUse'
}

/** Takes the fault of listening at an address, whose port this variable sets. */
export const addressTaken =
  ({ host, port }: { host: string; port: number }, variable: 'PORT' | 'METRICS_PORT') =>
  (error: unknown): never => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new AddressInUse(
      `Another program listens at ${host}:${port}. Stop it, or set ${variable} to another port.`,
      { cause: error },
    )
  }

/** What both kinds of process are made of. */
export const composeCore = async (options: {
  config: Config
  databaseUrl: string
  clock: Clock
  log: Logger
  connections: number
  metrics: WorkerMetrics
  started: AsyncDisposableStack
}) => {
  const { config, databaseUrl, clock, log, connections, metrics, started } = options
  makeDataFolder(config.dataDir)
  const { db } = await connect(databaseUrl, connections, { answerMs: patience.databaseAnswerMs })
  started.defer(() => db.destroy())
  // Before anything is written: a worker is started by itself, and nobody has looked at the database for it.
  await requireRelease(db)
  if (config.environment === 'production' && (await ownsAudit(db)))
    throw new UnsafeRole(
      'The role of DATABASE_URL owns the tables, so it could change lines of the audit before they are sealed. Give the tables to another role, as docs/operate/database.md says: MIGRATION_DATABASE_URL is the database as that role, for "npm run admin -- migrate" alone.',
    )
  const disk = createDisk({
    dataDir: config.dataDir,
    databaseFolder: () => clusterOf(config.dataDir),
    reserveBytes: () => config.diskReserveBytes,
  })
  const secret = await sharedSecret(db, 'store')
  const address = publicPath(config.publicUrl) + storeAddress
  const inner = await createStorage({
    config: { dataDir: config.dataDir, address, ...(config.s3 ? { s3: config.s3 } : {}) },
    secret,
    clock,
    disk,
    hasStored: () => hasFileKeys(db),
  })
  const keys = createFileKeys(db, openMasterKeys(config.keysDir))
  await keys.checkMasters()
  const available = withAvailability(
    withEncryption(inner, {
      keys,
      secret,
      address,
      clock,
      announced: createAnnouncedFiles(db),
    }),
  )
  // A worker waits for a store that is away; who waits for a page does not.
  const storage = config.role === 'worker' ? available : withPauses(available)
  const processing = composeProcessing({
    config,
    db,
    connectionString: config.listenDatabaseUrl ?? databaseUrl,
    clock,
    log,
    storage,
    disk,
    metrics,
  })
  return { db, storage, disk, processing }
}
