import type { StatusName } from '../../domain/status.ts'
import type { QualityOutcome, StepFacts, StepId } from './steps.ts'

export interface StepperInput {
  submissionId: string
  status: StatusName
  history: readonly StatusName[]
  mode: 'live' | 'ovt'
  isStatutoryCustomer: boolean
  quality?: QualityOutcome | undefined
  /** The step in the address; absent: the stepper leads to the current one. */
  shown?: StepId | undefined
}

/** Where the router is to go. */
export interface Destination {
  submissionId: string
  step: StepId
}

export interface StepperContext extends StepFacts {
  submissionId: string
  shown: StepId | undefined
  destination: Destination | undefined
}
