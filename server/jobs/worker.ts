import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Outage } from '../../src/domain/wire/progress.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Lifecycle } from '../lifecycle/index.ts'
import type { Slot } from './boss.ts'
import type { KeepErrorLog } from './endInError.ts'
import { createInHand } from './inHand.ts'
import type { Held, StageJob } from './jobs.ts'
import { isKnownStage } from './laterRelease.ts'
import { LeaseLost } from './lease.ts'
import { createOutageHandling } from './outageHandling.ts'
import type { Outages } from './outages.ts'
import { createProgressReporter } from './progress.ts'
import type { JobQueue } from './queue.ts'
import { type Begun, createStageAttempts } from './stageAttempts.ts'
import { PermanentFault, type StageRunners } from './stageRunner.ts'

/** Figures of a process that works: of its stages, and of jobs of all queues. */
export interface WorkerMetrics {
  stageDone: (stage: string, outcome: string, seconds: number) => void
  jobTaken: (stage: string, waitedSeconds: number) => void
  jobFailed: (queue: string) => void
}

/** How the names of the workers of a process of this machine begin. */
export const workerNameOf = (pid: number): string => `${hostname()}:${pid}:`

/**
 * Takes stages from the queue and drives each through its two transactions. While what it works with is away it takes
 * nothing.
 */
export const createWorker = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  queue: JobQueue
  lifecycle: Lifecycle
  stages: StageRunners
  keepErrorLog: KeepErrorLog
  outages: Outages
  metrics: Pick<WorkerMetrics, 'stageDone' | 'jobTaken'>
  /** Stages at once. */
  concurrency: number
}) => {
  const { db, clock, log, queue, outages, metrics, concurrency } = options
  const worker = `${workerNameOf(process.pid)}${randomUUID().slice(0, 8)}`
  const { begin, settle, giveUp, giveBack } = createStageAttempts({ ...options, worker })
  const { tellPlaces, putBack, rest, awayAt } = createOutageHandling(options)
  const { holding, lose, leave } = createInHand(options)
  let slots: Slot[] = []

  /** How the attempt has ended, and what was away where it was put back for that. */
  const run = async (
    job: Held<StageJob>,
    { submission, attempt, work }: Begun,
  ): Promise<{ outcome: string; away?: Outage }> => {
    const { stage, submissionId } = job.data
    const progress = createProgressReporter({ db, clock, log, submission, attempt })
    try {
      const output = await work({
        submission,
        fencingToken: attempt.fencingToken,
        signal: job.signal,
        onProgress: progress.report,
      })
      await progress.end()
      job.signal.throwIfAborted()
      await settle(job, attempt, output)
      return { outcome: output.outcome }
    } catch (error) {
      await progress.end()
      if (error instanceof LeaseLost || job.signal.aborted) {
        await lose(job)
        return { outcome: 'LOST' }
      }
      log.error({ err: error, submissionId, stage, attempt: job.retryCount + 1 }, 'a stage failed')
      if (error instanceof PermanentFault) {
        await giveUp(job, { submission, attempt }, error)
        return { outcome: 'ERRORED' }
      }
      const away = await awayAt(job, error)
      if (away) {
        await putBack(job, { part: away, error, attempt })
        return { outcome: 'PUT_BACK', away }
      }
      await giveBack(job, attempt, error)
      return { outcome: job.retryCount < job.retryLimit ? 'RETRIED' : 'ERRORED' }
    }
  }

  const handle = async (job: Held<StageJob>): Promise<void> => {
    const { stage, submissionId } = job.data
    if (!isKnownStage(job.data)) {
      await withScope(db, { scope: 'all' }, tx => queue.putBack(tx, job))
      log.info({ stage, submissionId }, 'a stage of a later release is left to its workers')
      return
    }
    if (!(await outages.hasRoom())) {
      await putBack(job, { part: 'disk' })
      return rest('disk')
    }
    metrics.jobTaken(stage, Math.max(0, (job.startedOn.getTime() - job.createdOn.getTime()) / 1000))
    const begun = await begin(job).catch(async error => {
      const part = job.signal.aborted ? undefined : await awayAt(job, error)
      if (!part) throw error
      log.error({ err: error, submissionId, stage }, 'a stage could not begin')
      await putBack(job, { part })
      await rest(part)
    })
    if (stage === 'PROVISIONING') tellPlaces()
    if (!begun) return
    const began = performance.now()
    const { outcome, away } = await run(job, begun)
    const ms = performance.now() - began
    metrics.stageDone(stage, outcome, ms / 1000)
    const { instId: organisation, collectionId: collection } = begun.submission
    log.info(
      { submission: submissionId, organisation, collection, stage, outcome, ms: Math.round(ms) },
      'stage',
    )
    if (away) await rest(away)
  }

  return {
    name: worker,
    start: async (): Promise<void> => {
      const take = holding(handle)
      slots = await Promise.all(Array.from({ length: concurrency }, () => queue.consume('stage', take)))
    },
    /** Looks at the queue now. */
    wake: (): void => {
      for (const slot of slots) slot.wake()
    },
    /** Takes no more stages and waits for those in hand. */
    stop: async (): Promise<void> => {
      outages.end()
      await Promise.all(slots.map(slot => slot.stop()))
    },
    /**
     * For the end of a process: takes no more stages. Those in hand that do not end within the grace go to other workers, and no
     * restart costs a file a try.
     */
    leave: (withinMs?: number): Promise<void> => leave(slots, withinMs),
  }
}
export type Worker = ReturnType<typeof createWorker>
