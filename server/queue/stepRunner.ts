import type { Transaction } from 'kysely'
import type { ProcessingProgress } from '../../src/domain/wire/progress.ts'
import type { Step } from '../../src/machines/submission-lifecycle/index.ts'
import type { Database } from '../database/schema.ts'
import type { SubmissionChange, SubmissionRecord } from '../lifecycle/index.ts'

/** What a step works with. */
export interface StepInput {
  submission: SubmissionRecord
  /** Number of this taking of the step: names scratch files so that two takings never share one. */
  fence: number
  signal: AbortSignal
  onProgress: (progress: Omit<ProcessingProgress, 'step'>) => void
}

/** What a step gives: it passed, or the file is at fault. Faults of the system are thrown. */
export interface StepOutput {
  outcome: 'PASSED' | 'FAILED'
  /** Kept with the result and in the history. */
  detail: Record<string, unknown>
  change?: SubmissionChange
  /** Rows of the result, written in the transaction that makes the result count. */
  store?: (tx: Transaction<Database>) => Promise<void>
}

/** A step takes its input, gives its output, leaves nothing else that counts, and can be run again. */
export type StepRunner = (input: StepInput) => Promise<StepOutput>
export type StepRunners = Record<Step, StepRunner>

/** A fault of the system that trying again cannot mend. */
export class PermanentFault extends Error {
  override readonly name = 'PermanentFault'
}

/** The records of the file could not be saved (status "Processing error"). */
export class SavingFault extends Error {
  override readonly name = 'SavingFault'
}
