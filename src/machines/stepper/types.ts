import type { ActorRef, Snapshot } from 'xstate'
import type { StatusName } from '../../domain/status.ts'
import type { StepFacts, StepId } from './steps.ts'

export interface StepperInput extends Pick<StepFacts, 'status' | 'mode' | 'isStatutoryCustomer'> {
  /** The page of the submission. */
  parent: ActorRef<Snapshot<unknown>, StepperParentEvent>
  submissionId: string
  /** The re-processed copy of the submission that was there already; null where there was none. */
  copiedTo: string | null
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

/** The view has to move. Told once for each move. */
export interface StepperParentEvent {
  type: 'STEPPER_LEADS'
  destination: Destination
}

/** From the actor `sight`: the page's window or tab is in front of the others, or behind them. */
export type SightEvent = { type: 'SEEN' } | { type: 'UNSEEN' }

export type StepperEvent =
  /** Of the submission's actor, which has dropped what is older than what it knew. */
  | { type: 'STATUS_CHANGED'; submissionId: string; status: StatusName }
  /** The page of this step is shown, by whatever way. */
  | { type: 'VISITED'; step: StepId }
  | SightEvent
  /** The user wants to stay at the ended processing. */
  | { type: 'STAY' }
  /** A submission was made from the stored file of another (re-processing). */
  | { type: 'COPY_CREATED'; submissionId: string; copiedFrom: string }
