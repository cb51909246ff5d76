import { assign, enqueueActions, setup } from 'xstate'
import type {
  Place,
  PlaybackContext,
  PlaybackEmitted,
  PlaybackEvent,
  PlaybackHistory,
  PlaybackInput,
} from './types.ts'

/** What views ask of a playback. */
export type PlaybackTag = 'playing'

/** Shortest and longest rest at an event while playing, in ms: fast enough to follow, never asleep. */
const shortestMs = 60
const longestMs = 3000

const clamped = (at: number, { gaps }: PlaybackHistory): number => Math.max(Math.min(at, gaps.length), 0)

/** An address that has not said this many moves ago by now has left it out, for it was overtaken. */
const longestUnseen = 3

/** Where the playback is, as the address has it. */
const placeOf = ({ at, gaps }: Pick<PlaybackContext, 'at' | 'gaps'>): Place => ({
  at: at === gaps.length ? undefined : at,
})

const atOf = ({ event }: { event: { at: number | undefined } }): number | undefined => event.at

/** The history as it is now; who looked at the newest event goes on looking at the newest. */
const changed = (context: PlaybackContext, history: PlaybackHistory): Partial<PlaybackContext> => {
  const { gaps, stops } = history
  const wasAtEnd = context.at >= context.gaps.length
  return { gaps, stops, at: wasAtEnd ? gaps.length : clamped(context.at, history) }
}

/** The user went elsewhere by the address. */
const isForeign = { type: 'isForeign', params: atOf } as const
const followAddress = { type: 'followAddress', params: atOf } as const
/** The address repeats a change of ours. */
const passesEcho = { actions: { type: 'passEcho', params: atOf } } as const

/**
 * A chart, because playing, stopping and moving by hand compete for one position. Looking back at a history of events: a
 * position in it, moved by hand or by playing at a multiple of real time. Stops by itself at the events that were asked for.
 */
export const playbackMachine = setup({
  types: {
    context: {} as PlaybackContext,
    events: {} as PlaybackEvent,
    input: {} as PlaybackInput,
    emitted: {} as PlaybackEmitted,
    tags: {} as PlaybackTag,
  },
  guards: {
    /** Neither the last known address nor one of our own changes on its way: the user has gone elsewhere. */
    isForeign: ({ context: { address, unseen } }, at: number | undefined) =>
      ![address, ...unseen].some(known => known.at === at),
    isEmpty: ({ context }) => context.gaps.length === 0,
    goesOnIn: ({ context }, { gaps }: PlaybackHistory) => context.at < gaps.length,
    isAtEnd: ({ context }) => context.at >= context.gaps.length,
    stopsAtNext: ({ context }) =>
      context.at + 1 >= context.gaps.length || context.stops.includes(context.at + 1),
  },
  delays: {
    gap: ({ context }) =>
      Math.min(Math.max((context.gaps[context.at] ?? 0) / context.speed, shortestMs), longestMs),
  },
  actions: {
    keepHistory: assign(({ context }, history: PlaybackHistory) => changed(context, history)),
    goTo: assign(({ context }, at: number) => ({ at: Math.max(clamped(at, context), 1) })),
    goOn: assign(({ context }) => ({ at: clamped(context.at + 1, context) })),
    goBack: assign(({ context }) => ({ at: Math.max(context.at - 1, 1) })),
    goFirst: assign({ at: 1 }),
    goLast: assign(({ context }) => ({ at: context.gaps.length })),
    tellAddress: enqueueActions(({ context, enqueue }) => {
      const { address, unseen } = context
      const place = placeOf(context)
      if (place.at === (unseen.at(-1) ?? address).at) return
      enqueue.assign({ unseen: [...unseen, place].slice(-longestUnseen) })
      enqueue.emit({ type: 'playback.moved', ...place })
    }),
    passEcho: assign(({ context: { unseen } }, at: number | undefined) => ({
      address: { at },
      unseen: unseen.slice(unseen.findIndex(own => own.at === at) + 1),
    })),
    followAddress: assign(({ context }, at: number | undefined) => ({
      at: Math.max(clamped(at ?? context.gaps.length, context), 1),
      address: { at },
      unseen: [],
    })),
    keepSpeed: assign((_, speed: number) => ({ speed })),
  },
}).createMachine({
  id: 'playback',
  description: 'Looking back at a history of events, by hand or at a multiple of real time.',
  context: ({ input }) => ({
    ...input,
    at: clamped(input.at ?? input.gaps.length, input),
    address: { at: input.at },
    unseen: [],
  }),
  initial: 'opening',
  options: { maxIterations: 1000 },
  on: {
    SPEED: { actions: { type: 'keepSpeed', params: ({ event }) => event.speed } },
    HISTORY_CHANGED: {
      target: '.opening',
      actions: { type: 'keepHistory', params: ({ event }) => event.history },
    },
  },
  states: {
    opening: {
      description: 'Left at once: a history with events can be looked at, an empty one not.',
      always: [{ guard: 'isEmpty', target: 'empty' }, { target: 'resting' }],
    },
    empty: { description: 'Nothing has happened yet.' },
    resting: {
      description: 'One event is looked at; the address says which.',
      // Not while playing: a step in the address for every event would fill the browser's history.
      entry: 'tellAddress',
      on: {
        ADDRESS_CHANGED: [{ guard: isForeign, actions: [followAddress, 'tellAddress'] }, passesEcho],
        GO: { actions: [{ type: 'goTo', params: ({ event }) => event.at }, 'tellAddress'] },
        NEXT: { actions: ['goOn', 'tellAddress'] },
        PREVIOUS: { actions: ['goBack', 'tellAddress'] },
        FIRST: { actions: ['goFirst', 'tellAddress'] },
        LAST: { actions: ['goLast', 'tellAddress'] },
        PLAY: [{ guard: 'isAtEnd', target: 'playing', actions: 'goFirst' }, { target: 'playing' }],
      },
    },
    playing: {
      description: 'One event follows the other, as long after it as it was, divided by the speed.',
      tags: ['playing'],
      after: {
        gap: [
          {
            guard: 'stopsAtNext',
            target: 'resting',
            actions: 'goOn',
            description: 'A history of one event is over at once.',
          },
          { target: 'playing', reenter: true, actions: 'goOn' },
        ],
      },
      on: {
        SPEED: {
          target: 'playing',
          reenter: true,
          actions: { type: 'keepSpeed', params: ({ event }) => event.speed },
          description: 'The rest at this event begins again, at the new speed.',
        },
        HISTORY_CHANGED: {
          guard: { type: 'goesOnIn', params: ({ event }) => event.history },
          actions: { type: 'keepHistory', params: ({ event }) => event.history },
          description: 'A history that grows is played on.',
        },
        ADDRESS_CHANGED: [{ guard: isForeign, target: 'resting', actions: followAddress }, passesEcho],
        PAUSE: { target: 'resting' },
        GO: { target: 'resting', actions: { type: 'goTo', params: ({ event }) => event.at } },
      },
    },
  },
})

export type PlaybackMachine = typeof playbackMachine
