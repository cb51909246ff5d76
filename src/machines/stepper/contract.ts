import type { StepFacts, StepId } from './steps.ts'

export interface StepperInput extends Pick<StepFacts, 'status' | 'mode' | 'isStatutoryCustomer'> {
  submissionId: string
  /** The step in the address; absent: the stepper leads to the current one. */
  shown?: StepId | undefined
}

/** Where the router is to go. */
export interface Destination {
  submissionId: string
  step: StepId
}

export interface StepperContext extends StepperInput {
  destination: Destination | undefined
}
