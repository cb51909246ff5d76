import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { type IssueEvent, issueChart } from '../../src/machines/issue/index.ts'
import type { Database } from '../database/schema.ts'
import { eventsOf, isSameAct } from '../decisions/history.ts'
import type { IssueRecord } from './issueRow.ts'
import type { IssueWords } from './write.ts'

/**
 * Whether a request for an issue came before: the person's last entry is the same, or the issue is already assigned as asked. It then
 * writes nothing and notifies nobody. Lock the issue first.
 *
 * `isRefused`: the chart refuses the event now. Then every type of act counts, even if the system has acted since.
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
  const { actor, ...act } = event
  if (actor.kind !== 'user' || (!isRefused && act.type !== 'COMMENT' && act.type !== 'EXPLAIN')) return false
  if (act.type === 'REQUEST_OVERRIDE' && !isDeepStrictEqual(wantedTolerance ?? null, issue.wantedTolerance))
    return false
  const { rows } = await sql<{ isSame: boolean }>`
    select ${isSameAct({ ...act, actor })} and coalesce(c.text, '') = ${text} and array(
        select a.id::text from issue_attachment a where a.issue_id = ${issue.id}::uuid and a.sequence = e.sequence order by 1
      ) = ${attachments.map(({ id }) => id).toSorted()}::text[] as "isSame"
    from ${eventsOf(issueChart, sql`${issue.id}`)} e
      left join issue_comment c on c.issue_id = ${issue.id}::uuid and c.sequence = e.sequence
    where (e.event <> 'ASSIGN' or ${isRefused}) and (e.actor ->> 'kind' = 'user' or not ${isRefused})
    order by e.sequence desc limit 1`.execute(tx)
  return rows[0]?.isSame ?? false
}
