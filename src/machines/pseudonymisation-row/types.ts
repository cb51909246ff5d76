import type { ActorRef, Snapshot } from 'xstate'
import type { Problem } from '../../domain/problem.ts'
import type { DpsFileStatus } from '../../domain/pseudonymisation.ts'
import type { Result } from '../support/result.ts'

/** Input of the actors `request`, `fetch` and `reset`: of which submission. */
export interface RowTarget {
  uuid: string
}
/** Output of the actors `request` and `reset`: whether it was taken. */
export type TakenOutput = Result<undefined>
/** Output of the actor `fetch`: the address of the file. */
export type AddressOutput = Result<string>

/** What the server says of the task of a submission, and the number of its last event. */
export interface TaskStatus {
  status: DpsFileStatus | null
  version: number
}

/** What a row tells whoever runs it. */
export type PseudonymisationRowParentEvent =
  /** The output lies at this short-lived address. */
  { type: 'ADDRESS_GIVEN'; url: string }

export interface PseudonymisationRowInput extends TaskStatus, RowTarget {
  /** The page, or whatever else runs the row. */
  parent: ActorRef<Snapshot<unknown>, PseudonymisationRowParentEvent>
}

export interface PseudonymisationRowContext extends PseudonymisationRowInput {
  problem: Problem | undefined
}

export type PseudonymisationRowEvent =
  | { type: 'ANONYMISE' }
  | { type: 'DOWNLOAD' }
  | { type: 'RESET' }
  /** The list or a live message says where the task stands. */
  | ({ type: 'STATUS' } & TaskStatus)

/** What views ask. `pending`: the button says "Anonymising..."; `busy`: the server is asked. */
export type PseudonymisationRowTag = 'pending' | 'success' | 'failed' | 'busy'
