import type { Problem } from '../../domain/problem.ts'
import type { DpsFileStatus } from '../../domain/pseudonymisation.ts'
import type { Result } from '../support/result.ts'

/** Output of the actors `request` and `reset`: whether it was taken. */
export type TakenOutput = Result<undefined>
/** Output of the actor `fetch`: the address of the file. */
export type AddressOutput = Result<string>

/** What the server says of the task of a submission, and the number of its last event. */
export interface TaskStatus {
  status: DpsFileStatus | null
  version: number
}

export interface PseudonymisationRowContext extends TaskStatus {
  problem: Problem | undefined
}

export type PseudonymisationRowEvent =
  | { type: 'ANONYMISE' }
  | { type: 'DOWNLOAD' }
  | { type: 'RESET' }
  /** The list or a live message says where the task stands. */
  | ({ type: 'STATUS' } & TaskStatus)

export type PseudonymisationRowEmitted = { type: 'row.fetched'; url: string }

/** What views ask. `pending`: the button says "Anonymising..."; `busy`: the server is asked. */
export type PseudonymisationRowTag = 'idle' | 'pending' | 'success' | 'failed' | 'busy'
