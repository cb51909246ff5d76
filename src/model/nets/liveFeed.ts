import type { LiveMessage } from '../../domain/wire/live.ts'
import {
  type LiveFeedContext,
  liveFeedMachine,
  type Numbered,
  type SocketEvent,
} from '../../machines/live-feed/index.ts'
import { messageOf } from '../charts/liveFeed.ts'
import { parent } from '../parent.ts'
import {
  emits,
  failedBy,
  ledThrough,
  type Net,
  type Outcome,
  type Question,
  sends,
  starts,
  waits,
} from './net.ts'

/*
 * The live connection, as decisions §4 and faults 13 and 18 have it: messages in order and once; after a gap, a loss or an
 * unknown past everything is asked for afresh; what comes twice, late or from another institution changes nothing. What is for
 * others (1 §6, 2 §6) has a number, and nothing is heard of it. As fault 41 has it, a page hears of a release later than its own,
 * and goes on with what it has.
 *
 * The server sends a frame every 30 s; 75 s without one are a loss, but not where the server has not said that it sends them. On
 * waking the page asks for everything, and so it does when a change is refused because its item is not there. A lost connection is made again after a pause of at most 3, 6, 12, 24, then 30 s, at once
 * on waking. An attempt fails that has no greeting after 15 s.
 */

type State =
  | 'disconnected'
  | 'following.open.connecting'
  | 'following.open.reconnecting'
  | 'following.open.connected'
  | 'following.waiting'
  | 'failed'
type Facts = LiveFeedContext
type Decided = Outcome<Facts, State>
type Greeting = Extract<SocketEvent, { type: 'LIVE_OPENED' }>

const nobody: Facts = {
  parent,
  channel: undefined,
  seen: undefined,
  release: '1.2.0',
  laterRelease: undefined,
  spread: 0,
  failures: 0,
}

/** Nothing is followed any more; what is known of servers is still known. */
const leftBy = (facts: Facts): Facts => ({ ...facts, channel: undefined, seen: undefined })

/** An attempt to connect: a socket, and the time in which its greeting has to come. */
const attempt = (facts: Facts): Decided['effects'] => [
  starts('socket', { channel: facts.channel }),
  waits(15_000),
]

/** A channel is followed from here on. */
const connects = (facts: Facts): Decided => ({
  state: 'following.open.connecting',
  facts,
  effects: [starts('watchWaking'), ...attempt(facts)],
})

/** Shares of the pause after one failure, two and so on: multiples of the golden ratio, modulo 1. */
const shares = [0.618034, 0.236068, 0.854102, 0.472136]
const longestPauses = [3000, 6000, 12_000, 24_000]

/** The connection is lost, and made again after a pause. */
const loses = (facts: Facts): Decided => ({
  state: 'following.waiting',
  facts: { ...facts, failures: facts.failures + 1 },
  effects: [waits(Math.round(shares[facts.failures]! * longestPauses[facts.failures]!))],
})

/** Pages and application ask for everything afresh. */
const afresh = [emits({ type: 'live.refresh' }), sends('parent', { type: 'MESSAGES_MISSED' })]

/** A message counts when it belongs to the channel and is newer than all that were seen; pages hear of what is for them. */
const counted = (
  facts: Facts,
  { instId, sequence }: Numbered,
  told: Decided['effects'],
): Decided | undefined => {
  const isOfChannel = facts.channel?.carries === 'manyInstitutions' || facts.channel?.id === instId
  const ahead = sequence - (facts.seen ?? 0)
  if (!isOfChannel || ahead < 1) return undefined
  return {
    state: 'following.open.connected',
    facts: { ...facts, seen: sequence },
    effects: [...told, ...(ahead > 1 ? afresh : [])],
  }
}

/** What pages and application hear of a message. */
const toldOf = (message: LiveMessage): Decided['effects'] => [
  emits({ type: 'live.message', message }),
  sends('parent', { type: 'MESSAGE_ARRIVED', message }),
]

/** Releases of this net, the earliest first. */
const releases = ['1.2.0', '1.3.0', '1.10.0']

/** A release counts where it is later than the page's and than what was heard of before. */
const heardOf = (facts: Facts, release: string | undefined): string | undefined => {
  if (facts.release === undefined || release === undefined) return facts.laterRelease
  const best = facts.laterRelease ?? facts.release
  return releases.indexOf(release) > releases.indexOf(best) ? release : facts.laterRelease
}

/** The greeting of the channel: up to which number everything was sent. */
const greeted = (state: State, facts: Facts, greeting: Greeting): Decided | undefined => {
  const { instId, sequence, release } = greeting
  if (facts.channel?.id !== instId) return undefined
  const hasMissedNothing = state === 'following.open.connecting' && facts.seen === sequence
  return {
    state: 'following.open.connected',
    facts: { ...facts, seen: sequence, laterRelease: heardOf(facts, release), failures: 0 },
    effects: [...(hasMissedNothing ? [] : afresh), waits(75_000)],
  }
}

/** The page was asleep: everything is asked for, and a connection that may be dead is made again. */
const wakes = (state: State, facts: Facts, by: string): Decided | undefined => {
  if (!state.startsWith('following.')) return undefined
  if (state === 'following.waiting')
    return { state: 'following.open.reconnecting', facts, effects: [...afresh, ...attempt(facts)] }
  if (state === 'following.open.connected' && by !== 'sight')
    return { state: 'following.open.connecting', facts, effects: [...afresh, ...attempt(facts)] }
  return { state, facts, effects: afresh }
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const isFollowing = state.startsWith('following.')
  const isOpen = state.startsWith('following.open.')
  const isConnected = state === 'following.open.connected'
  switch (event.type) {
    case 'FOLLOW':
      return connects({ ...facts, channel: event.channel, seen: event.seen, failures: 0 })
    case 'DISCONNECT':
      return isFollowing || state === 'failed'
        ? { state: 'disconnected', facts: leftBy(facts), effects: [] }
        : undefined
    case 'ITEM_MISSING':
      return { state, facts, effects: [emits({ type: 'live.refresh' })] }
    case 'RETRY':
      return state === 'failed' ? connects(facts) : undefined
    case 'WOKEN':
      return wakes(state, facts, event.by)
    case 'LIVE_OPENED':
      return isOpen && !isConnected ? greeted(state, facts, event as Greeting) : undefined
    case 'LIVE_FRAME':
      // The silence is measured from here.
      return isConnected ? { state, facts, effects: [waits(75_000)] } : undefined
    case 'LIVE_MESSAGE':
      return isConnected ? counted(facts, event.message, toldOf(event.message)) : undefined
    case 'LIVE_EMPTY':
      return isConnected ? counted(facts, { instId: event.instId, sequence: event.sequence }, []) : undefined
    case 'LIVE_LOST':
      return isOpen ? loses(facts) : undefined
    case 'LIVE_INVALID':
      return isFollowing
        ? {
            state,
            facts,
            effects: [
              sends('parent', { type: 'FRAME_UNUSABLE', reason: event.reason }),
              // A message of a kind that this page knows is missed: a gap.
              ...(isConnected && event.reason !== 'unknownType' ? afresh : []),
            ],
          }
        : undefined
    case 'xstate.after.greeting.liveFeed.following.open.connecting':
      return state === 'following.open.connecting' ? loses(facts) : undefined
    case 'xstate.after.greeting.liveFeed.following.open.reconnecting':
      return state === 'following.open.reconnecting' ? loses(facts) : undefined
    case 'xstate.after.silence.liveFeed.following.open.connected':
      return isConnected ? loses(facts) : undefined
    case 'xstate.after.backoff.liveFeed.following.waiting':
      return state === 'following.waiting'
        ? { state: 'following.open.reconnecting', facts, effects: attempt(facts) }
        : undefined
    case 'xstate.error.actor.socket':
      return isOpen ? { state: 'failed', facts, effects: [] } : undefined
    case 'xstate.error.actor.watchWaking':
      return isFollowing ? { state: 'failed', facts, effects: [] } : undefined
    default:
      return undefined
  }
}

const provider = { id: '0001', carries: 'oneInstitution' } as const
const agency = { id: 'bedel', carries: 'manyInstitutions' } as const
const fault = new Error('no socket')
/** Where the page is of no release; where it has heard of no later one; and where it has. */
const heard = [
  { release: undefined, laterRelease: undefined },
  { release: '1.2.0', laterRelease: undefined },
  { release: '1.2.0', laterRelease: '1.3.0' },
]

export const liveFeedNet: Net<Facts, State> = {
  machine: liveFeedMachine,
  states: [
    'disconnected',
    'following.open.connecting',
    'following.open.reconnecting',
    'following.open.connected',
    'following.waiting',
    'failed',
  ],
  factsIn: state => {
    if (state === 'disconnected') return [nobody, { ...nobody, laterRelease: '1.3.0' }]
    return [provider, agency].flatMap(channel =>
      [undefined, 4].flatMap(seen =>
        heard.map((known, at) => ({
          ...nobody,
          channel,
          seen,
          ...known,
          failures: at,
        })),
      ),
    )
  },
  events: [
    { type: 'FOLLOW', channel: provider },
    { type: 'FOLLOW', channel: agency, seen: 3 },
    { type: 'DISCONNECT' },
    { type: 'RETRY' },
    { type: 'ITEM_MISSING' },
    ...['0001', 'bedel', '0002'].flatMap(instId =>
      [4, 9].flatMap(sequence =>
        [undefined, ...releases].map(release => ({ type: 'LIVE_OPENED', instId, sequence, release })),
      ),
    ),
    { type: 'LIVE_FRAME' },
    ...['sight', 'network', 'clock'].map(by => ({ type: 'WOKEN', by })),
    ...[
      'greeting.liveFeed.following.open.connecting',
      'greeting.liveFeed.following.open.reconnecting',
      'silence.liveFeed.following.open.connected',
      'backoff.liveFeed.following.waiting',
    ].map(timer => ({ type: `xstate.after.${timer}` })),
    ...[1, 3, 4, 5, 6, 8].flatMap(sequence =>
      ['0001', '0002'].map(instId => ({ type: 'LIVE_MESSAGE', message: messageOf(sequence, instId) })),
    ),
    ...[4, 5, 6].flatMap(sequence =>
      ['0001', '0002'].map(instId => ({ type: 'LIVE_EMPTY', instId, sequence })),
    ),
    { type: 'LIVE_LOST' },
    ...['notJson', 'wrongShape', 'tooLarge', 'unknownType'].map(reason => ({ type: 'LIVE_INVALID', reason })),
    failedBy('socket', fault),
    failedBy('watchWaking', fault),
  ],
  decided,
  tags: {
    disconnected: [],
    'following.open.connecting': [],
    'following.open.reconnecting': ['lost'],
    'following.open.connected': [],
    'following.waiting': ['lost'],
    failed: ['failed'],
  },
  harmless: ledThrough(
    'liveFeed.starting',
    ':FOLLOW:0',
    'following:DISCONNECT:0',
    'failed:RETRY:0',
    'failed:DISCONNECT:0',
  ),
  starts: [
    {
      input: { parent, channel: provider, release: '1.2.0' },
      outcome: connects({ ...nobody, channel: provider }),
    },
    { input: { parent, release: '1.2.0' }, outcome: { state: 'disconnected', facts: nobody, effects: [] } },
  ],
}
