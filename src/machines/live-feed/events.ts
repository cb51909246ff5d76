import type { LiveMessage } from '../../domain/wire/live.ts'
import type { Channel, InvalidReason } from './contract.ts'

/** Events of the application. */
export type LiveFeedAppEvent =
  | { type: 'FOLLOW'; channel: Channel }
  | { type: 'DISCONNECT' }
  | { type: 'RETRY' }
  /** Everything that was asked for afresh has arrived. */
  | { type: 'CAUGHT_UP' }

/** Events of the actor `socket`. */
export type SocketEvent =
  /** The connection stands; the greeting names its channel and the last sequence sent there. */
  | { type: 'LIVE_OPENED'; instId: string; sequence: number }
  | { type: 'LIVE_MESSAGE'; message: LiveMessage }
  | { type: 'LIVE_LOST' }
  | { type: 'LIVE_INVALID'; reason: InvalidReason }

export type LiveFeedEvent = LiveFeedAppEvent | SocketEvent
