import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { type IssueEvent, issueChart } from '../../src/machines/issue/index.ts'
import type { Database } from '../database/schema.ts'
import { eventsOf } from '../decisions/history.ts'
import type { IssueRecord } from './issueRow.ts'
import type { IssueWords } from './write.ts'

/**
 * Whether the issue shows that this very request came before: the last that was said is the same by the same person, or the issue is
 * that colleague's already. A request that came twice then says nothing twice, and notifies nobody again. The issue has to be locked.
 *
 * `isRefused`: the chart refuses the event now. Then any act counts, and also one that the system has gone on from.
 */
export const isRepeated = async (
  tx: Transaction<Database>,
  issue: Pick<IssueRecord, 'id' | 'assigneeId' | 'wantedTolerance'>,
  event: IssueEvent,
  {
    text = '',
    attachments = [],
    wantedTolerance,
  }: Pick<IssueWords, 'text' | 'attachments' | 'wantedTolerance'>,
  { isRefused } = { isRefused: false },
): Promise<boolean> => {
  if (event.type === 'ASSIGN' && !isRefused) return (event.assigneeId ?? null) === issue.assigneeId
  const { type, actor, ...payload } = event
  if (actor.kind !== 'user' || (!isRefused && type !== 'COMMENT' && type !== 'EXPLAIN')) return false
  if (type === 'REQUEST_OVERRIDE' && !isDeepStrictEqual(wantedTolerance ?? null, issue.wantedTolerance))
    return false
  const { rows } = await sql<{ isSame: boolean }>`
    select e.event = ${type} and e.actor ->> 'userId' = ${actor.userId} and e.payload = ${JSON.stringify(payload)}::jsonb
      and coalesce(c.text, '') = ${text} and array(
        select a.id::text from issue_attachment a where a.issue_id = ${issue.id}::uuid and a.sequence = e.sequence order by 1
      ) = ${attachments.map(({ id }) => id).toSorted()}::text[] as "isSame"
    from ${eventsOf(issueChart, sql`${issue.id}`)} e
      left join issue_comment c on c.issue_id = ${issue.id}::uuid and c.sequence = e.sequence
    where (e.event <> 'ASSIGN' or ${isRefused}) and (e.actor ->> 'kind' = 'user' or not ${isRefused})
    order by e.sequence desc limit 1`.execute(tx)
  return rows[0]?.isSame ?? false
}
