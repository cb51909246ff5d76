import type { ActorRef, Snapshot } from 'xstate'
import type { LiveMessage } from '../../domain/wire/live.ts'

/**
 * What is followed. The channel of an institution carries its own messages only; the channel of an agency's or a
 * regulator's own organisation carries those of every institution that it may see, numbered by itself.
 */
export interface Channel {
  id: string
  carries: 'oneInstitution' | 'manyInstitutions'
}

/** Input of the callback actor `socket`, which makes one connection, and parses without judging. */
export interface SocketInput {
  channel: Channel
}

export interface LiveFeedInput {
  /** The application, or whatever else runs the live feed. */
  parent: ActorRef<Snapshot<unknown>, LiveFeedParentEvent>
  /** Absent: nothing is followed until FOLLOW. */
  channel?: Channel | undefined
  /** Version of the release that the page is of; without it no other release is offered. */
  release?: string | undefined
  /** From 0 to 1, random for each page: pages that lost a server together do not come back together; absent: 0. */
  spread?: number | undefined
}

export interface LiveFeedContext {
  parent: LiveFeedInput['parent']
  channel: Channel | undefined
  /** Sequence of the last message that counted, or that all on the screen is newer than; undefined where unknown. */
  seen: number | undefined
  /** Version of the release that the page is of. */
  release: string | undefined
  /** Version of the latest release that a server had and that is later than the page's. */
  laterRelease: string | undefined
  spread: number
  /** How many attempts to connect have failed in a row. */
  failures: number
}

export type LiveFeedEmitted =
  /** A message that is new; pages pick what concerns them. */
  | { type: 'live.message'; message: LiveMessage }
  /** Something may have been missed: everything on the screen is asked for afresh. */
  | { type: 'live.refresh' }

/** What the live feed tells the application, which runs it. */
export type LiveFeedParentEvent =
  /** A message that is new; as `live.message` tells the pages. */
  | { type: 'MESSAGE_ARRIVED'; message: LiveMessage }
  /** Messages may have been missed; as `live.refresh` tells the pages. */
  | { type: 'MESSAGES_MISSED' }
  /** A frame could not be used; for the log of the browser. */
  | { type: 'FRAME_UNUSABLE'; reason: InvalidReason }

/** `unknownType`: a message of a kind that only a later release knows. */
export type InvalidReason = 'notJson' | 'unknownType' | 'wrongShape' | 'tooLarge'

/** Events of the application. */
export type LiveFeedAppEvent =
  /** `seen`: number of the last message that everything on the screen is newer than; absent where that is not known. */
  { type: 'FOLLOW'; channel: Channel; seen?: number | undefined } | { type: 'DISCONNECT' } | { type: 'RETRY' }

/** What tells one message of a channel from the next. */
export type Numbered = Pick<LiveMessage, 'instId' | 'sequence'>

/** Events of the actor `socket`. */
export type SocketEvent =
  /** The server has greeted: with its channel, the last sequence sent there, and its release. */
  | {
      type: 'LIVE_OPENED'
      instId: string
      sequence: number
      release?: string | undefined
    }
  /** A frame arrived, before what it says: the connection passes something. */
  | { type: 'LIVE_FRAME' }
  | { type: 'LIVE_MESSAGE'; message: LiveMessage }
  /** A message that is not for this person was sent: nothing but its number is told. */
  | ({ type: 'LIVE_EMPTY' } & Numbered)
  | { type: 'LIVE_LOST' }
  | { type: 'LIVE_INVALID'; reason: InvalidReason }

/**
 * Events of the actor `watchWaking`. The page may have slept: it is in sight again, its network is back, or its clock jumped, as when a
 * computer sleeps.
 */
export interface WakingEvent {
  type: 'WOKEN'
  by: 'sight' | 'network' | 'clock'
}

/** Events of the pages. */
export type LiveFeedPageEvent =
  /** A change was refused because its item is not there: what the screen shows is out of date (decisions §15). */
  { type: 'ITEM_MISSING' }

export type LiveFeedEvent = LiveFeedAppEvent | SocketEvent | WakingEvent | LiveFeedPageEvent

/** What views ask of the live connection. */
export type LiveFeedTag = 'lost' | 'failed'
