import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { setBackMs } from '../../../server/clock.ts'
import { createLog } from '../../../server/compose.ts'
import { readConfig } from '../../../server/config.ts'
import { connect, type Database, withScope, withSnapshot } from '../../../server/database/index.ts'
import { createDisk } from '../../../server/disk.ts'
import { createApp } from '../../../server/http/app.ts'
import { callsPerMinute } from '../../../server/http/costs.ts'
import { createMetrics } from '../../../server/http/metrics.ts'
import { createIdentity } from '../../../server/identity/index.ts'
import { liveNotification } from '../../../server/live/publish.ts'
import { inEnglish } from '../../../server/messages.ts'
import { composeProcessing, type ProcessingOptions } from '../../../server/processing.ts'
import { createReadiness } from '../../../server/readiness.ts'
import {
  createAnnouncedFiles,
  createFileKeys,
  createStorage,
  hasFileKeys,
  type ObjectStore,
  openMasterKeys,
  storeAddress,
  withAvailability,
  withEncryption,
} from '../../../server/storage/index.ts'
import { type CollectionStateName, collectionStateOf } from '../../../src/domain/collection.ts'
import { type Principal, systemPrincipal } from '../../../src/domain/principal.ts'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import { type StatusName, statusOf } from '../../../src/domain/status.ts'
import type { LifecycleEvent, LifecycleEventType } from '../../../src/machines/submission-lifecycle/index.ts'
import { callsOn } from './calls.ts'
import { openDatabase } from './cluster.ts'

/** A clock that a test moves. */
export class MovableClock {
  private at = new Date('2024-10-01T09:00:00Z')
  now = (): Date => new Date(this.at.getTime() - setBackMs())
  forward(ms: number): void {
    this.at = new Date(this.at.getTime() + ms)
  }
}

/** A clock that goes with the wall's, as a server's does, and that a test sets forward and back. */
class JumpingClock {
  private offsetMs = 0
  now = (): Date => new Date(Date.now() + this.offsetMs - setBackMs())
  forward(ms: number): void {
    this.offsetMs += ms
  }
}

/** The clock of a server that a browser visits: tokens have to last for the browser too. */
const wallClock = { now: (): Date => new Date(Date.now() - setBackMs()), forward: (): void => undefined }

/** So many calls of each cost that no test makes more. */
const unlimited = Object.keys(callsPerMinute)
  .map(cost => `${cost}=1000000`)
  .join(',')

/** The clock as it is when this file is loaded: a test may have the server's go faster. */
const realNow = performance.now.bind(performance)

/** Less than a test may take: then it says what the submission has come to. */
const reachedWithinMs = 110_000
const lookAgainMs = 500

/** What requests leave behind besides submissions. */
const ofRequests = [
  'activity_log',
  'live_message',
  'audit_line',
  'audit_pending',
  'audit_leaf',
  'audit_node',
  'audit_checkpoint',
]

/** The tables, and all that refer to them, however far. */
const tablesAbout = (...tables: string[]): string => `with recursive about (oid) as (
    select name::regclass::oid from unnest('{${tables.join(',')}}'::text[]) as name
    union select c.conrelid from about a join pg_constraint c on c.confrelid = a.oid and c.contype = 'f')
  select array_agg(oid::regclass::text) as tables from about`

/** A whole server in this process: real database, real store, the demonstration's organisations, a clock to move. */
export const startProcessingServer = async (
  options: {
    worker?: boolean
    /** A store in place of the folder: for faults. */
    store?: (folder: ObjectStore) => ObjectStore
    retryDelaySeconds?: number
    /** Connections of the server's pool, and the longest wait for one of them in ms. */
    pool?: { max: number; waitMs: number }
    /** Gives the address by which the server reaches its database, which nobody uses yet: for a proxy in between. */
    through?: (database: { url: string; ownerUrl: string }) => Promise<string>
    /** Bytes that have to stay free on the disk. */
    reserveBytes?: () => number
    metrics?: ProcessingOptions['metrics']
    checkTimes?: ProcessingOptions['checkTimes']
    /** A free port at which a browser visits the server; its clock is then the wall's and does not move. */
    visitedAt?: number
    /** Whether its clock goes with the wall's until the test moves it; its readiness then compares it with the database's. */
    keepsTime?: boolean
    /** Address under which people reach it, where nobody visits it. */
    publicUrl?: string
    /** Gets what the server logs of faults. */
    faults?: string[]
    /** Gets all that the server logs, as it logs it in production. */
    logged?: string[]
    /** Variables of its configuration. Without CALLS_PER_MINUTE, tests call as often as they like. */
    environment?: Record<string, string>
  } = {},
) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedel-test-'))
  const { faults, logged } = options
  const log = logged
    ? createLog({ logLevel: 'trace' }, { write: line => logged.push(line) })
    : faults
      ? pino({ level: 'error' }, { write: line => faults.push(line) })
      : pino({ level: process.env.TEST_LOG ?? 'silent' })
  const clock: Pick<MovableClock, 'now' | 'forward'> = options.visitedAt
    ? wallClock
    : options.keepsTime
      ? new JumpingClock()
      : new MovableClock()
  const database = await openDatabase(dataDir, log)
  const databaseUrl = (await options.through?.(database)) ?? database.url
  const { db, pool } = await connect(databaseUrl, options.pool?.max ?? 10, {
    waitMs: options.pool?.waitMs,
  })
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: 'true',
    CALLS_PER_MINUTE: unlimited,
    ...options.environment,
  })
  const secret = new Uint8Array(32).fill(7)
  const disk = createDisk({
    dataDir,
    databaseFolder: () => undefined,
    reserveBytes: options.reserveBytes ?? (() => 0),
  })
  const folder = withEncryption(
    await createStorage({ config: { dataDir }, secret, clock, disk, hasStored: () => hasFileKeys(db) }),
    {
      keys: createFileKeys(db, openMasterKeys(config.keysDir)),
      announced: createAnnouncedFiles(db),
      secret,
      address: storeAddress,
      clock,
    },
  )
  const storage = withAvailability(options.store?.(folder) ?? folder)
  const metrics = createMetrics()
  const processing = composeProcessing({
    config: {
      dataDir,
      keysDir: config.keysDir,
      auditCheckpointsDir: config.auditCheckpointsDir,
      issueTracker: config.issueTracker,
      webhooksPrivate: config.webhooksPrivate,
      publicUrl: 'https://portal.example',
      mail: config.mail,
      demo: config.demo,
      analysisCacheBytes: config.analysisCacheBytes,
      keepSupersededDays: config.keepSupersededDays,
      worker: { concurrency: 1, memoryMb: 256, threads: 2 },
    },
    db,
    connectionString: databaseUrl,
    clock,
    log,
    storage,
    disk,
    metrics: options.metrics ?? metrics.worker,
    retryDelaySeconds: options.retryDelaySeconds ?? 0,
    ...(options.checkTimes ? { checkTimes: options.checkTimes } : {}),
  })
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
  const publicUrl = options.visitedAt
    ? `http://127.0.0.1:${options.visitedAt}`
    : (options.publicUrl ?? 'http://127.0.0.1')
  const identity = await createIdentity({ db, clock, log, config: config.oidc, publicUrl })
  const app = await createApp({
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
    readiness: createReadiness({
      db,
      store: storage,
      disk,
      listener: live,
      // A clock that stands still is never the database's.
      clock: options.keepsTime ? clock : wallClock,
      log,
    }),
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
  })
  await processing.start({ server: true, worker: options.worker ?? false })
  const origin = await app.listen({ port: options.visitedAt ?? 0, host: '127.0.0.1' })

  const inSystem = <T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
    withScope(db, { scope: 'all' }, work)

  const inSnapshot = <T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
    withSnapshot(db, { scope: 'all' }, work)

  const { actor, tokenOf, call, upload } = callsOn({ origin, identity, clock })

  const statusOfSubmission = async (submissionId: string): Promise<StatusName | undefined> =>
    (await lifecycle.factsOf(submissionId))?.submission.status

  /** Puts a submission's row at a status, with nothing else: for the walks over every status. */
  const place = async (
    submission: { id: string; instId: string; collectionId?: string; mode?: SubmissionMode },
    status: StatusName,
  ): Promise<void> => {
    const { id, instId, collectionId = 'c23056', mode = 'live' } = submission
    await inSystem(tx =>
      sql`insert into submission (id, collection_id, inst_id, mode, status_id, is_latest, file_name, file_size, file_hash,
          object_key, has_stored_file, created_utc, uploaded_utc, uploaded_by)
        values (${id}::uuid, ${collectionId}, ${instId}, ${mode}, ${statusOf(status).id}, true, 'placed.xml', 10,
          ${'0'.repeat(64)}, ${`${instId}/${id}/file.xml`}, true, ${clock.now()}, ${clock.now()}, 'Test')
        on conflict (id) do update set status_id = excluded.status_id, is_latest = true, version = 1,
          has_stored_file = true`.execute(tx),
    )
  }

  /** Puts a collection into a state; the screens for it are another system's. Nobody is told of it at the next minute. */
  const setCollection = async (state: CollectionStateName, collectionId = 'c23056'): Promise<void> => {
    const { id } = collectionStateOf(state)
    await inSystem(async tx => {
      await sql`update collection set state_id = ${id} where id = ${collectionId}`.execute(tx)
      await sql`update collection_told set state_id = ${id} where collection_id = ${collectionId}`.execute(tx)
    })
  }

  /** Reports an event to the lifecycle past the API, as workers do. Throws where the chart refuses it. */
  const report = async (
    submissionId: string,
    type: LifecycleEventType,
    by: Principal = systemPrincipal,
  ): Promise<void> => {
    const decided = await lifecycle.decide(submissionId, { type, actor: by } as LifecycleEvent)
    if (!decided.ok) throw new Error(`${type} is refused: ${inEnglish(decided.problem.reason)}`)
  }

  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query("set bedel.scope = 'all'")

  // A status is told as it is decided; looking now and then besides is for a connection that was cut.
  const notifications = new EventEmitter().setMaxListeners(0)
  owner.on('notification', () => notifications.emit('message'))
  await owner.query(`listen ${liveNotification}`)

  /** Resolves when the submission has come to one of these statuses, told by its live messages. */
  const reaches = async (submissionId: string, ...statuses: StatusName[]): Promise<StatusName> => {
    const end = realNow() + reachedWithinMs
    for (;;) {
      const message = new Promise<void>(resolve => notifications.once('message', () => resolve()))
      const status = await statusOfSubmission(submissionId)
      if (status && statuses.includes(status)) return status
      if (realNow() > end) throw new Error(`${submissionId} is ${status}, not ${statuses.join(' or ')}.`)
      await Promise.race([message, setTimeout(lookAgainMs, undefined, { ref: false })])
    }
  }

  /** Statements as the owner of the tables: for what the server itself may never do. */
  const asOwner = async (statements: string): Promise<void> => {
    await owner.query(statements)
  }

  /** The one row of a query over everything that there is. */
  const look = async <T extends pg.QueryResultRow>(query: string): Promise<T> => {
    const [row] = (await owner.query<T>(query)).rows
    if (!row) throw new Error(`Nothing is found by: ${query}`)
    return row
  }

  let tables: string[] = []
  /**
   * Forgets every submission and all that was written about them. Live messages are numbered on: sockets may be open. Rows
   * are deleted: to truncate, a file for each table and index is made anew.
   */
  const forget = async (): Promise<void> => {
    if (tables.length === 0)
      tables = (await look<{ tables: string[] }>(tablesAbout('submission', ...ofRequests))).tables
    await asOwner(
      `set session_replication_role = replica; ${tables.map(table => `delete from ${table}`).join('; ')}; set session_replication_role = origin; delete from pgboss.job where data ? 'submissionId'`,
    )
  }

  return {
    origin,
    dataDir,
    asOwner,
    look,
    forget,
    db: db as Kysely<Database>,
    databaseUrl: database.url,
    log,
    clock,
    storage,
    specifications,
    disk,
    processing,
    lifecycle,
    identity,
    metrics,
    inSystem,
    inSnapshot,
    actor,
    tokenOf,
    call,
    upload,
    statusOfSubmission,
    reaches,
    place,
    setCollection,
    report,
    /** Every connection of the API is cut, with what is on its way over it; live connections stay. */
    breakConnections: (): void => app.server.closeAllConnections(),
    stop: async (): Promise<void> => {
      await processing.stop()
      await app.close()
      await db.destroy()
      await pool.end().catch(() => undefined)
      await owner.end()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type ProcessingServer = Awaited<ReturnType<typeof startProcessingServer>>
