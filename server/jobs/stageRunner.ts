import type { Transaction } from 'kysely'
import { ProblemError } from '../../src/domain/problem.ts'
import type { ProcessingProgress } from '../../src/domain/wire/progress.ts'
import type { LifecycleEventType, Stage } from '../../src/machines/submission-lifecycle/index.ts'
import type { Message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import type { SubmissionChange, SubmissionRecord } from '../lifecycle/index.ts'
import { inEnglish } from '../messages.ts'

/** What a stage works with. */
export interface StageInput {
  submission: SubmissionRecord
  /** Number of this attempt: names scratch files and objects so that two attempts never share one. */
  fencingToken: number
  signal: AbortSignal
  onProgress: (progress: Omit<ProcessingProgress, 'stage'>) => void
}

/** How a stage can end, which the events of the chart say: only a stage that judges the file can find it at fault. */
export type StageOutcome<S extends Stage = Stage> = S extends Stage
  ? { [Outcome in 'PASSED' | 'FAILED']: `${S}_${Outcome}` extends LifecycleEventType ? Outcome : never }[
      | 'PASSED'
      | 'FAILED']
  : never

/** What a stage gives: it passed, or the file is at fault. Faults of the system are thrown. */
export interface StageOutput<S extends Stage = Stage> {
  outcome: StageOutcome<S>
  /** Kept with the result and in the history. */
  detail: Record<string, unknown>
  change?: SubmissionChange
  /** Rows of the result, written in the transaction that makes the result count, at this instant. */
  store?: (tx: Transaction<Database>, at: Date) => Promise<void>
}

/** The work of a stage. It takes its input, gives its output, leaves nothing else that counts, and can be run again. */
export type StageWork<S extends Stage = Stage> = (input: StageInput) => Promise<StageOutput<S>>

/**
 * A stage: reads what it needs of the database, in the transaction in which it begins, and gives the work that it does
 * with that.
 */
export type StageRunner<S extends Stage = Stage> = (
  tx: Transaction<Database>,
  submission: SubmissionRecord,
) => Promise<StageWork<S>>
export type StageRunners = { [S in Stage]: StageRunner<S> }

/** A fault of the system in a stage, told by a message; tried again. The queue keeps the reason with the error. */
export class StageFault extends Error {
  override readonly name: string = 'StageFault'
  readonly reason: Message | string

  constructor(reason: Message | string, options?: ErrorOptions) {
    super(inEnglish(reason), options)
    this.reason = reason
  }
}

/** A fault of the system that trying again cannot mend. */
export class PermanentFault extends StageFault {
  override readonly name = 'PermanentFault'
}

/** The records of the file could not be saved (status "Processing error"). */
export class SavingFault extends StageFault {
  override readonly name = 'SavingFault'
}

/** Why a stage failed: the message of a fault of ours, or what another error says. */
export const reasonOf = (error: unknown): Message | string => {
  if (error instanceof StageFault) return error.reason
  // The store is away, say: in words of ours already.
  if (error instanceof ProblemError) return error.problem.reason
  return error instanceof Error ? error.message : String(error)
}
