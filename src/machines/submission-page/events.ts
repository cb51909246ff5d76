import type { LivePageEvent } from '../live-feed/relay.ts'
import type { ResourceParentEvent } from '../resource/index.ts'
import type { Destination, StepperParentEvent } from '../stepper/index.ts'
import type { SubmissionParentEvent } from '../submission/index.ts'
import type { UploadMachine } from '../upload/machine.ts'
import type { UploadParentEvent } from '../upload/types.ts'
import type { Address, Sender, SubmissionAnswer } from './types.ts'

export type SubmissionPageEvent =
  | LivePageEvent
  /** From the page's actors. */
  | ResourceParentEvent<SubmissionAnswer>
  | SubmissionParentEvent
  | StepperParentEvent
  | UploadParentEvent
  /** The router went to an address; also sent when the page starts. */
  | { type: 'ADDRESS_CHANGED'; address: Address }
  /** The viewer tries again after a failure. */
  | { type: 'ASKED_AGAIN' }
  /** An action on the page changed the submission, and its answer did not say how. */
  | { type: 'REFRESH' }
  /** The answer to an action contains the submission. */
  | { type: 'REPLACED'; answer: SubmissionAnswer }
  /** The page Upload is shown, or its sender or limits changed. Brings the upload's chart, which no other page loads. */
  | {
      type: 'UPLOAD_OPENED'
      logic: UploadMachine
      sender: Sender
      /** Id of the files that another page has handed over; undefined where none has. */
      handedOver?: string | undefined
    }

export type SubmissionPageEmitted =
  /** The router has to go there; sent once for each move. `isCopy`: a re-processed copy has replaced the submission shown. */
  | { type: 'page.leads'; destination: Destination; isCopy: boolean }
  /** The server has begun the submission that is being uploaded: the address has to name it. */
  | { type: 'page.begun'; submissionId: string }
  /** A fact has changed by time alone: other resources of the page load again. */
  | { type: 'page.due' }
  /** An actor of the page has crashed. */
  | { type: 'page.fault'; error: unknown }
