import { assign, emit, fromCallback, sendTo, setup } from 'xstate'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { missing } from '../support/result.ts'
import { isAfterGap, isNext, laterReleaseOf } from './guards.ts'
import type {
  Channel,
  InvalidReason,
  LiveFeedContext,
  LiveFeedEmitted,
  LiveFeedEvent,
  LiveFeedInput,
  LiveFeedParentEvent,
  LiveFeedTag,
  Numbered,
  SocketEvent,
  SocketInput,
} from './types.ts'

type Greeting = Extract<SocketEvent, { type: 'LIVE_OPENED' }>

interface Followed {
  channel: Channel
  seen?: number | undefined
}

/**
 * The live connection (decisions §4): messages in order and once; after a gap or a loss everything is asked for
 * afresh. It judges by sequence and channel only; what a message means is the pages' business.
 */
export const liveFeedMachine = setup({
  types: {
    context: {} as LiveFeedContext,
    events: {} as LiveFeedEvent,
    input: {} as LiveFeedInput,
    emitted: {} as LiveFeedEmitted,
    tags: {} as LiveFeedTag,
  },
  actors: {
    socket: fromCallback<SocketEvent, SocketInput>(missing('socket')),
  },
  guards: {
    hasChannel: ({ context }) => context.channel !== undefined,
    isOwnGreeting: ({ context }, instId: string) => context.channel?.id === instId,
    hasMissedNothing: ({ context }, greeting: Greeting) =>
      context.channel?.id === greeting.instId && context.seen === greeting.sequence,
    isNext: ({ context }, message: Numbered) => isNext(context, message),
    isAfterGap: ({ context }, message: Numbered) => isAfterGap(context, message),
    isOfKnownKind: (_, reason: InvalidReason) => reason !== 'unknownType',
  },
  actions: {
    keepChannel: assign((_, { channel, seen }: Followed) => ({ channel, seen })),
    forgetChannel: assign({ channel: undefined, seen: undefined }),
    keepGreeting: assign((_, sequence: number) => ({ seen: sequence })),
    keepRelease: assign(({ context }, release: string | undefined) => ({
      laterRelease: laterReleaseOf(context, release),
    })),
    count: assign((_, message: Numbered) => ({ seen: message.sequence })),
    // Sent to the application, which outlives the pages that listen.
    passOn: emit((_, message: LiveMessage) => ({ type: 'live.message' as const, message })),
    tellArrived: sendTo(
      ({ context }) => context.parent,
      (_, message: LiveMessage): LiveFeedParentEvent => ({ type: 'MESSAGE_ARRIVED', message }),
    ),
    askAfresh: emit({ type: 'live.refresh' }),
    tellMissed: sendTo(({ context }) => context.parent, { type: 'MESSAGES_MISSED' }),
    reportUnusable: sendTo(
      ({ context }) => context.parent,
      (_, reason: InvalidReason): LiveFeedParentEvent => ({ type: 'FRAME_UNUSABLE', reason }),
    ),
  },
}).createMachine({
  id: 'liveFeed',
  description: 'Messages of the server, in order and once.',
  context: ({ input }) => ({
    parent: input.parent,
    channel: input.channel,
    seen: undefined,
    release: input.release,
    laterRelease: undefined,
  }),
  initial: 'starting',
  options: { maxIterations: 1000 },
  on: {
    FOLLOW: {
      target: '.following',
      actions: { type: 'keepChannel', params: ({ event }) => event },
      description:
        'Entered anew also while another channel is followed: its socket has to close, or both would count as one.',
    },
  },
  states: {
    starting: {
      description: 'Left at once: connected when it is known what to follow.',
      always: [{ guard: 'hasChannel', target: 'following' }, { target: 'disconnected' }],
    },
    disconnected: { description: 'Nothing is followed.' },

    following: {
      description: 'A channel is followed; the socket reopens itself when it is lost.',
      initial: 'connecting',
      invoke: {
        id: 'socket',
        src: 'socket',
        input: ({ context }) => ({ channel: context.channel! }),
        onError: { target: 'failed' },
      },
      on: {
        DISCONNECT: { target: 'disconnected', actions: 'forgetChannel' },
        LIVE_INVALID: {
          actions: { type: 'reportUnusable', params: ({ event }) => event.reason },
          description: 'For the log of the browser; one odd frame must not end the connection.',
        },
      },
      states: {
        connecting: {
          description: 'The connection is being made.',
          on: {
            LIVE_OPENED: [
              {
                guard: { type: 'hasMissedNothing', params: ({ event }) => event },
                target: 'connected',
                actions: { type: 'keepRelease', params: ({ event }) => event.release },
                description:
                  'Nothing was sent since the session was made: what the screens fetched is up to date, and is not asked for twice.',
              },
              {
                guard: { type: 'isOwnGreeting', params: ({ event }) => event.instId },
                target: 'connected',
                actions: [
                  { type: 'keepGreeting', params: ({ event }) => event.sequence },
                  { type: 'keepRelease', params: ({ event }) => event.release },
                  'askAfresh',
                  'tellMissed',
                ],
                description:
                  'What was fetched before the connection stood may be out of date. A greeting of another channel is passed over: its number would hide messages of this one.',
              },
            ],
            LIVE_LOST: { target: 'lost' },
          },
        },
        connected: {
          description: 'Messages arrive in order.',
          on: {
            LIVE_MESSAGE: [
              {
                guard: { type: 'isNext', params: ({ event }) => event.message },
                actions: [
                  { type: 'count', params: ({ event }) => event.message },
                  { type: 'passOn', params: ({ event }) => event.message },
                  { type: 'tellArrived', params: ({ event }) => event.message },
                ],
                description:
                  'One that came twice or out of order fits no guard and is dropped, or a status would go back.',
              },
              {
                guard: { type: 'isAfterGap', params: ({ event }) => event.message },
                actions: [
                  { type: 'count', params: ({ event }) => event.message },
                  { type: 'passOn', params: ({ event }) => event.message },
                  { type: 'tellArrived', params: ({ event }) => event.message },
                  'askAfresh',
                  'tellMissed',
                ],
                description: 'What was missed is not known; this message and those after it still count.',
              },
            ],
            LIVE_EMPTY: [
              {
                guard: { type: 'isNext', params: ({ event }) => event },
                actions: { type: 'count', params: ({ event }) => event },
                description:
                  'A message that is not for this person: it has a number, and no page hears of it.',
              },
              {
                guard: { type: 'isAfterGap', params: ({ event }) => event },
                actions: [{ type: 'count', params: ({ event }) => event }, 'askAfresh', 'tellMissed'],
                description: 'What was missed before it may have been for this person.',
              },
            ],
            LIVE_INVALID: {
              guard: { type: 'isOfKnownKind', params: ({ event }) => event.reason },
              actions: [
                { type: 'reportUnusable', params: ({ event }) => event.reason },
                'askAfresh',
                'tellMissed',
              ],
              description:
                'What it said is missed. A kind that only a later release knows says nothing that this page shows.',
            },
            LIVE_LOST: { target: 'lost' },
          },
        },
        lost: {
          description: 'The connection is lost and is being made again; the screens may be out of date.',
          tags: ['lost'],
          on: {
            LIVE_OPENED: {
              guard: { type: 'isOwnGreeting', params: ({ event }) => event.instId },
              target: 'connected',
              actions: [
                { type: 'keepGreeting', params: ({ event }) => event.sequence },
                { type: 'keepRelease', params: ({ event }) => event.release },
                'askAfresh',
                'tellMissed',
              ],
              description:
                'Whatever its number says, everything is asked for afresh: what the screens fetched on the way may have failed.',
            },
          },
        },
      },
    },

    failed: {
      description: 'No connection could be set up; the screens change only when they are asked to.',
      tags: ['failed'],
      on: {
        RETRY: {
          target: 'following',
          description: 'The channel is kept, so that the person need not sign in again.',
        },
        DISCONNECT: { target: 'disconnected', actions: 'forgetChannel' },
      },
    },
  },
})

export type LiveFeedMachine = typeof liveFeedMachine
