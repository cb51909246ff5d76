import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { createAuditSeal, noteSecondPlace, readAuditKeys } from './audit/index.ts'
import { every, untilDone } from './background.ts'
import { createCollections } from './collections/index.ts'
import { lookAtDatabase } from './database/look.ts'
import type { Database } from './database/schema.ts'
import { withScope } from './database/scope.ts'
import type { Disk } from './disk.ts'
import type { TrackerSettings } from './issues/index.ts'
import {
  createDeadLetters,
  createDeadlines,
  createDiscard,
  createJobQueue,
  createOutages,
  createSweep,
  createWorker,
  openBoss,
  stagesHeldBy,
  type WorkerMetrics,
  workerNameOf,
} from './jobs/index.ts'
import { createLifecycle } from './lifecycle/index.ts'
import { createLive } from './live/index.ts'
import type { MailSettings } from './notices/index.ts'
import { createPipeline, createReader, createSpecificationStore, sweepArtefacts } from './pipeline/index.ts'
import { composeMaking } from './processing/making.ts'
import { composeTelling } from './processing/telling.ts'
import { createProviders } from './providers/index.ts'
import {
  createCheckProcesses,
  createPublishedContent,
  createPublishing,
  createRuleEditing,
} from './publishing/index.ts'
import { createContent, createSpecifications, loadInUse, registerContent } from './specifications/index.ts'
import { createArtefactStore, createLocalCache, type ObjectStore, sweepFiles } from './storage/index.ts'
import { type CheckTimes, createValidation } from './validation/index.ts'
import { createWorkFolders } from './workFolders.ts'

const repository = join(import.meta.dirname, '..')
/** S3 does not report that a file has arrived: each upload is looked at this often, in seconds. */
const uploadCheckSeconds = 1

/** What killed processes leave on this machine is looked for this often, in ms. */
const workFoldersEveryMs = 600_000

export interface ProcessingOptions {
  config: {
    dataDir: string
    keysDir: string
    auditCheckpointsDir: string | undefined
    issueTracker: TrackerSettings | undefined
    webhooksPrivate: boolean
    publicUrl: string | undefined
    mail: MailSettings | undefined
    demo: boolean
    analysisCacheBytes: number
    worker: { concurrency: number; memoryMb: number; threads: number }
  }
  db: Kysely<Database>
  /** Direct connection of the application's role, past any pooler: for the queue and for the listening connections. */
  connectionString: string
  clock: { now: () => Date }
  log: Logger
  storage: ObjectStore
  disk: Disk
  metrics: WorkerMetrics
  /** First delay after a fault of a stage, in seconds. */
  retryDelaySeconds?: number
  /** How long a file that is only checked may take. */
  checkTimes?: () => CheckTimes
}

/** Puts together what decides, works and tells of it, for a server, a worker, or a process that is both. */
export const composeProcessing = (options: ProcessingOptions) => {
  const { config, db, connectionString, clock, log, storage, disk, metrics } = options
  const { concurrency, memoryMb, threads } = config.worker
  const specifications = createSpecificationStore({
    schemasFolder: join(repository, 'schemas', 'student'),
    rulesetsFolder: join(repository, 'rulesets', 'student'),
    verifiedFolder: join(config.dataDir, 'verified'),
    published: { content: createPublishedContent(db), folder: join(config.dataDir, 'published') },
  })
  const queue = createJobQueue({
    boss: openBoss({ connectionString, log }),
    clock,
    log,
    onFailed: metrics.jobFailed,
    ...(options.retryDelaySeconds === undefined ? {} : { retryDelaySeconds: options.retryDelaySeconds }),
    ...(storage.kind === 's3' ? { uploadCheckSeconds } : {}),
  })
  const lifecycle = createLifecycle({ db, clock, queue })
  const live = createLive({ db, clock, log, connectionString })
  const cache = createLocalCache({
    folder: join(config.dataDir, 'analysis-cache'),
    limitBytes: config.analysisCacheBytes,
    // Without encryption there would be records in plain on this machine, so nothing is kept.
    cipherOf: storage.cipherOf ?? (async () => undefined),
  })
  const artefacts = createArtefactStore({ store: storage, cache })
  const tracker = config.issueTracker && queue
  const tools = { db, store: storage, artefacts, specifications, tracker, deliveries: queue }
  const workFolders = createWorkFolders(join(config.dataDir, 'work'))
  const reader = createReader(tools, { workFolders, clock, disk })
  const pipeline = createPipeline(tools, { workFolders, memoryMb, threads, concurrency, disk })
  const { stages, keepErrorLog } = pipeline
  const outages = createOutages({
    parts: {
      disk: disk.check,
      store: storage.look,
      database: () => lookAtDatabase(db),
    },
    hasRoom: () => disk.hasRoomFor(0),
    log,
    sleep: ms => sleep(ms, undefined, { ref: false }),
  })
  const worker = createWorker({
    db,
    clock,
    log,
    queue,
    lifecycle,
    stages,
    keepErrorLog,
    outages,
    metrics,
    concurrency,
  })
  const deadlines = createDeadlines({ db, clock, store: storage, lifecycle, queue, disk })
  const deadLetters = createDeadLetters({ lifecycle, clock, log, keepErrorLog, queue })
  const sweep = createSweep({
    db,
    clock,
    store: storage,
    queue,
    tickets: live.tickets,
    signIns: live.signIns,
    sweepArtefacts: async () => {
      await sweepArtefacts({ db, clock, store: storage })
      await sweepFiles({ db, store: storage, log })
    },
  })

  const sealAudit = createAuditSeal({
    db,
    clock,
    store: storage,
    keys: () => readAuditKeys(config.keysDir),
    secondPlace: config.auditCheckpointsDir,
  })

  const validation = createValidation({
    db,
    store: storage,
    specifications,
    workFolders,
    disk,
    memoryMb,
    threads,
    times: options.checkTimes,
  })
  const discardFile = createDiscard({ db, store: storage })
  const collections = createCollections({ db, clock, queue })
  const providers = createProviders({ db, clock })
  const configuration = createSpecifications({ db, clock })
  const content = createContent({ db, clock })
  const checks = createCheckProcesses()
  const publishing = createPublishing({ content, specifications, checks, workFolders })
  const ruleEditing = createRuleEditing({ content, specifications, publishing, checks, workFolders })
  const making = composeMaking({
    db,
    clock,
    log,
    queue,
    outages,
    store: storage,
    lifecycle,
    reader,
    specifications,
    workFolders,
    keysDir: config.keysDir,
    memoryMb,
    threads,
  })
  const { deliveries, deliveryConfigurations, pseudonymisation, jobs, sectorGroups } = making
  const telling = composeTelling({ db, clock, log, queue, specifications, signIns: live.signIns }, config, [
    deliveries.look,
    sectorGroups.look,
    async () => storage.removeLeft?.(),
  ])
  const { issues, raising, mails, webhooks, tell, listen } = telling

  /** Keys that this process may only read are no reason not to start. */
  const noteCheckpoints = (place: string): void => {
    try {
      noteSecondPlace(config.keysDir, place)
    } catch (error) {
      log.warn(
        { err: error },
        'commands are not told that checkpoints of the audit are kept in a second place',
      )
    }
  }

  const started: (() => Promise<void>)[] = []
  /** Ends what waits for a part that is away. */
  const ended = new AbortController()

  return {
    specifications,
    lifecycle,
    queue,
    live,
    reader,
    worker,
    outages,
    deadlines,
    sweep,
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
    validation,
    webhooks,
    sealAudit,
    mails,
    tell,
    listen,

    /**
     * Starts the parts of this process's role. `server`: live messages and every job but the stages; `worker`: the
     * stages. Both put jobs on the queue.
     */
    start: async (parts: { server: boolean; worker: boolean }): Promise<void> => {
      await cache.makeRoom()
      await workFolders.sweep()
      const stopSweeping = every(log, 'workFolders', workFoldersEveryMs, workFolders.sweep)
      started.push(async () => {
        ended.abort()
        stopSweeping()
        await pipeline.close()
        await workFolders.close()
      })
      await withScope(db, { scope: 'all' }, queue.putBackLostWithDatabase)
      await queue.start()
      started.push(queue.stop)
      // Before the queue ends: it would count what is in hand then as a try.
      started.push(async () => {
        await Promise.all([worker.leave(), making.leave()])
      })
      if (parts.server) {
        await registerContent(db, await specifications.content(), clock.now())
        await live.start()
        started.push(live.stop)
        await deadLetters.start()
        await deadlines.start()
        await queue.consume('discard', job => discardFile(job.data))
        await making.startOnServer()
        await queue.consume('sweep', sweep)
        await queue.scheduleSweep()
        if (config.auditCheckpointsDir !== undefined) noteCheckpoints(config.auditCheckpointsDir)
        await queue.consume('auditSeal', sealAudit)
        await queue.scheduleAuditSeal()
        await telling.start()
      }
      if (parts.worker) {
        await worker.start()
        await making.startOnWorker()
        untilDone(log, 'specificationsInUse', () => loadInUse(db, specifications), { signal: ended.signal })
      }
    },

    /** Hands the stages of a worker process that died on this machine to another at once. Never rejects. */
    releaseWorker: (pid: number): Promise<void> =>
      untilDone(
        log,
        'deadWorkerStages',
        async () => {
          const held = await withScope(db, { scope: 'all' }, tx => stagesHeldBy(tx, workerNameOf(pid)))
          for (const stage of held) await queue.release(stage)
        },
        { signal: ended.signal },
      ),

    /** Ends all of it in the reverse order; work in hand is finished or handed back. */
    stop: async (): Promise<void> => {
      for (const end of started.splice(0).reverse()) await end()
    },
  }
}
export type Processing = ReturnType<typeof composeProcessing>
