import type { SnapshotFrom } from 'xstate'
import type { LiveFeedMachine } from './machine.ts'

export type LiveFeedSnapshot = SnapshotFrom<LiveFeedMachine>

/** Whether messages arrive. */
export const selectIsLive = (snapshot: LiveFeedSnapshot): boolean => snapshot.hasTag('live')

/** Whether the connection is gone, so that the screens may be out of date. */
export const selectIsLost = (snapshot: LiveFeedSnapshot): boolean => snapshot.hasTag('lost')

/** Whether what was missed is being asked for. */
export const selectIsRecovering = (snapshot: LiveFeedSnapshot): boolean =>
  snapshot.matches({ following: 'recovering' })
