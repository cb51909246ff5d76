import { assign, emit, fromCallback, sendTo, setup } from 'xstate'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { missing } from '../support/result.ts'
import { isAfterGap, isNext, laterReleaseOf } from './guards.ts'
import { reconnectDelay } from './reconnectDelay.ts'
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
  WakingEvent,
} from './types.ts'

type Greeting = Extract<SocketEvent, { type: 'LIVE_OPENED' }>

interface Followed {
  channel: Channel
  seen?: number | undefined
}

/** Messages were missed: pages ask for what they show, and the application is told. */
const missed = ['askAfresh', 'tellMissed'] as const

const open = '#liveFeed.following.open'
const waiting = '#liveFeed.following.waiting'

/** Without any frame for so long, in ms, a connection is lost: the server sends one every 30 s. */
const silenceMs = 75_000
/** An attempt without a greeting after so long, in ms, has failed. */
const greetingMs = 15_000

/**
 * A chart, because only it knows whether a message was missed. The live connection (decisions §4): passes messages on in order
 * and once; after a gap or a loss, every page loads its data again. It looks at sequence and channel only; pages know what a
 * message means. It decides when to connect, when a connection is lost and how long to wait; the actor `socket` makes one
 * connection.
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
    watchWaking: fromCallback<WakingEvent>(missing('watchWaking')),
  },
  delays: {
    greeting: greetingMs,
    silence: silenceMs,
    backoff: ({ context: { failures, spread } }) => reconnectDelay(failures, spread),
  },
  guards: {
    hasChannel: ({ context }) => context.channel !== undefined,
    isOwnGreeting: ({ context }, instId: string) => context.channel?.id === instId,
    hasMissedNothing: ({ context }, greeting: Greeting) =>
      context.channel?.id === greeting.instId && context.seen === greeting.sequence,
    isNext: ({ context }, message: Numbered) => isNext(context, message),
    isAfterGap: ({ context }, message: Numbered) => isAfterGap(context, message),
    isCutOff: (_, by: WakingEvent['by']) => by !== 'sight',
    isOfKnownKind: (_, reason: InvalidReason) => reason !== 'unknownType',
  },
  actions: {
    keepChannel: assign((_, { channel, seen }: Followed) => ({ channel, seen, failures: 0 })),
    forgetChannel: assign({ channel: undefined, seen: undefined }),
    keepGreeting: assign(({ context }, { sequence, release }: Greeting) => ({
      seen: sequence,
      laterRelease: laterReleaseOf(context, release),
      failures: 0,
    })),
    countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
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
    spread: input.spread ?? 0,
    failures: 0,
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
    ITEM_MISSING: {
      actions: 'askAfresh',
      description:
        'Nobody may have said that it was deleted: its page finds out when everything is asked for afresh.',
    },
  },
  states: {
    starting: {
      description: 'Left at once: connected when it is known what to follow.',
      always: [{ guard: 'hasChannel', target: 'following' }, { target: 'disconnected' }],
    },
    disconnected: { description: 'Nothing is followed.' },

    following: {
      description: 'A channel is followed; a connection that is lost is made again.',
      initial: 'open',
      invoke: { id: 'watchWaking', src: 'watchWaking', onError: { target: 'failed' } },
      on: {
        DISCONNECT: { target: 'disconnected', actions: 'forgetChannel' },
        LIVE_INVALID: {
          actions: { type: 'reportUnusable', params: ({ event }) => event.reason },
          description: 'For the log of the browser; one odd frame must not end the connection.',
        },
        WOKEN: {
          actions: missed,
          description: 'A page that slept has heard nothing, whatever its connection says.',
        },
      },
      states: {
        open: {
          description: 'There is a socket, which may have no greeting yet.',
          initial: 'connecting',
          invoke: {
            id: 'socket',
            src: 'socket',
            input: ({ context }) => ({ channel: context.channel! }),
            onError: { target: '#liveFeed.failed' },
          },
          on: { LIVE_LOST: { target: 'waiting' } },
          states: {
            connecting: {
              description: 'The connection is being made.',
              after: { greeting: { target: waiting } },
              on: {
                LIVE_OPENED: [
                  {
                    guard: { type: 'hasMissedNothing', params: ({ event }) => event },
                    target: 'connected',
                    actions: { type: 'keepGreeting', params: ({ event }) => event },
                    description:
                      'Nothing was sent since the session was made: what the screens fetched is up to date, and is not asked for twice.',
                  },
                  {
                    guard: { type: 'isOwnGreeting', params: ({ event }) => event.instId },
                    target: 'connected',
                    actions: [{ type: 'keepGreeting', params: ({ event }) => event }, ...missed],
                    description:
                      'What was fetched before the greeting may be out of date. A greeting of another channel is passed over: its number would hide messages of this one.',
                  },
                ],
              },
            },
            reconnecting: {
              description: 'A lost connection is being made again; the screens may be out of date.',
              tags: ['lost'],
              after: { greeting: { target: waiting } },
              on: {
                LIVE_OPENED: {
                  guard: { type: 'isOwnGreeting', params: ({ event }) => event.instId },
                  target: 'connected',
                  actions: [{ type: 'keepGreeting', params: ({ event }) => event }, ...missed],
                  description:
                    'Whatever its number says, everything is asked for afresh: what the screens fetched on the way may have failed.',
                },
              },
            },
            connected: {
              description: 'Messages arrive in order.',
              after: {
                silence: {
                  target: waiting,
                  description:
                    'The socket is open and passes nothing, which no browser reports. The server sends a frame every 30 s.',
                },
              },
              on: {
                LIVE_FRAME: {
                  target: 'connected',
                  reenter: true,
                  description: 'The silence is measured from here.',
                },
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
                      ...missed,
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
                    actions: [{ type: 'count', params: ({ event }) => event }, ...missed],
                    description: 'What was missed before it may have been for this person.',
                  },
                ],
                LIVE_INVALID: {
                  guard: { type: 'isOfKnownKind', params: ({ event }) => event.reason },
                  actions: [{ type: 'reportUnusable', params: ({ event }) => event.reason }, ...missed],
                  description:
                    'What it said is missed. A kind that only a later release knows says nothing that this page shows.',
                },
                WOKEN: {
                  guard: { type: 'isCutOff', params: ({ event }) => event.by },
                  target: open,
                  actions: missed,
                  description:
                    'The connection may have been cut while the computer slept or had no network; a new one is not waited for until the silence is long enough.',
                },
              },
            },
          },
        },
        waiting: {
          description:
            'The connection is lost, and is made again after a pause; the screens may be out of date.',
          tags: ['lost'],
          entry: 'countFailure',
          after: { backoff: { target: 'open.reconnecting' } },
          on: {
            WOKEN: {
              target: 'open.reconnecting',
              actions: missed,
              description: 'The reason for the loss may be over.',
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
