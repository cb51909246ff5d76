import { join } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database/schema.ts'
import { withScope } from './database/scope.ts'
import { createLifecycle, createOutboxRunner, createTimers, type PromisedEffect } from './lifecycle/index.ts'
import { createListener, createLive } from './live/index.ts'
import { createContent, createPipeline, createReader } from './pipeline/index.ts'
import {
  createQueue,
  createWorker,
  queueNotification,
  stepsHeldBy,
  type WorkerMetrics,
  workerNameOf,
} from './queue/index.ts'
import type { ObjectStore } from './storage/index.ts'

const repository = join(import.meta.dirname, '..')
const sweepMs = 3_600_000
/** How long live messages are kept: a client that was away longer asks for everything afresh anyway. */
const messagesKeptMs = 24 * 3_600_000
/** Age at which what an upload left in the store counts as left behind. */
const uploadsKeptMs = 24 * 3_600_000

export interface ProcessingOptions {
  config: {
    dataDir: string
    worker: { concurrency: number; memoryMb: number; threads: number }
  }
  db: Kysely<Database>
  /** Connection of the application's role: for the queue and for the listening connections. */
  connectionString: string
  clock: { now: () => Date }
  log: Logger
  storage: ObjectStore
  metrics: WorkerMetrics
  /** First delay after a fault of a step, in seconds. */
  retryDelaySeconds?: number
}

/** Puts together what decides, carries out and processes, for a server, a worker, or a process that is both. */
export const composeProcessing = (options: ProcessingOptions) => {
  const { config, db, connectionString, clock, log, storage, metrics } = options
  const content = createContent({
    schemasFolder: join(repository, 'schemas', 'student'),
    rulesetsFolder: join(repository, 'rulesets', 'student'),
    verifiedFolder: join(config.dataDir, 'verified'),
  })
  const lifecycle = createLifecycle({ db, clock, onPromised: () => outbox.kick() })
  const queue = createQueue({
    connectionString,
    log,
    supervise: true,
    ...(options.retryDelaySeconds === undefined ? {} : { retryDelaySeconds: options.retryDelaySeconds }),
  })
  const live = createLive({ db, clock, log, connectionString })
  const reader = createReader(config)
  const pipeline = createPipeline({
    db,
    store: storage,
    content,
    config: { dataDir: config.dataDir, memoryMb: config.worker.memoryMb, threads: config.worker.threads },
  })
  const worker = createWorker({
    db,
    clock,
    log,
    queue,
    lifecycle,
    steps: pipeline.steps,
    keepErrorLog: pipeline.keepErrorLog,
    metrics,
    concurrency: config.worker.concurrency,
  })

  const carryOut = async (tx: Transaction<Database>, promised: PromisedEffect): Promise<void> => {
    const { effect, submissionId, instId } = promised
    if (effect.type === 'enqueueStep') return queue.enqueue(tx, { submissionId, instId, step: effect.step })
    if (effect.type !== 'discardFile') throw new Error(`Nobody carries out the effect ${effect.type}.`)
    const { rows } = await sql<{ object_key: string | null }>`select object_key from submission
      where id = ${submissionId}::uuid`.execute(tx)
    const key = rows[0]?.object_key
    if (key) await storage.remove(key)
  }
  const outbox = createOutboxRunner({ db, clock, log, carryOut, onCarriedOut: worker.wake })
  const timers = createTimers({ db, clock, log, store: storage, lifecycle })
  const listener = createListener({
    connectionString,
    log,
    channels: { [queueNotification]: worker.wake },
    onReconnect: worker.wake,
  })

  const sweep = async (): Promise<void> => {
    const now = clock.now().getTime()
    await storage.sweep(new Date(now - uploadsKeptMs))
    await live.tickets.sweep()
    await withScope(db, { scope: 'all' }, async tx => {
      await sql`delete from live_message where created_utc < ${new Date(now - messagesKeptMs)}`.execute(tx)
      await sql`delete from outbox where done_utc < ${new Date(now - messagesKeptMs)}`.execute(tx)
    })
  }
  /** Compiles the specifications in use before the first file needs them. */
  const warm = async (): Promise<void> => {
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ schemaVersion: string; rulesetVersion: string }>`
        select distinct s.schema_version as "schemaVersion", s.ruleset_version as "rulesetVersion"
        from specification s join collection c on c.specification_id = s.id where c.state_id in (3, 5, 7)`.execute(
        tx,
      ),
    )
    for (const versions of rows) await content.load(versions)
  }

  let sweeping: NodeJS.Timeout | undefined
  const started: (() => Promise<void>)[] = []

  return {
    content,
    lifecycle,
    queue,
    live,
    reader,
    worker,
    timers,
    outbox,

    /**
     * Starts the parts of this process's role. `server`: deadlines and live messages; `worker`: takes steps from the
     * queue. Both put work on the queue and carry out the effects of their own decisions.
     */
    start: async (parts: { server: boolean; worker: boolean }): Promise<void> => {
      await queue.start()
      started.push(queue.stop)
      outbox.start()
      started.push(outbox.stop)
      if (parts.server) {
        await live.start()
        started.push(live.stop)
        timers.start()
        started.push(timers.stop)
        sweeping = setInterval(() => {
          sweep().catch(error => log.warn({ err: error }, 'the sweep failed'))
        }, sweepMs)
        sweeping.unref()
      }
      if (parts.worker) {
        await listener.start()
        started.push(listener.stop)
        worker.start()
        started.push(worker.stop)
        warm().catch(error => log.warn({ err: error }, 'a specification could not be prepared'))
      }
    },

    /** Hands the steps of a worker process that died on this machine to another at once. */
    releaseWorker: async (pid: number): Promise<void> => {
      const held = await withScope(db, { scope: 'all' }, tx => stepsHeldBy(tx, workerNameOf(pid)))
      for (const step of held) await queue.release(step)
    },

    /** Ends all of it in the reverse order; work in hand is finished or handed back. */
    stop: async (): Promise<void> => {
      clearInterval(sweeping)
      for (const end of started.splice(0).reverse()) await end()
    },
  }
}
export type Processing = ReturnType<typeof composeProcessing>
