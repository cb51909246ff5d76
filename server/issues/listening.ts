import { type Kysely, sql } from 'kysely'
import { issueStatusTable, resolutionOfTracker } from '../../src/domain/issue.ts'
import { limits } from '../../src/domain/limits.ts'
import { systemPrincipal } from '../../src/domain/principal.ts'
import type { IssueEvent } from '../../src/machines/issue/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { inEnglish } from '../messages.ts'
import { findIssue, type IssueRecord } from './issueRow.ts'
import type { Issues } from './issues.ts'
import type { Jira, TrackerComment, TrackerNews } from './jira.ts'

/** Minutes before the last time that are looked at again: clocks differ, and Jira counts whole ones. */
const overlapMinutes = 2

/** A text as a comment of the portal may be long. */
const fitting = (text: string): string =>
  text.length <= limits.issueText ? text : `${text.slice(0, limits.issueText - 1)}…`

/**
 * Brings back what is written and decided in the tracker (decisions §11): comments become part of the discussion, and a status
 * is an event of the issue's chart, which says what it may do. Each is taken once, however often it is asked for.
 */
export const createListening = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  tracker: Pick<Jira, 'news' | 'comments' | 'comment'>
  issues: Pick<Issues, 'decide' | 'noteHeard'>
}) => {
  const { db, clock, tracker, issues } = options
  const actor = systemPrincipal

  const lastPoll = (): Promise<Date | undefined> =>
    withScope(db, { scope: 'all' }, async tx => {
      const { rows } = await sql<{ polled: Date }>`select polled_utc as polled from tracker_poll`.execute(tx)
      return rows[0]?.polled
    })

  const keepPoll = (at: Date): Promise<unknown> =>
    withScope(db, { scope: 'all' }, tx =>
      sql`insert into tracker_poll (id, polled_utc) values (1, ${at})
        on conflict (id) do update set polled_utc = excluded.polled_utc`.execute(tx),
    )

  const hearComment = async (
    { id }: IssueRecord,
    { id: comment, text, author, isOwn }: TrackerComment,
  ): Promise<void> => {
    // What the portal has written there itself is no news here.
    if (isOwn || text.trim() === '') return void (await issues.noteHeard(id, { comment }))
    await issues.decide(
      id,
      { type: 'TRACKER_COMMENTED', actor, author },
      { text: fitting(text), heard: { comment } },
      issue => (issue.trackerComment ?? 0) >= comment,
    )
  }

  const hearStatus = async (issue: IssueRecord, { key, isDone, resolution }: TrackerNews): Promise<void> => {
    if (isDone === issue.trackerDone) return
    const { id, status } = issue
    // Both say the same already.
    if (isDone === (issueStatusTable[status].stage === 'closed'))
      return void (await issues.noteHeard(id, { isDone }))
    const event: IssueEvent = isDone
      ? { type: 'TRACKER_RESOLVED', actor, resolution: resolutionOfTracker(resolution) }
      : { type: 'TRACKER_REOPENED', actor }
    const decided = await issues.decide(
      id,
      event,
      { heard: { isDone } },
      ({ trackerDone }) => trackerDone === isDone,
    )
    if (decided.ok) return
    // Told there once: who has changed it looks there, not here.
    await issues.noteHeard(id, { isDone })
    await tracker.comment(
      key,
      inEnglish(message('server', 'tracker.notTaken', { reason: decided.problem.reason })),
    )
  }

  const hear = async (news: TrackerNews): Promise<void> => {
    const find = () => withScope(db, { scope: 'all' }, tx => findIssue(tx, news.id))
    const issue = await find()
    if (issue?.trackerKey !== news.key) return
    for (const comment of await tracker.comments(news.key))
      if (comment.id > (issue.trackerComment ?? 0)) await hearComment(issue, comment)
    await hearStatus((await find()) ?? issue, news)
  }

  /** Takes what is new in the tracker since it was asked last. */
  return async (): Promise<void> => {
    const [at, before] = [clock.now(), await lastPoll()]
    const minutes =
      before && Math.ceil(Math.max(0, at.getTime() - before.getTime()) / 60_000) + overlapMinutes
    for await (const news of tracker.news(minutes)) await hear(news)
    await keepPoll(at)
  }
}
