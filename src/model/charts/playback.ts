import { type PlaybackInput, playbackMachine } from '../../machines/playback/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const playbackInput: PlaybackInput = { gaps: [0, 1000, 500_000], stops: [], at: 1, speed: 10 }

export const playbackSpec: ModelSpec<typeof playbackMachine> = {
  machine: playbackMachine,
  samples: {
    HISTORY_CHANGED: [
      { type: 'HISTORY_CHANGED', history: { gaps: [], stops: [] } },
      { type: 'HISTORY_CHANGED', history: { gaps: [0, 1000, 500_000], stops: [] } },
    ],
    ADDRESS_CHANGED: [
      { type: 'ADDRESS_CHANGED', at: 2 },
      { type: 'ADDRESS_CHANGED', at: undefined },
    ],
    GO: [{ type: 'GO', at: 2 }],
    NEXT: [{ type: 'NEXT' }],
    PREVIOUS: [{ type: 'PREVIOUS' }],
    FIRST: [{ type: 'FIRST' }],
    LAST: [{ type: 'LAST' }],
    PLAY: [{ type: 'PLAY' }],
    PAUSE: [{ type: 'PAUSE' }],
    // The speed that it has, for each other one multiplies what there is to walk.
    SPEED: [{ type: 'SPEED', speed: 10 }],
  },
  settles: {},
  project: ({ gaps, stops, at, speed, address, unseen }) => ({
    length: gaps.length,
    stops: stops.length,
    at,
    speed,
    address: address.at ?? 'newest',
    unseen: unseen.map(place => place.at ?? 'newest'),
  }),
  inputs: {
    'a history': playbackInput,
    'one event': { ...playbackInput, gaps: [0], at: undefined },
    'an empty history': { ...playbackInput, gaps: [], at: undefined },
  },
}
