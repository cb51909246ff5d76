import { useSelector } from '@xstate/react'
import type { Problem } from '../domain/problem.ts'
import { type Notice, noticeOf } from '../machines/application/index.ts'
import type { LiveFeedSnapshot } from '../machines/live-feed/index.ts'
import { type SessionSnapshot, selectProblem } from '../machines/session/index.ts'
import { useLiveFeed } from './live.ts'
import { useSession } from './session.ts'

const wholeSession = (snapshot: SessionSnapshot): SessionSnapshot => snapshot
const wholeFeed = (snapshot: LiveFeedSnapshot): LiveFeedSnapshot => snapshot

/** What the banner above every screen says, and the problem where it is one. */
export const useNotice = (): { notice: Notice | undefined; problem: Problem | undefined } => {
  const session = useSelector(useSession(), wholeSession)
  const live = useSelector(useLiveFeed(), wholeFeed)
  return { notice: noticeOf(session, live), problem: selectProblem(session) }
}
