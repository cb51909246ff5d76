import type { SnapshotFrom } from 'xstate'
import type { LiveFeedMachine } from './machine.ts'

export type LiveFeedSnapshot = SnapshotFrom<LiveFeedMachine>

/** Whether the connection is gone and is being made again, so that the screens may be out of date. */
export const selectIsLost = (snapshot: LiveFeedSnapshot): boolean => snapshot.hasTag('lost')

/** Whether the connection is gone for good, unless somebody asks for it. */
export const selectHasGivenUp = (snapshot: LiveFeedSnapshot): boolean => snapshot.hasTag('failed')

/** Whether a server is of a later release than the page, which should be loaded anew when its reader is ready. */
export const selectHasLaterRelease = (snapshot: LiveFeedSnapshot): boolean =>
  snapshot.context.laterRelease !== undefined
