import { sql, type Transaction } from 'kysely'
import { collectionStateById } from '../../src/domain/collection.ts'
import { statusById } from '../../src/domain/status.ts'
import type { IssueFacts } from '../../src/machines/issue/index.ts'
import type { Database } from '../database/schema.ts'
import type { IssueOf } from './issueRow.ts'

/** Whose facts are asked for: an issue, or one that nobody has raised yet. */
export interface IssueFactsSubject extends IssueOf {
  issueId: string
  /** The submission that it is raised from; undefined for an issue that exists. */
  raisedFrom: string | undefined
  isExplained: boolean
  assigneeId: string | null
  isInWork: boolean
  requesterId: string | null
}

interface Row {
  state_id: number
  disallow_create_issues: boolean
  latest_id: string | null
  latest_status_id: number | null
  is_outside: boolean
}

/**
 * The facts that the guards of an issue read, as the transaction sees the rows; undefined where the collection is gone.
 * Call it with the scope 'all'.
 */
export const gatherIssueFacts = async (
  tx: Transaction<Database>,
  subject: IssueFactsSubject,
): Promise<IssueFacts | undefined> => {
  const { rows } = await sql<Row>`
    select c.state_id, c.disallow_create_issues, s.id as latest_id, s.status_id as latest_status_id,
      case when ${subject.subject} = 'rule' then exists (
        select 1 from quality_rule_result q, jsonb_array_elements(q.result -> 'rows') r
        where q.submission_id = s.id and q.code = ${subject.code}
          and r ->> 'regulatorCode' = ${subject.regulatorCode} and r ->> 'status' = '1')
      else exists (
        select 1 from report p where p.submission_id = s.id and p.kind = 'credibility'
          and p.code = ${subject.code} and p.failure_count > 0) end as is_outside
    from collection c
    left join submission s on s.collection_id = c.id and s.inst_id = ${subject.instId} and s.mode = 'live' and s.is_latest
    where c.id = ${subject.collectionId}`.execute(tx)
  const row = rows[0]
  const collectionState = row && collectionStateById(row.state_id)
  return (
    row &&
    collectionState && {
      issueId: subject.issueId,
      instId: subject.instId,
      subject: subject.subject,
      regulatorCode: subject.regulatorCode,
      collectionState: collectionState.name,
      allowsIssues: !row.disallow_create_issues,
      isLatest: subject.raisedFrom === undefined || subject.raisedFrom === row.latest_id,
      latestStatus: row.latest_status_id === null ? undefined : statusById(row.latest_status_id)?.name,
      isOutside: row.is_outside,
      isExplained: subject.isExplained,
      assigneeId: subject.assigneeId ?? undefined,
      isInWork: subject.isInWork,
      requesterId: subject.requesterId ?? undefined,
    }
  )
}
