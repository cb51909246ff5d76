import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { errorEventOf, type LifecycleEvent } from '../../src/machines/submission-lifecycle/index.ts'
import type { Message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import type { Lifecycle } from '../lifecycle/index.ts'
import { inEnglish } from '../messages.ts'
import type { StageJob } from './jobs.ts'
import { lastAttempt, storeResult, takeLease } from './lease.ts'

/** Keeps the words of a fault where the agency can fetch them, under a name of the attempt's own; gives the object's key. */
export type KeepErrorLog = (
  of: StageJob & { fencingToken: number; isDead: boolean },
  log: string,
) => Promise<string>

/** A fault of the system that ends a stage. */
export interface StageEnd {
  /** In one sentence; shown to people. */
  reason: Message | string
  /** The records could not be saved, which has a status of its own. */
  isSaving: boolean
  /** What the error log says besides; the reason where it is absent. */
  log: string | undefined
  /** The attempt in which it happened; undefined where the tries are used up, and nobody has the stage in hand. */
  fencingToken: number | undefined
}

/**
 * Ends a stage in its error status, with the fault as its result and in the error log; nothing where the chart does not
 * expect that any more. A stage that could never begin has begun with it. `alongside` joins the transaction first; a
 * throw undoes all of it.
 */
export const endInError = async (
  tools: {
    lifecycle: Lifecycle
    clock: { now: () => Date }
    log: Logger
    keepErrorLog: KeepErrorLog
    worker: string
  },
  job: StageJob,
  fault: StageEnd,
  alongside: (tx: Transaction<Database>) => Promise<void> = async () => undefined,
): Promise<void> => {
  const { lifecycle, clock, log, keepErrorLog, worker } = tools
  const { submissionId, stage } = job
  const { reason } = fault
  const lastToken = async (): Promise<number> =>
    (await lifecycle.withSubmission(submissionId, ({ tx }) => lastAttempt(tx, submissionId, stage)))
      ?.fencingToken ?? 0
  const errorFileKey = await keepErrorLog(
    {
      ...job,
      fencingToken: fault.fencingToken ?? (await lastToken()),
      isDead: fault.fencingToken === undefined,
    },
    `${stage}\n${fault.log ?? inEnglish(reason)}\n`,
  ).catch(error => {
    log.error({ err: error, submissionId, stage }, 'the error log could not be kept')
    return undefined
  })
  const started: LifecycleEvent = { type: `${stage}_STARTED`, actor: systemPrincipal }
  const errored: LifecycleEvent = { type: errorEventOf(stage, fault.isSaving), actor: systemPrincipal }
  await lifecycle.withSubmission(submissionId, async session => {
    const { tx } = session
    await alongside(tx)
    if (await session.can(started)) await session.decide(started)
    if (!(await session.can(errored))) return
    const at = clock.now()
    const attempt =
      (await lastAttempt(tx, submissionId, stage)) ??
      (await takeLease(tx, { submissionId, stage, worker, at }))
    await storeResult(tx, attempt, { outcome: 'ERRORED', detail: { reason }, at })
    await session.decide(errored, {
      detail: { reason },
      change: { failureReason: reason, ...(errorFileKey ? { errorFileKey } : {}) },
    })
  })
}
