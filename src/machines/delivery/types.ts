import type { Principal } from '../../domain/principal.ts'
import { type Message, message } from '../../messages/message.ts'

/** What the guards read besides the state; the server gathers it in the transaction that decides. */
export interface DeliveryFacts {
  /** Whether the configuration is enabled. */
  isEnabled: boolean
  /** Submissions that it would hold. */
  submissions: number
  /** The attempt that holds the delivery. */
  attempt: number
  /** Whether it has been kept for long enough. */
  isExpired: boolean
}

type Caused<T extends string> = { type: T; actor: Principal }

export type DeliveryEvent =
  | Caused<'REQUEST'>
  | Caused<'START'>
  | (Caused<'MADE'> & { attempt: number })
  /** `submissionId`: the one that it failed for, where that is known. */
  | (Caused<'GIVEN_UP'> & { attempt: number; submissionId?: string })
  | Caused<'CANCEL'>
  | Caused<'EXPIRE'>

/** An event as screens and refusals name it. */
export const deliveryEventMessage = (type: DeliveryEvent['type']): Message =>
  message('delivery', `events.${type}`)
