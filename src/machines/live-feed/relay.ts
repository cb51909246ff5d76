import { type ActorRefFrom, fromCallback } from 'xstate'
import type { LiveFeedMachine } from './machine.ts'
import type { LiveFeedParentEvent } from './types.ts'

/** What every page receives from the live feed. */
export type LivePageEvent = Extract<LiveFeedParentEvent, { type: 'MESSAGE_ARRIVED' | 'MESSAGES_MISSED' }>

/**
 * Sends live messages to the page that invokes it. An actor, because React stops and restarts a page without its entry and exit
 * actions, and a subscription made there would never end.
 */
export const relayMessages = (feed: ActorRefFrom<LiveFeedMachine>) =>
  fromCallback<LivePageEvent>(({ sendBack }) => {
    const messages = feed.on('live.message', ({ message }) => sendBack({ type: 'MESSAGE_ARRIVED', message }))
    const gaps = feed.on('live.refresh', () => sendBack({ type: 'MESSAGES_MISSED' }))
    return () => {
      messages.unsubscribe()
      gaps.unsubscribe()
    }
  })
