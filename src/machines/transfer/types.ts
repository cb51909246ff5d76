import type { CollectionStateName } from '../../domain/collection.ts'
import type { Principal } from '../../domain/principal.ts'
import { type Message, message } from '../../messages/message.ts'

/** What the guards read in addition to the state. The server gathers it from its rows in the transaction that decides. */
export interface TransferFacts {
  senderId: string
  receiverId: string
  /** Students of the last request. */
  requested: number
  /** Number of students in the agreement; 0 if there is none. */
  agreed: number
  /** Whether the event comes from the latest submission of the provider that acts. */
  isLatest: boolean
  collectionState: CollectionStateName
  /** Whether the sender's file waits for approval, or is approved. */
  isSubmitted: boolean
  /** Whether the sender has sent a reminder today, in London. */
  isReminded: boolean
}

interface Caused {
  actor: Principal
}

export type TransferEvent =
  /** How many students the sender's latest file names, and whether the receiver returns its own record, is known. */
  | ({ type: 'NAMED'; students: number; returnsRecord: boolean } & Caused)
  | ({ type: 'AGREE' } & Caused)
  | ({ type: 'WITHDRAW' } & Caused)
  | ({ type: 'REMIND' } & Caused)
  /** One provider writes to the other. */
  | ({ type: 'WRITE' } & Caused)

/** An event as screens and refusals name it. */
export const transferEventMessage = (type: TransferEvent['type']): Message =>
  message('transfer', `events.${type}`)
