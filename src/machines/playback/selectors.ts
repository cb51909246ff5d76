import type { SnapshotFrom } from 'xstate'
import type { PlaybackMachine } from './machine.ts'
import type { Place } from './types.ts'

/** What the address has still to be told; undefined when it says where the playback rests. */
export const selectPlaceForAddress = (snapshot: SnapshotFrom<PlaybackMachine>): Place | undefined =>
  snapshot.context.unseen.at(-1)
