import type { Kysely } from 'kysely'
import { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { systemPrincipal } from '../../src/domain/principal.ts'
import type { LifecycleEvent, Stage } from '../../src/machines/submission-lifecycle/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Lifecycle, SubmissionRecord } from '../lifecycle/index.ts'
import { endInError, type KeepErrorLog } from './endInError.ts'
import type { Held, StageJob } from './jobs.ts'
import { type Attempt, recordFault, storeResult, takeLease } from './lease.ts'
import type { JobQueue } from './queue.ts'
import {
  PermanentFault,
  reasonOf,
  type StageOutcome,
  type StageOutput,
  type StageRunner,
  type StageRunners,
  type StageWork,
} from './stageRunner.ts'

const ends: { [S in Stage]: { [Outcome in StageOutcome<S>]: `${S}_${Outcome}` } } = {
  PROVISIONING: { PASSED: 'PROVISIONING_PASSED' },
  SCHEMA_CHECK: { PASSED: 'SCHEMA_CHECK_PASSED', FAILED: 'SCHEMA_CHECK_FAILED' },
  RIGHT_TO_PROCESS: { PASSED: 'RIGHT_TO_PROCESS_PASSED', FAILED: 'RIGHT_TO_PROCESS_FAILED' },
  ENRICHMENT: { PASSED: 'ENRICHMENT_PASSED' },
  QUALITY_RULES: { PASSED: 'QUALITY_RULES_PASSED' },
  CREDIBILITY: { PASSED: 'CREDIBILITY_PASSED' },
  COLLECTION_REPORTS: { PASSED: 'COLLECTION_REPORTS_PASSED' },
  HISTORY: { PASSED: 'HISTORY_PASSED' },
}

/**
 * The chart's event of a stage's end. Throws on an end that the stage does not have: a file that a stage found at fault must
 * never count as one that passed.
 */
const endOf = (stage: Stage, outcome: StageOutcome): LifecycleEvent => {
  const endsOfStage: { PASSED: `${Stage}_PASSED`; FAILED?: `${'SCHEMA_CHECK' | 'RIGHT_TO_PROCESS'}_FAILED` } =
    ends[stage]
  const type = endsOfStage[outcome]
  if (!type) throw new PermanentFault(message('server', 'fault.wrongEnd', { stage, outcome }))
  return { type, actor: systemPrincipal }
}

/** An attempt at a stage whose first transaction is done. */
export interface Begun {
  submission: SubmissionRecord
  attempt: Attempt
  work: StageWork
}

/**
 * The transactions of an attempt at a stage: one takes the lease, reads what the stage needs and decides STARTED; one ends the
 * job, stores the result and decides PASSED or FAILED, which enqueues the next stage. Whoever has lost the job or the lease
 * leaves nothing behind.
 */
export const createStageAttempts = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  queue: JobQueue
  lifecycle: Lifecycle
  stages: StageRunners
  keepErrorLog: KeepErrorLog
  /** Name of the worker that makes the attempts. */
  worker: string
}) => {
  const { db, clock, queue, lifecycle, stages, worker } = options

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

  /** Stores the result of an attempt with its decision. Throws LeaseLost where the job or the lease is another's by now. */
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
    await endInError(options, { ...job.data, instId: submission.instId }, fault, tx =>
      queue.complete(tx, job),
    )
  }

  /** The fault is kept with its attempt, and the job goes back: to be tried again, or as a dead letter. */
  const giveBack = (job: Held<StageJob>, attempt: Attempt, error: unknown): Promise<void> =>
    withScope(db, { scope: 'all' }, async tx => {
      await recordFault(tx, attempt, { reason: reasonOf(error), at: clock.now() })
      await queue.giveBack(tx, job, error)
    })

  return { begin, settle, giveUp, giveBack }
}
