import { join } from 'node:path'
import { noteSecondPlace } from './audit/index.ts'
import { every, untilDone } from './background.ts'
import { createCollections } from './collections/index.ts'
import { withScope } from './database/scope.ts'
import { createJobQueue, type JobQueue, openBoss, stagesHeldBy, workerNameOf } from './jobs/index.ts'
import { createLifecycle } from './lifecycle/index.ts'
import { createLive } from './live/index.ts'
import { createSpecificationStore, type SpecificationStore } from './pipeline/index.ts'
import { composeMaking } from './processing/making.ts'
import { composeStages, type ProcessingOptions } from './processing/stages.ts'
import { composeTelling } from './processing/telling.ts'
import { createProviders } from './providers/index.ts'
import {
  createCheckProcesses,
  createPublishedContent,
  createPublishing,
  createRuleEditing,
} from './publishing/index.ts'
import { createContent, createSpecifications, describeRecords, loadInUse } from './specifications/index.ts'
import { createSupportSessions, createSupportWaiting, supportNotification } from './support/index.ts'
import { createValidation } from './validation/index.ts'

const repository = join(import.meta.dirname, '..')
/** S3 does not report that a file has arrived: each upload is looked at this often, in seconds. */
const uploadCheckSeconds = 1

/** What killed processes leave on this machine is looked for this often, in ms. */
const workFoldersEveryMs = 600_000

export type { ProcessingOptions }

/** The content of specifications: those of the repository and those that the agency has published. */
export const openSpecifications = ({
  config,
  db,
}: {
  config: Pick<ProcessingOptions['config'], 'dataDir'>
  db: ProcessingOptions['db']
}): SpecificationStore =>
  createSpecificationStore({
    schemasFolder: join(repository, 'schemas'),
    rulesetsFolder: join(repository, 'rulesets'),
    verifiedFolder: join(config.dataDir, 'verified'),
    published: { content: createPublishedContent(db), folder: join(config.dataDir, 'published') },
  })

const openQueue = (options: ProcessingOptions): JobQueue =>
  createJobQueue({
    boss: openBoss(options),
    clock: options.clock,
    log: options.log,
    onFailed: options.metrics.jobFailed,
    ...(options.retryDelaySeconds === undefined ? {} : { retryDelaySeconds: options.retryDelaySeconds }),
    ...(options.storage.kind === 's3' ? { uploadCheckSeconds } : {}),
  })

/** Puts together what decides, works and tells of it, for a server, a worker, or a process that is both. */
export const composeProcessing = (options: ProcessingOptions) => {
  const { config, db, clock, log, storage, disk } = options
  const { memoryMb, threads } = config.worker
  const specifications = openSpecifications(options)
  const queue = openQueue(options)
  const lifecycle = createLifecycle({ db, clock, queue, log })
  const waiting = createSupportWaiting()
  const live = createLive({
    ...options,
    others: { channels: { [supportNotification]: waiting.notified }, onReconnect: waiting.wakeAll },
  })
  const supportSessions = createSupportSessions({ db, clock, waiting })
  const stages = composeStages(options, { specifications, queue, lifecycle, live })
  const { cache, workFolders, reader, pipeline, outages, worker, deadlines, deadLetters, sweep, sealAudit } =
    stages

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
  const { deliveries, deliveryConfigurations, pseudonymisation, jobs } = making
  const telling = composeTelling({ db, clock, log, queue, specifications, signIns: live.signIns }, config, [
    collections.followSchedules,
    deliveries.look,
    supportSessions.expireAll,
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
    supportSessions,
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
        await describeRecords(db, specifications.record)
        await live.start()
        started.push(live.stop)
        await deadLetters.start()
        await deadlines.start()
        await queue.consume('discard', job => stages.discardFile(job.data))
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
