import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { createAuditSeal, readAuditKeys } from '../audit/index.ts'
import { lookAtDatabase } from '../database/look.ts'
import type { Database } from '../database/schema.ts'
import type { Disk } from '../disk.ts'
import type { TrackerSettings } from '../issues/index.ts'
import {
  createDeadLetters,
  createDeadlines,
  createDiscard,
  createOutages,
  createSweep,
  createWorker,
  type JobQueue,
  type WorkerMetrics,
} from '../jobs/index.ts'
import type { Lifecycle } from '../lifecycle/index.ts'
import type { Live } from '../live/index.ts'
import type { MailSettings } from '../notices/index.ts'
import { createPipeline, createReader, type SpecificationStore, sweepArtefacts } from '../pipeline/index.ts'
import { createArtefactStore, createLocalCache, type ObjectStore, sweepFiles } from '../storage/index.ts'
import type { CheckTimes } from '../validation/index.ts'
import { createWorkFolders } from '../workFolders.ts'

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
    keepSupersededDays: number | undefined
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

/** The parts that decide and tell, which every process has. */
interface Deciding {
  specifications: SpecificationStore
  queue: JobQueue
  lifecycle: Lifecycle
  live: Live
}

/**
 * Puts together what works on files and their analyses: the pipeline with its worker, readings for people, the ends of stages, and what
 * sweeps and seals.
 */
export const composeStages = (
  { config, db, clock, log, storage, disk, metrics }: ProcessingOptions,
  { specifications, queue, lifecycle, live }: Deciding,
) => {
  const { concurrency, memoryMb, threads } = config.worker
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
    keepSupersededDays: config.keepSupersededDays,
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

  const discardFile = createDiscard({ db, store: storage })
  return {
    cache,
    workFolders,
    reader,
    pipeline,
    outages,
    worker,
    deadlines,
    deadLetters,
    sweep,
    sealAudit,
    discardFile,
  }
}
