import type { LiveMessage } from '../../domain/wire/live.ts'
import {
  type LiveFeedContext,
  liveFeedMachine,
  type Numbered,
  type SocketEvent,
} from '../../machines/live-feed/index.ts'
import { messageOf } from '../charts/liveFeed.ts'
import { parent } from '../parent.ts'
import { emits, failedBy, ledThrough, type Net, type Outcome, type Question, sends, starts } from './net.ts'

/*
 * The live connection, as decisions §4 and faults 13 and 18 have it: messages in order and once; after a gap, a loss or an
 * unknown past everything is asked for afresh; what comes twice, late or from another institution changes nothing. What is for
 * others (1 §6, 2 §6) has a number, and nothing is heard of it. As fault 41 has it, a page hears of a release later than its own,
 * and goes on with what it has.
 */

type State = 'disconnected' | 'following.connecting' | 'following.connected' | 'following.lost' | 'failed'
type Facts = LiveFeedContext
type Decided = Outcome<Facts, State>
type Greeting = Extract<SocketEvent, { type: 'LIVE_OPENED' }>

const nobody: Facts = {
  parent,
  channel: undefined,
  seen: undefined,
  release: '1.2.0',
  laterRelease: undefined,
}

/** Nothing is followed any more; which releases there are is still known. */
const leftBy = ({ release, laterRelease }: Facts): Facts => ({ ...nobody, release, laterRelease })

/** A connection is made for the channel. */
const connects = (facts: Facts): Decided => ({
  state: 'following.connecting',
  facts,
  effects: [starts('socket', { channel: facts.channel })],
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
    state: 'following.connected',
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
  const hasMissedNothing = state === 'following.connecting' && facts.seen === sequence
  return {
    state: 'following.connected',
    facts: { ...facts, seen: sequence, laterRelease: heardOf(facts, release) },
    effects: hasMissedNothing ? [] : afresh,
  }
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const isFollowing = state.startsWith('following.')
  switch (event.type) {
    case 'FOLLOW':
      return connects({ ...facts, channel: event.channel, seen: event.seen })
    case 'DISCONNECT':
      return isFollowing || state === 'failed'
        ? { state: 'disconnected', facts: leftBy(facts), effects: [] }
        : undefined
    case 'RETRY':
      return state === 'failed' ? connects(facts) : undefined
    case 'LIVE_OPENED':
      return state === 'following.connecting' || state === 'following.lost'
        ? greeted(state, facts, event as Greeting)
        : undefined
    case 'LIVE_MESSAGE':
      return state === 'following.connected'
        ? counted(facts, event.message, toldOf(event.message))
        : undefined
    case 'LIVE_EMPTY':
      return state === 'following.connected'
        ? counted(facts, { instId: event.instId, sequence: event.sequence }, [])
        : undefined
    case 'LIVE_LOST':
      return state === 'following.connecting' || state === 'following.connected'
        ? { state: 'following.lost', facts, effects: [] }
        : undefined
    case 'LIVE_INVALID':
      return isFollowing
        ? {
            state,
            facts,
            effects: [
              sends('parent', { type: 'FRAME_UNUSABLE', reason: event.reason }),
              // A message of a kind that this page knows is missed: a gap.
              ...(state === 'following.connected' && event.reason !== 'unknownType' ? afresh : []),
            ],
          }
        : undefined
    case 'xstate.error.actor.socket':
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
  states: ['disconnected', 'following.connecting', 'following.connected', 'following.lost', 'failed'],
  factsIn: state => {
    if (state === 'disconnected') return [nobody, { ...nobody, laterRelease: '1.3.0' }]
    return [provider, agency].flatMap(channel =>
      [undefined, 4].flatMap(seen => heard.map(known => ({ parent, channel, seen, ...known }))),
    )
  },
  events: [
    { type: 'FOLLOW', channel: provider },
    { type: 'FOLLOW', channel: agency, seen: 3 },
    { type: 'DISCONNECT' },
    { type: 'RETRY' },
    ...['0001', 'bedel', '0002'].flatMap(instId =>
      [4, 9].flatMap(sequence =>
        [undefined, ...releases].map(release => ({ type: 'LIVE_OPENED', instId, sequence, release })),
      ),
    ),
    ...[1, 3, 4, 5, 6, 8].flatMap(sequence =>
      ['0001', '0002'].map(instId => ({ type: 'LIVE_MESSAGE', message: messageOf(sequence, instId) })),
    ),
    ...[4, 5, 6].flatMap(sequence =>
      ['0001', '0002'].map(instId => ({ type: 'LIVE_EMPTY', instId, sequence })),
    ),
    { type: 'LIVE_LOST' },
    ...['notJson', 'wrongShape', 'tooLarge', 'unknownType'].map(reason => ({ type: 'LIVE_INVALID', reason })),
    failedBy('socket', fault),
  ],
  decided,
  tags: {
    disconnected: [],
    'following.connecting': [],
    'following.connected': [],
    'following.lost': ['lost'],
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
