import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { systemPrincipal } from '../../src/domain/principal.ts'
import type { Outage } from '../../src/domain/wire/progress.ts'
import type { LifecycleEvent } from '../../src/machines/submission-lifecycle/index.ts'
import { isDatabaseAway } from '../database/away.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Lifecycle, SubmissionRecord } from '../lifecycle/index.ts'
import { endInError, type KeepErrorLog } from './endInError.ts'
import type { Held, StageJob } from './jobs.ts'
import { isKnownStage } from './laterRelease.ts'
import { type Attempt, LeaseLost, recordFault, storeResult, takeLease } from './lease.ts'
import { type Outages, outageOf } from './outages.ts'
import { createProgressReporter } from './progress.ts'
import type { JobQueue, Slot } from './queue.ts'
import { graceMs, timesPutBack, unseenOutages } from './queues.ts'
import { endOf } from './stageEnds.ts'
import {
  PermanentFault,
  reasonOf,
  type StageOutput,
  type StageRunner,
  type StageRunners,
  type StageWork,
} from './stageRunner.ts'

/** Figures of the stages of a worker. */
export interface WorkerMetrics {
  stageDone: (stage: string, outcome: string, seconds: number) => void
  jobTaken: (stage: string, waitedSeconds: number) => void
}

/** How the names of the workers of a process of this machine begin. */
export const workerNameOf = (pid: number): string => `${hostname()}:${pid}:`

interface Begun {
  submission: SubmissionRecord
  attempt: Attempt
  work: StageWork
}

/**
 * Takes stages from the queue and drives them in two transactions: one takes the lease, reads what the stage needs and
 * decides STARTED; one ends the job, stores the result and decides PASSED or FAILED, which enqueues the next stage.
 * Whoever has lost the job or the lease leaves nothing behind. While what it works with is away it takes nothing.
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
  metrics: WorkerMetrics
  /** Stages at once. */
  concurrency: number
}) => {
  const { db, clock, log, queue, lifecycle, stages, outages, metrics, concurrency } = options
  const worker = `${workerNameOf(process.pid)}${randomUUID().slice(0, 8)}`
  let slots: Slot[] = []
  const inHand = new Set<Held<StageJob>>()
  /** Aborted when the stages in hand are left to other workers. */
  const leaving = new AbortController()

  /**
   * Undefined when the chart expects nothing of this stage: then the job has nothing left to do. Undefined also when the job
   * is another worker's by now: a lease that was taken all the same would outdate that one's.
   */
  const begin = (job: Held<StageJob>): Promise<Begun | undefined> => {
    const { submissionId, stage } = job.data
    return lifecycle.withSubmission(submissionId, async session => {
      if (!(await queue.holds(session.tx, job))) return undefined
      const started: LifecycleEvent = { type: `${stage}_STARTED`, actor: systemPrincipal }
      const isFirst = await session.can(started)
      if (!isFirst && !(await session.can(endOf(stage, 'PASSED')))) return undefined
      const attempt = await takeLease(session.tx, { submissionId, stage, worker, at: clock.now() })
      const runner: StageRunner = stages[stage]
      const work = await runner(session.tx, session.submission()).catch((error): StageWork => {
        // The transaction is lost with the statement; any other fault is one of the stage, which has begun.
        if (error instanceof DatabaseError) throw error
        return () => Promise.reject(error)
      })
      if (isFirst) await session.decide(started)
      return { submission: session.submission(), attempt, work }
    })
  }

  const settle = async (job: Held<StageJob>, attempt: Attempt, output: StageOutput): Promise<void> => {
    const { outcome, detail, change, store } = output
    await lifecycle.withSubmission(attempt.submissionId, async session => {
      await queue.complete(session.tx, job)
      const at = clock.now()
      await storeResult(session.tx, attempt, { outcome, detail, at })
      await store?.(session.tx, at)
      await session.decide(endOf(attempt.stage, outcome), { detail, ...(change ? { change } : {}) })
      // Online validation ends after its rules, a live submission after its last report: the chart knows.
      const completed: LifecycleEvent = { type: 'QUALITY_PROCESSING_COMPLETED', actor: systemPrincipal }
      if (await session.can(completed)) await session.decide(completed)
    })
  }

  /** A fault that trying again cannot mend ends the stage at once. */
  const giveUp = async (
    job: Held<StageJob>,
    { submission, attempt }: Pick<Begun, 'submission' | 'attempt'>,
    error: unknown,
  ): Promise<void> => {
    const fault = {
      reason: reasonOf(error),
      isSaving: false,
      log: error instanceof Error ? error.stack : undefined,
      fencingToken: attempt.fencingToken,
    }
    await endInError({ ...options, worker }, { ...job.data, instId: submission.instId }, fault, tx =>
      queue.complete(tx, job),
    )
  }

  /** The fault is kept with its attempt, and the job goes back: to be tried again, or as a dead letter. */
  const giveBack = (job: Held<StageJob>, attempt: Attempt, error: unknown): Promise<void> =>
    withScope(db, { scope: 'all' }, async tx => {
      await recordFault(tx, attempt, { reason: reasonOf(error), at: clock.now() })
      await queue.giveBack(tx, job, error)
    })

  /** Whoever waits has moved up by one, or hears why nobody does. */
  const tellPlaces = (): void => {
    queue.placesMoved().catch(error => log.warn({ err: error }, 'places in the queue are not told'))
  }

  /** Puts the job back without counting a try, as soon as the database can be told so. */
  const putBack = async (
    job: Held<StageJob>,
    { part, error, attempt }: { part: Outage; error?: unknown; attempt?: Attempt },
  ): Promise<void> => {
    for (let times = 0; !job.signal.aborted && !outages.isEnded(); times += 1) {
      try {
        return await withScope(db, { scope: 'all' }, async tx => {
          if (attempt) await recordFault(tx, attempt, { reason: reasonOf(error), at: clock.now() })
          await queue.putBack(tx, job, part)
        })
      } catch (fault) {
        if (!isDatabaseAway(fault)) throw fault
        await outages.pause(times)
      }
    }
  }

  /** Waits until what is away is back: this consumer of the queue takes nothing before it returns. */
  const rest = async (part: Outage): Promise<void> => {
    if ((await outages.look()) === undefined) return
    tellPlaces()
    await outages.untilOver(part)
    tellPlaces()
  }

  /**
   * A job that is not this worker's any more: it was withdrawn, this process ends, or its signs of life were missed though it
   * lives, which is no fault of the file.
   */
  const lose = async (job: Held<StageJob>): Promise<void> => {
    if (leaving.signal.aborted) return
    await withScope(db, { scope: 'all' }, tx => queue.uncount(tx, job)).catch(error =>
      log.warn({ err: error, ...job.data }, 'a stage that was lost counts as a try'),
    )
  }

  /**
   * The part whose outage has made an attempt fail: one that a look confirms, or for so many times one that is over before
   * it is looked at. Undefined for any other fault, which counts as a try.
   */
  const awayAt = async (job: Held<StageJob>, error: unknown): Promise<Outage | undefined> => {
    const outage = error instanceof PermanentFault ? undefined : outageOf(error)
    if (!outage) return undefined
    const seen = await outages.look()
    return seen ?? (outage.isCertain && timesPutBack(job) < unseenOutages ? outage.part : undefined)
  }

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
    metrics.stageDone(stage, outcome, (performance.now() - began) / 1000)
    if (away) await rest(away)
  }

  const take = async (taken: Held<StageJob>): Promise<void> => {
    const job = { ...taken, signal: AbortSignal.any([taken.signal, leaving.signal]) }
    inHand.add(job)
    try {
      await handle(job)
    } finally {
      inHand.delete(job)
    }
  }

  return {
    name: worker,
    start: async (): Promise<void> => {
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
    leave: async (withinMs = graceMs): Promise<void> => {
      outages.end()
      const ended = Promise.allSettled(slots.map(slot => slot.stop()))
      await Promise.race([ended, setTimeout(withinMs, undefined, { ref: false })])
      const held = [...inHand]
      if (held.length > 0)
        await withScope(db, { scope: 'all' }, async tx => {
          for (const job of held) await queue.handBack(tx, job)
        }).catch(error => log.warn({ err: error, stages: held.length }, 'stages in hand count a try more'))
      leaving.abort(new Error('The process ends.'))
    },
  }
}
export type Worker = ReturnType<typeof createWorker>
