import type { LivePageEvent } from '../live-feed/relay.ts'
import type { ResourceParentEvent } from '../resource/index.ts'
import type { Destination, StepperParentEvent } from '../stepper/index.ts'
import type { SubmissionParentEvent } from '../submission/index.ts'
import type { Address, SubmissionAnswer } from './types.ts'

export type SubmissionPageEvent =
  | LivePageEvent
  /** From its actors: the answer, the submission, the stepper. */
  | ResourceParentEvent<SubmissionAnswer>
  | SubmissionParentEvent
  | StepperParentEvent
  /** The router is at another address, or the page is drawn for the first time. */
  | { type: 'ADDRESS_CHANGED'; address: Address }
  /** The viewer tries again after a failure. */
  | { type: 'ASKED_AGAIN' }
  /** An action on the page changed the submission, and its answer did not say how. */
  | { type: 'REFRESH' }
  /** The answer to an action contains the submission. */
  | { type: 'REPLACED'; answer: SubmissionAnswer }

export type SubmissionPageEmitted =
  /** The router has to go there; once for each move. */
  | { type: 'page.leads'; destination: Destination }
  /** The submission has another status or other facts. The upload listens. */
  | ({ type: 'page.heard' } & Omit<Extract<SubmissionParentEvent, { type: 'SUBMISSION_HEARD' }>, 'type'>)
  /** A fact has changed by time alone: other resources of the page ask again. */
  | { type: 'page.due' }
  /** An actor of the page has crashed. */
  | { type: 'page.fault'; error: unknown }
