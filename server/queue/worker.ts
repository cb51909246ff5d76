import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { systemActor } from '../../src/domain/actor.ts'
import { type LifecycleEvent, lifecycleAt, type Step } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Lifecycle, SubmissionRecord } from '../lifecycle/index.ts'
import { countFault, FenceLost, hasResult, type Lease, storeResult, takeLease } from './lease.ts'
import { createProgressReporter } from './progress.ts'
import type { HeldJob, Queue } from './queue.ts'
import { PermanentFault, SavingFault, type StepOutput, type StepRunners } from './stepRunner.ts'

/** Tries after the first one, when the system is at fault (decisions §3 "Retry"). */
const retries = 3
/** Takings after which a step that takes its workers down with it is given up. */
const takings = 12
const idleMs = 500
/** Time that a stopping worker gives to the steps in hand before it hands them back, in ms. */
const graceMs = 5000

export interface WorkerMetrics {
  stepDone: (step: Step, outcome: string, seconds: number) => void
  jobTaken: (step: Step, waitedSeconds: number) => void
}

/** How the names of the workers of a process of this machine begin. */
export const workerNameOf = (pid: number): string => `${hostname()}:${pid}:`

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

class Stopping extends Error {
  override readonly name = 'Stopping'
}

/**
 * Takes steps from the queue and drives them: STARTED, the step itself, then PASSED, FAILED or ERRORED together with
 * its result. A step is held under a lease whose fence grows; whoever lost it leaves nothing behind.
 */
export const createWorker = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  queue: Queue
  lifecycle: Lifecycle
  steps: StepRunners
  /** Keeps the words of a fault where the agency can fetch them; gives the object's key. */
  keepErrorLog: (submission: SubmissionRecord, step: Step, error: unknown) => Promise<string>
  metrics: WorkerMetrics
  /** Steps at once. */
  concurrency: number
}) => {
  const { db, clock, log, queue, lifecycle, steps, metrics, concurrency } = options
  const worker = `${workerNameOf(process.pid)}${randomUUID().slice(0, 8)}`
  const running = new Set<AbortController>()
  const sleepers = new Set<() => void>()
  let wakes = 0
  let stopped = false
  let loops: Promise<void>[] = []

  const inSystem = <T>(work: Parameters<typeof withScope<T>>[2]): Promise<T> =>
    withScope(db, { scope: 'all' }, work)

  const can = async (submissionId: string, event: LifecycleEvent): Promise<boolean> => {
    const found = await lifecycle.factsOf(submissionId)
    return found ? lifecycleAt(found.submission.status, found.facts).can(event) : false
  }

  /** Online validation ends after its rules, a live submission after its last report. */
  const finishProcessing = async (submissionId: string): Promise<void> => {
    const event: LifecycleEvent = { type: 'QUALITY_PROCESSING_COMPLETED', actor: systemActor }
    if (await can(submissionId, event)) await lifecycle.decide(submissionId, event)
  }

  /** The lease and the status of the step's beginning; undefined when there is nothing to do for this job. */
  const begin = async (job: HeldJob): Promise<{ submission: SubmissionRecord; lease: Lease } | undefined> => {
    const { submissionId, step } = job
    const take = (tx: Parameters<typeof takeLease>[0]) =>
      takeLease(tx, { submissionId, step, worker, at: clock.now() })
    if (await inSystem(tx => hasResult(tx, submissionId, step))) {
      await finishProcessing(submissionId)
      return undefined
    }
    const found = await lifecycle.factsOf(submissionId)
    if (!found) return undefined
    const event: LifecycleEvent = { type: `${step}_STARTED`, actor: systemActor }
    const at = lifecycleAt(found.submission.status, found.facts)
    if (at.can(event)) {
      let lease: Lease | undefined
      const decided = await lifecycle.decide(submissionId, event, {
        alongside: async tx => {
          lease = await take(tx)
        },
      })
      return decided.ok && lease ? { submission: decided.submission, lease } : undefined
    }
    if (at.can({ type: `${step}_PASSED`, actor: systemActor }))
      return { submission: found.submission, lease: await inSystem(take) }
    await finishProcessing(submissionId)
    return undefined
  }

  const settle = async (job: HeldJob, lease: Lease, output: StepOutput): Promise<void> => {
    const { submissionId, step } = job
    const { outcome, detail, change, store } = output
    const type: LifecycleEvent['type'] =
      outcome === 'FAILED' && step === 'SCHEMA_CHECK'
        ? 'SCHEMA_CHECK_FAILED'
        : outcome === 'FAILED' && step === 'RIGHT_TO_PROCESS'
          ? 'RIGHT_TO_PROCESS_FAILED'
          : `${step}_PASSED`
    const decided = await lifecycle.decide(
      submissionId,
      { type, actor: systemActor },
      {
        detail,
        ...(change ? { change } : {}),
        alongside: async tx => {
          await storeResult(tx, { submissionId, step, fence: lease.fence, outcome, detail, at: clock.now() })
          await store?.(tx)
        },
      },
    )
    if (!decided.ok) throw new Error(`The lifecycle refuses ${type}: ${decided.problem.detail}`)
    await finishProcessing(submissionId)
  }

  const giveUp = async (
    job: HeldJob,
    submission: SubmissionRecord,
    lease: Lease,
    error: unknown,
  ): Promise<void> => {
    const { submissionId, step } = job
    const reason = wordsOf(error)
    const errorFileKey = await options.keepErrorLog(submission, step, error).catch(fault => {
      log.error({ err: fault, submissionId, step }, 'the error log could not be kept')
      return undefined
    })
    const isSaving = error instanceof SavingFault && step === 'ENRICHMENT'
    const detail = { reason }
    await lifecycle.decide(
      submissionId,
      { type: isSaving ? 'SAVING_ENTITIES_ERRORED' : `${step}_ERRORED`, actor: systemActor },
      {
        detail,
        change: { failureReason: reason, ...(errorFileKey ? { errorFileKey } : {}) },
        alongside: tx =>
          storeResult(tx, {
            submissionId,
            step,
            fence: lease.fence,
            outcome: 'ERRORED',
            detail,
            at: clock.now(),
          }),
      },
    )
  }

  /** Tells the queue that the step is alive; a job that is not held any more ends the step. */
  const keepAlive = (job: HeldJob, controller: AbortController): NodeJS.Timeout =>
    setInterval(() => {
      queue.touch(job).then(
        held => {
          if (!held) controller.abort(new FenceLost(job.submissionId, job.step))
        },
        error => log.warn({ err: error }, 'a sign of life could not be sent'),
      )
    }, queue.heartbeatMs)

  const attempt = async (
    job: HeldJob,
    submission: SubmissionRecord,
    lease: Lease,
  ): Promise<'settled' | 'again'> => {
    const controller = new AbortController()
    running.add(controller)
    const alive = keepAlive(job, controller)
    const progress = createProgressReporter({ db, clock, log, submission, step: job.step })
    const began = performance.now()
    const done = (outcome: string) => metrics.stepDone(job.step, outcome, (performance.now() - began) / 1000)
    try {
      if (lease.fence > takings)
        throw new PermanentFault(`The step was given up after ${takings} workers had ended in it.`)
      const output = await steps[job.step]({
        submission,
        fence: lease.fence,
        signal: controller.signal,
        onProgress: progress.report,
      })
      controller.signal.throwIfAborted()
      await progress.end()
      await settle(job, lease, output)
      done(output.outcome)
      return 'settled'
    } catch (error) {
      await progress.end()
      const cause = controller.signal.aborted ? controller.signal.reason : error
      if (cause instanceof FenceLost) {
        done('LOST')
        return 'settled'
      }
      if (cause instanceof Stopping) return 'again'
      log.error(
        { err: cause, submissionId: job.submissionId, step: job.step, faults: lease.faults + 1 },
        'a step failed',
      )
      if (cause instanceof PermanentFault || lease.faults >= retries) {
        await giveUp(job, submission, lease, cause)
        done('ERRORED')
        return 'settled'
      }
      await inSystem(tx =>
        countFault(tx, {
          submissionId: job.submissionId,
          step: job.step,
          fence: lease.fence,
          reason: wordsOf(cause),
          at: clock.now(),
        }),
      )
      done('RETRIED')
      return 'again'
    } finally {
      clearInterval(alive)
      running.delete(controller)
    }
  }

  const work = async (job: HeldJob): Promise<void> => {
    metrics.jobTaken(job.step, job.waitedSeconds)
    const begun = await begin(job)
    const end = begun ? await attempt(job, begun.submission, begun.lease) : 'settled'
    if (end === 'settled') await queue.complete(job)
    else await queue.giveBack(job, stopped ? 'the worker stops' : 'a fault of the system')
  }

  const rest = (): Promise<void> =>
    new Promise(resolve => {
      const wake = () => {
        clearTimeout(timeout)
        sleepers.delete(wake)
        resolve()
      }
      const timeout = setTimeout(wake, idleMs)
      sleepers.add(wake)
    })

  const wakeAll = (): void => {
    wakes += 1
    for (const wake of [...sleepers]) wake()
  }

  const loop = async (): Promise<void> => {
    while (!stopped) {
      const seen = wakes
      let job: HeldJob | undefined
      try {
        job = await queue.fetch()
        if (job) await work(job)
      } catch (error) {
        log.error(
          { err: error, submissionId: job?.submissionId, step: job?.step },
          'a job could not be worked on',
        )
        if (job)
          await queue
            .giveBack(job, 'a fault of the system')
            .catch(fault =>
              log.error({ err: fault, submissionId: job?.submissionId }, 'a job could not be given back'),
            )
      }
      if (!job && seen === wakes) await rest()
    }
  }

  return {
    name: worker,
    start: (): void => {
      loops = Array.from({ length: concurrency }, loop)
    },
    /** Looks at the queue now. */
    wake: wakeAll,
    /** Finishes the steps in hand if they end soon, hands them back otherwise. */
    stop: async (): Promise<void> => {
      stopped = true
      wakeAll()
      const grace = setTimeout(() => {
        for (const controller of running) controller.abort(new Stopping('The worker stops.'))
      }, graceMs)
      await Promise.all(loops)
      clearTimeout(grace)
    },
  }
}
export type Worker = ReturnType<typeof createWorker>
