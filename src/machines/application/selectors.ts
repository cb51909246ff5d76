import type { SnapshotFrom } from 'xstate'
import {
  type LiveFeedSnapshot,
  selectHasGivenUp,
  selectHasLaterRelease,
  selectIsLost,
} from '../live-feed/index.ts'
import { type SessionSnapshot, selectProblem, selectNotice as selectSessionNotice } from '../session/index.ts'
import type { ApplicationMachine } from './machine.ts'

/** Whether something that the whole page lives on has crashed. */
export const selectHasFailed = (snapshot: SnapshotFrom<ApplicationMachine>): boolean =>
  snapshot.hasTag('failed')

/** What a banner above every screen can say. */
export type Notice = 'expired' | 'expiring' | 'problem' | 'lost' | 'notConnected' | 'laterRelease'

/** At most one notice at a time, the most pressing first: without a session nothing else helps. */
export const noticeOf = (session: SessionSnapshot, live: LiveFeedSnapshot): Notice | undefined =>
  selectSessionNotice(session) ??
  (selectProblem(session) ? 'problem' : undefined) ??
  (selectIsLost(live) ? 'lost' : undefined) ??
  (selectHasGivenUp(live) ? 'notConnected' : undefined) ??
  (selectHasLaterRelease(live) ? 'laterRelease' : undefined)
