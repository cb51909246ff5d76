import type { SnapshotFrom } from 'xstate'
import type { PlaybackMachine } from './machine.ts'
import type { Place } from './types.ts'

/** Change that the address still needs; undefined when it already shows where the playback rests. */
export const selectPlaceForAddress = (snapshot: SnapshotFrom<PlaybackMachine>): Place | undefined =>
  snapshot.context.unseen.at(-1)
