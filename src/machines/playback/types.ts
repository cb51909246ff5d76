/** A history as the playback needs it. */
export interface PlaybackHistory {
  /** Milliseconds between each event and the one before; the first has 0. */
  gaps: readonly number[]
  /** Positions, from 1, where playing stops by itself. */
  stops: readonly number[]
}

export interface PlaybackInput extends PlaybackHistory {
  /** Position to begin at, from 1; the newest event where absent. */
  at: number | undefined
  /** How many times as fast as it was. */
  speed: number
}

export interface PlaybackContext extends PlaybackHistory {
  /** Position of the event that is looked at, from 1; 0 in an empty history. */
  at: number
  speed: number
}

export type PlaybackEvent =
  | { type: 'HISTORY_CHANGED'; history: PlaybackHistory }
  | { type: 'GO'; at: number }
  | { type: 'NEXT' }
  | { type: 'PREVIOUS' }
  | { type: 'FIRST' }
  | { type: 'LAST' }
  | { type: 'PLAY' }
  | { type: 'PAUSE' }
  | { type: 'SPEED'; speed: number }
