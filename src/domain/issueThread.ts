import { type IssueStatus, issueStatusesAwaiting, issueStatusTable } from './issue.ts'
import type { OrganisationType } from './organisation.ts'
import type { Awaited } from './status.ts'

/** An event of an issue, as the thread reads it. */
interface Entry {
  sequence: number
  event: string
  at: string
  by: string
  from: { code: string; awaits: Awaited }
  to: { code: string; awaits: Awaited }
}
interface Comment {
  sequence: number
  text: string
}
interface Figure {
  submissionId: string
  uploaded: string
}

interface Read<E, C, F> {
  history: readonly E[]
  comments: readonly C[]
  figures: readonly F[]
}

/** One thing of the thread: an upload with results, or an event with what was written to it. */
export type ThreadItem<E, C, F> =
  | { kind: 'upload'; at: string; figure: F; before: F | undefined }
  | { kind: 'event'; at: string; entry: E; comment: C | undefined }

/** Uploads, comments and decisions of an issue in one order, oldest first. */
export const threadOf = <E extends Entry, C extends Comment, F extends Figure>({
  history,
  comments,
  figures,
}: Read<E, C, F>): ThreadItem<E, C, F>[] => {
  const uploads = figures.toReversed().map(
    (figure, at, all): ThreadItem<E, C, F> => ({
      kind: 'upload',
      at: figure.uploaded,
      figure,
      before: all[at - 1],
    }),
  )
  const events = history.map(
    (entry): ThreadItem<E, C, F> => ({
      kind: 'event',
      at: entry.at,
      entry,
      comment: comments.find(({ sequence }) => sequence === entry.sequence),
    }),
  )
  return [...uploads, ...events].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Since when whoever acts next has had the turn, and what was written last when it was handed over; undefined without a history. */
export const turnSince = <E extends Entry, C extends Comment>(
  history: readonly E[],
  comments: readonly C[],
): { entry: E; comment: C | undefined } | undefined => {
  const awaits = history.at(-1)?.to.awaits
  const start = history.findLastIndex(({ from, to }) => from.awaits !== to.awaits && to.awaits === awaits)
  const entry = history[Math.max(0, start)]
  if (!entry) return undefined
  return { entry, comment: comments.find(({ sequence }) => sequence === entry.sequence) }
}

/** Who acts next with an issue, as one reader sees it: they themselves, a colleague with another role, or another party. */
export type IssueTurn = 'you' | 'colleague' | Awaited

/** Whose turn it is at a status; `canAct` says whether the reader may do anything with the issue. */
export const issueTurn = (
  status: IssueStatus,
  { organisationType }: { organisationType: OrganisationType },
  canAct: boolean,
): IssueTurn => {
  if (!issueStatusesAwaiting(organisationType).includes(status)) return issueStatusTable[status].awaits
  return canAct ? 'you' : 'colleague'
}
