import type { Principal } from '../../domain/principal.ts'
import { type Message, message } from '../../messages/message.ts'

/** What the guards read in addition to the state. The server gathers it in the transaction that decides. */
export interface SupportSessionFacts {
  /** Who lets support look on. */
  sharerId: string
  /** Who looks on; null for nobody. */
  watcherId: string | null
  /** Whether the time of the code, or of the session, is over. */
  isOver: boolean
}

interface Caused {
  actor: Principal
}

export type SupportSessionEvent =
  | ({ type: 'OFFER' } & Caused)
  /** Support enters the code. */
  | ({ type: 'JOIN' } & Caused)
  /** The person's browser sends what its actors do. */
  | ({ type: 'SEND' } & Caused)
  /** Support reads what was sent. */
  | ({ type: 'READ' } & Caused)
  | ({ type: 'END' } & Caused)
  | ({ type: 'EXPIRE' } & Caused)

/** An event as screens and refusals name it. */
export const supportSessionEventMessage = (type: SupportSessionEvent['type']): Message =>
  message('supportSession', `events.${type}`)
