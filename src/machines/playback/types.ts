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

/** A position as the address has it: from 1, undefined for the newest event. */
export interface Place {
  at: number | undefined
}

/** The address is to say where the playback has come to rest. Told once for each change. */
export interface PlaybackEmitted extends Place {
  type: 'playback.moved'
}

export interface PlaybackContext extends PlaybackHistory {
  /** Position of the event that is looked at, from 1; 0 in an empty history. */
  at: number
  speed: number
  /** What the address was last seen to say. */
  address: Place
  /** Changes written to the address that it has not repeated yet, in order; each of them comes back as an echo. */
  unseen: readonly Place[]
}

export type PlaybackEvent =
  | { type: 'HISTORY_CHANGED'; history: PlaybackHistory }
  /** The address changed: by back, forward or a link, or as an echo of our own change. */
  | { type: 'ADDRESS_CHANGED'; at: number | undefined }
  | { type: 'GO'; at: number }
  | { type: 'NEXT' }
  | { type: 'PREVIOUS' }
  | { type: 'FIRST' }
  | { type: 'LAST' }
  | { type: 'PLAY' }
  | { type: 'PAUSE' }
  | { type: 'SPEED'; speed: number }
