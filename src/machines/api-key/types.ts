import type { Principal } from '../../domain/principal.ts'
import { type Message, message } from '../../messages/message.ts'

/** What the guards read besides the state; the server gathers it from its rows in the transaction that decides. */
export interface ApiKeyFacts {
  /** Whether the provider has fewer active keys than it may have. */
  hasRoom: boolean
  /** Whether the time that the key was made for is over. */
  isOver: boolean
}

interface Caused {
  actor: Principal
}

export type ApiKeyEvent =
  | ({ type: 'MAKE' } & Caused)
  /** A call is made with it. */
  | ({ type: 'USE' } & Caused)
  | ({ type: 'REVOKE' } & Caused)
  | ({ type: 'EXPIRE' } & Caused)

/** An event as screens and refusals name it. */
export const apiKeyEventMessage = (type: ApiKeyEvent['type']): Message => message('apiKey', `events.${type}`)
