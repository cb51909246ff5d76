import type { StatusName } from '../../domain/status.ts'
import type { StepId } from './steps.ts'

export type StepperEvent =
  /** From a live message or a fresh answer, in any order: what is older than what is known changes nothing. */
  | { type: 'STATUS_CHANGED'; submissionId: string; status: StatusName }
  /** The page of this step is shown, by whatever way. */
  | { type: 'VISITED'; step: StepId }
  /** A submission was made from the stored file of another (re-processing). */
  | { type: 'COPY_CREATED'; submissionId: string; copiedFrom: string }
