import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { acceptsOnlineValidation, collectionStates } from '../src/domain/collection.ts'
import { createAuditSeal, readAuditKeys } from './audit/index.ts'
import { createJobRunner, createJobs } from './bulk/index.ts'
import { createCollections } from './collections/index.ts'
import type { Database } from './database/schema.ts'
import { withScope } from './database/scope.ts'
import {
  createConfigurations,
  createDeliveries,
  createPackageMaker,
  createPartitions,
  createSetMaker,
} from './delivery/index.ts'
import type { Disk } from './disk.ts'
import { createMeasure } from './impact/index.ts'
import {
  createIssues,
  createJira,
  createListening,
  createRaising,
  createTracking,
  type TrackerSettings,
} from './issues/index.ts'
import {
  createDeadLetters,
  createDeadlines,
  createDiscard,
  createJobQueue,
  createOutages,
  createPlaceTeller,
  createSweep,
  createWorker,
  openBoss,
  stagesHeldBy,
  takeOver,
  type WorkerMetrics,
  workerNameOf,
} from './jobs/index.ts'
import { createLifecycle } from './lifecycle/index.ts'
import { createLive } from './live/index.ts'
import { createCollectionNotices, createMailer, createMails, type MailSettings } from './notices/index.ts'
import { createOutputMaker } from './outputs/index.ts'
import {
  createPipeline,
  createReader,
  createSpecificationStore,
  removeEarlierAnalysis,
  sweepArtefacts,
} from './pipeline/index.ts'
import { createProviders } from './providers/index.ts'
import {
  createPseudonymisationMaker,
  createPseudonymisationTasks,
  openPseudonymKeys,
} from './pseudonymisation/index.ts'
import { createPublishedContent, createPublishing, createRuleEditing } from './publishing/index.ts'
import { createSectorGroups } from './sector/index.ts'
import { createContent, createSpecifications, registerContent } from './specifications/index.ts'
import {
  createArtefactStore,
  createLocalCache,
  type ObjectStore,
  openMasterKeys,
  sweepFiles,
} from './storage/index.ts'
import { createApiKeys } from './suppliers/index.ts'
import { createValidation } from './validation/index.ts'
import { createWebhooks } from './webhooks/index.ts'
import { createWorkbookMaker } from './workbooks/index.ts'
import { createWorkFolders } from './workFolders.ts'

const repository = join(import.meta.dirname, '..')
/** S3 does not report that a file has arrived: each upload is looked at this often, in seconds. */
const uploadCheckSeconds = 1

/** So many addresses of providers a process calls at once. */
const webhookSlots = 4

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
}

/** Puts together what decides, works and tells of it, for a server, a worker, or a process that is both. */
export const composeProcessing = (options: ProcessingOptions) => {
  const { config, db, connectionString, clock, log, storage, disk, metrics } = options
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
  const reader = createReader(tools, { workFolders, clock })
  const pipeline = createPipeline(tools, {
    workFolders,
    memoryMb: config.worker.memoryMb,
    threads: config.worker.threads,
    concurrency: config.worker.concurrency,
  })
  const { stages, keepErrorLog } = pipeline
  const outages = createOutages({
    parts: {
      disk: disk.check,
      store: storage.look,
      database: () => sql`select 1`.execute(db),
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
    concurrency: config.worker.concurrency,
  })
  const deadlines = createDeadlines({ db, clock, store: storage, lifecycle, queue })
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
    keys: readAuditKeys(config.keysDir),
    secondPlace: config.auditCheckpointsDir,
  })

  const tellPlaces = createPlaceTeller({ db, clock })
  const tellOfCollections = createCollectionNotices({ db, clock })
  const mails = createMails({
    db,
    clock,
    members: live.signIns,
    publicUrl: config.publicUrl,
    sending: config.mail && { queue, mailer: createMailer(config.mail) },
    isWritten: config.mail !== undefined || config.demo,
  })
  const keys = createApiKeys({ db, clock })
  const webhooks = createWebhooks({
    db,
    clock,
    queue,
    masterKeys: openMasterKeys(config.keysDir, 'webhooks'),
    allowsPrivate: config.webhooksPrivate,
  })
  const validation = createValidation({
    db,
    store: storage,
    specifications,
    workFolders,
    disk,
    memoryMb: config.worker.memoryMb,
    threads: config.worker.threads,
  })
  const partitions = createPartitions({ db, store: storage })
  const deliveries = createDeliveries({ db, clock, queue, store: storage, partitions })
  const sectorGroups = createSectorGroups({ db, queue, reader, specifications })
  /** What is there to tell, and the mails of what was told. */
  const tell = async (): Promise<void> => {
    await keys.expireAll()
    await webhooks.sweep()
    await tellOfCollections()
    await deliveries.look()
    await sectorGroups.look()
    await mails.writeAll()
  }
  const discardFile = createDiscard({ db, store: storage })
  const makeWorkbook = createWorkbookMaker({ db, clock, log, store: storage, reader, specifications })
  const makeSet = createSetMaker({ db, clock, store: storage, reader, specifications })
  const issues = createIssues({ db, clock, specifications, tracker })
  const raising = createRaising({ db, clock, specifications, tracker })
  const collections = createCollections({ db, clock, queue })
  const providers = createProviders({ db, clock })
  const measure = createMeasure({ db, store: storage, reader, specifications })
  const jobs = createJobs({ db, clock, queue, lifecycle, measure })
  const makeOutputs = createOutputMaker({ db, clock, log, reader, specifications, jobs })
  const pseudonymisation = createPseudonymisationTasks({ db, clock, queue })
  const pseudonymKeys = openPseudonymKeys(config.keysDir)
  const makePseudonymised = createPseudonymisationMaker({
    db,
    log,
    store: storage,
    specifications,
    keys: pseudonymKeys,
    tasks: pseudonymisation,
  })
  const deliveryConfigurations = createConfigurations({ db, clock, specifications })
  const makePackage = createPackageMaker({
    db,
    log,
    store: storage,
    reader,
    specifications,
    workFolders,
    keys: pseudonymKeys,
    deliveries,
    partitions,
    memoryMb: config.worker.memoryMb,
    threads: config.worker.threads,
  })
  const configuration = createSpecifications({ db, clock })
  const content = createContent({ db, clock })
  const publishing = createPublishing({ content, specifications, workFolders })
  const ruleEditing = createRuleEditing({ content, specifications, publishing, workFolders })
  const jira = config.issueTracker && createJira(config.issueTracker)
  const track = jira && createTracking({ db, tracker: jira, issues, publicUrl: config.publicUrl })
  const listen = jira && createListening({ db, clock, tracker: jira, issues })

  /** Compiles the specifications in use before the first file needs them. */
  const warm = async (): Promise<void> => {
    const checkedIn = collectionStates.filter(({ name }) => acceptsOnlineValidation(name)).map(({ id }) => id)
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ schemaVersion: string; rulesetVersion: string }>`
        select distinct s.schema_version as "schemaVersion", s.ruleset_version as "rulesetVersion"
        from specification s join collection c on c.specification_id = s.id where c.state_id = any(${checkedIn}::int[])`.execute(
        tx,
      ),
    )
    for (const versions of rows) await specifications.load(versions)
  }

  const started: (() => Promise<void>)[] = []

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
      await removeEarlierAnalysis(config.dataDir)
      await workFolders.sweep()
      const sweeping = setInterval(() => {
        workFolders.sweep().catch(error => log.warn({ err: error }, 'work folders are not swept'))
      }, workFoldersEveryMs).unref()
      started.push(async () => {
        clearInterval(sweeping)
        await pipeline.close()
        await workFolders.close()
      })
      await queue.start()
      started.push(queue.stop)
      if (parts.server) {
        const count = await takeOver(db, queue)
        if (count > 0) log.info({ count }, 'work that an earlier release has left is taken over')
        await registerContent(db, await specifications.content(), clock.now())
        await live.start()
        started.push(live.stop)
        await deadLetters.start()
        await deadlines.start()
        await queue.consume('discard', job => discardFile(job.data))
        await queue.consume('issues', job => raising.raiseMissing(job.data))
        if (track) await queue.consume('tracker', track)
        if (listen) {
          await queue.consume('trackerPoll', listen)
          await queue.scheduleTrackerPoll()
        }
        await queue.consume('bulk', createJobRunner({ db, log, jobs }))
        await queue.consume('places', tellPlaces)
        await queue.consume('sweep', sweep)
        await queue.scheduleSweep()
        await queue.consume('auditSeal', sealAudit)
        await queue.scheduleAuditSeal()
        await queue.consume('notices', tell)
        await queue.scheduleNotices()
        await queue.consume('mail', job => mails.send(job.data))
        for (let slot = 0; slot < webhookSlots; slot += 1)
          await queue.consume('webhook', job => webhooks.send(job.data))
        await queue.consume('webhookDead', job => webhooks.giveUp(job.data))
      }
      if (parts.worker) {
        // Before the queue ends: it would count what is in hand then as a try.
        started.push(() => worker.leave())
        await worker.start()
        await queue.consume('workbook', makeWorkbook)
        await queue.consume('outputs', makeOutputs)
        await queue.consume('pseudonymisation', makePseudonymised)
        await queue.consume('deliverySet', makeSet)
        await queue.consume('delivery', makePackage)
        await queue.consume('sectorGroups', sectorGroups.make)
        warm().catch(error => log.warn({ err: error }, 'a specification could not be prepared'))
      }
    },

    /** Hands the stages of a worker process that died on this machine to another at once. */
    releaseWorker: async (pid: number): Promise<void> => {
      const held = await withScope(db, { scope: 'all' }, tx => stagesHeldBy(tx, workerNameOf(pid)))
      for (const stage of held) await queue.release(stage)
    },

    /** Ends all of it in the reverse order; work in hand is finished or handed back. */
    stop: async (): Promise<void> => {
      for (const end of started.splice(0).reverse()) await end()
    },
  }
}
export type Processing = ReturnType<typeof composeProcessing>
