import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { IssueStatus, IssueSubject } from '../../src/domain/issue.ts'
import type { Principal } from '../../src/domain/principal.ts'
import { onlyNaming } from '../../src/domain/privacy.ts'
import type { Tolerance } from '../../src/domain/tolerance.ts'
import type { Database } from '../database/schema.ts'

/** What makes an issue one and the same (decisions §11). */
export interface IssueOf {
  collectionId: string
  instId: string
  subject: IssueSubject
  /** Code of the rule or report. */
  code: string
  regulatorCode: string
}

/** What a decision needs of an issue's row. */
export interface IssueRecord extends IssueOf {
  id: string
  name: string
  status: IssueStatus
  version: number
  raisedFrom: string
  isExplained: boolean
  /** Key and address in the tracker; null where the portal is the register. */
  trackerKey: string | null
  trackerLink: string | null
  /** Number of the last comment of the tracker that was taken; null before the first one. */
  trackerComment: number | null
  /** Whether the tracker calls it done. */
  trackerDone: boolean
  assigneeId: string | null
  /** As the identity service named the person then. */
  assigneeName: string | null
  isInWork: boolean
  requesterId: string | null
  wantedTolerance: Tolerance | null
}

/** An issue that nobody has raised yet. */
export const freshIssue = (of: IssueOf & { name: string; raisedFrom: string }): IssueRecord => ({
  ...of,
  id: randomUUID(),
  status: 'NONE',
  version: 0,
  isExplained: false,
  trackerKey: null,
  trackerLink: null,
  trackerComment: null,
  trackerDone: false,
  assigneeId: null,
  assigneeName: null,
  isInWork: false,
  requesterId: null,
  wantedTolerance: null,
})

interface Row {
  id: string
  collection_id: string
  inst_id: string
  subject: IssueSubject
  code: string
  regulator_code: string
  name: string
  status: IssueStatus
  version: number
  raised_from: string
  is_explained: boolean
  tracker_key: string | null
  tracker_link: string | null
  tracker_comment: number | null
  tracker_done: boolean
  assignee_id: string | null
  assignee_name: string | null
  is_in_work: boolean
  requester_id: string | null
  wanted_tolerance: Tolerance | null
}

const recordOf = (row: Row): IssueRecord => ({
  id: row.id,
  collectionId: row.collection_id,
  instId: row.inst_id,
  subject: row.subject,
  code: row.code,
  regulatorCode: row.regulator_code,
  name: row.name,
  status: row.status,
  version: row.version,
  raisedFrom: row.raised_from,
  isExplained: row.is_explained,
  trackerKey: row.tracker_key,
  trackerLink: row.tracker_link,
  trackerComment: row.tracker_comment,
  trackerDone: row.tracker_done,
  assigneeId: row.assignee_id,
  assigneeName: row.assignee_name,
  isInWork: row.is_in_work,
  requesterId: row.requester_id,
  wantedTolerance: row.wanted_tolerance,
})

const columns = sql.raw(
  'id, collection_id, inst_id, subject, code, regulator_code, name, status, version, raised_from, is_explained, tracker_key, tracker_link, tracker_comment, tracker_done, assignee_id, assignee_name, is_in_work, requester_id, wanted_tolerance',
)

/** The issue as the transaction's scope sees it; undefined when it sees none. */
export const findIssue = async (tx: Transaction<Database>, id: string): Promise<IssueRecord | undefined> => {
  const { rows } = await sql<Row>`select ${columns} from issue where id = ${id}::uuid`.execute(tx)
  return rows[0] && recordOf(rows[0])
}

/** The same, locked until the transaction ends. */
export const lockIssue = async (tx: Transaction<Database>, id: string): Promise<IssueRecord | undefined> => {
  const { rows } =
    await sql<Row>`select ${columns} from issue where id = ${id}::uuid for no key update`.execute(tx)
  return rows[0] && recordOf(rows[0])
}

/** The issue of a rule or report, locked; undefined when nobody has raised one. */
export const lockIssueOf = async (
  tx: Transaction<Database>,
  of: IssueOf,
): Promise<IssueRecord | undefined> => {
  const { rows } = await sql<Row>`select ${columns} from issue
    where collection_id = ${of.collectionId} and inst_id = ${of.instId} and subject = ${of.subject}
      and code = ${of.code} and regulator_code = ${of.regulatorCode} for no key update`.execute(tx)
  return rows[0] && recordOf(rows[0])
}

/** Locks the provider of an issue (`lockProvider`), in one statement; false where there is no such issue. */
export const lockProviderOfIssue = async (tx: Transaction<Database>, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select pg_advisory_xact_lock(hashtextextended(collection_id || '/' || inst_id || '/live', 0))
    from issue where id = ${id}::uuid`.execute(tx)
  return rows.length > 0
}

/** Whether the reader sees the issue, of those of the providers that it sees: a specialist regulator its own. */
export const seesIssue = (reader: Principal, { regulatorCode }: Pick<IssueOf, 'regulatorCode'>): boolean => {
  const named = reader.kind === 'user' ? onlyNaming(reader) : undefined
  return named === undefined || named === regulatorCode
}
