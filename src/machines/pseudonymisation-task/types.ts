import type { Principal } from '../../domain/principal.ts'
import { type Message, message } from '../../messages/message.ts'

/** What the guards read besides the state; the server gathers it from its rows in the transaction that decides. */
export interface PseudonymisationFacts {
  /** Whether the submission is live and has everything that is checked of it. */
  isReady: boolean
  /** Whether its file is there. */
  hasFile: boolean
  /** Number of the attempt that holds the task; it grows with each one. */
  attempt: number
}

interface Caused {
  actor: Principal
}
type Plain<T extends string> = { type: T } & Caused
/** What an attempt tells; one that another has taken over from is not heard. */
type OfAttempt<T extends string> = Plain<T> & { attempt: number }

export type PseudonymisationEvent =
  | Plain<'REQUEST'>
  | Plain<'CANCEL'>
  | Plain<'RESET'>
  | Plain<'START'>
  | OfAttempt<'MADE'>
  | OfAttempt<'GIVEN_UP'>

/** An event as screens and refusals name it. */
export const pseudonymisationEventMessage = (type: PseudonymisationEvent['type']): Message =>
  message('pseudonymisation', `events.${type}`)
