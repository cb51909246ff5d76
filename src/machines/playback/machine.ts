import { assign, setup } from 'xstate'
import type { PlaybackContext, PlaybackEvent, PlaybackHistory, PlaybackInput } from './types.ts'

/** What views ask of a playback. */
export type PlaybackTag = 'playing'

/** Shortest and longest rest at an event while playing, in ms: fast enough to follow, never asleep. */
const shortestMs = 60
const longestMs = 3000

const clamped = (at: number, { gaps }: PlaybackHistory): number => Math.max(Math.min(at, gaps.length), 0)

/** The history as it is now; who looked at the newest event goes on looking at the newest. */
const changed = (context: PlaybackContext, history: PlaybackHistory): Partial<PlaybackContext> => {
  const { gaps, stops } = history
  const wasAtEnd = context.at >= context.gaps.length
  return { gaps, stops, at: wasAtEnd ? gaps.length : clamped(context.at, history) }
}

/**
 * Looking back at a history of events: a position in it, moved by hand or by playing at a multiple of real time. Stops
 * by itself at the events that were asked for.
 */
export const playbackMachine = setup({
  types: {
    context: {} as PlaybackContext,
    events: {} as PlaybackEvent,
    input: {} as PlaybackInput,
    tags: {} as PlaybackTag,
  },
  guards: {
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
    keepSpeed: assign((_, speed: number) => ({ speed })),
  },
}).createMachine({
  id: 'playback',
  description: 'Looking back at a history of events, by hand or at a multiple of real time.',
  context: ({ input }) => ({ ...input, at: clamped(input.at ?? input.gaps.length, input) }),
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
      description: 'One event is looked at.',
      on: {
        GO: { actions: { type: 'goTo', params: ({ event }) => event.at } },
        NEXT: { actions: 'goOn' },
        PREVIOUS: { actions: 'goBack' },
        FIRST: { actions: 'goFirst' },
        LAST: { actions: 'goLast' },
        PLAY: [{ guard: 'isAtEnd', target: 'playing', actions: 'goFirst' }, { target: 'playing' }],
      },
    },
    playing: {
      description: 'One event follows the other, as long after it as it was, divided by the speed.',
      tags: ['playing'],
      after: {
        gap: [
          { guard: 'isAtEnd', target: 'resting', description: 'A history of one event is over at once.' },
          { guard: 'stopsAtNext', target: 'resting', actions: 'goOn' },
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
        HISTORY_CHANGED: [
          {
            guard: { type: 'goesOnIn', params: ({ event }) => event.history },
            actions: { type: 'keepHistory', params: ({ event }) => event.history },
            description: 'A history that grows is played on.',
          },
          {
            target: 'opening',
            actions: { type: 'keepHistory', params: ({ event }) => event.history },
          },
        ],
        PAUSE: { target: 'resting' },
        GO: { target: 'resting', actions: { type: 'goTo', params: ({ event }) => event.at } },
      },
    },
  },
})

export type PlaybackMachine = typeof playbackMachine
