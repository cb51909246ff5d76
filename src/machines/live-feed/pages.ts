import { type ActorRefFrom, fromCallback } from 'xstate'
import type { LiveFeedMachine } from './machine.ts'
import type { LiveFeedParentEvent } from './types.ts'

/** What the live feed tells every page. */
export type LivePageEvent = Extract<LiveFeedParentEvent, { type: 'MESSAGE_ARRIVED' | 'MESSAGES_MISSED' }>

/**
 * The actor that passes live messages to a page for the life of the page. It is an actor because React runs neither entry nor exit
 * actions when it stops a page and starts it again: a page subscribed there would stay subscribed.
 */
export const heardFrom = (feed: ActorRefFrom<LiveFeedMachine>) =>
  fromCallback<LivePageEvent>(({ sendBack }) => {
    const messages = feed.on('live.message', ({ message }) => sendBack({ type: 'MESSAGE_ARRIVED', message }))
    const gaps = feed.on('live.refresh', () => sendBack({ type: 'MESSAGES_MISSED' }))
    return () => {
      messages.unsubscribe()
      gaps.unsubscribe()
    }
  })
