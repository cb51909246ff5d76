import { sql, type Transaction } from 'kysely'
import { type CollectionStateName, collectionStateOf } from '../../../src/domain/collection.ts'
import { type IssueStatus, openIssueStatuses } from '../../../src/domain/issue.ts'
import { type ConsentFacts, type ConsentState, consentStateOf } from '../../../src/domain/transfer.ts'
import { issueChart } from '../../../src/machines/issue/index.ts'
import type { Database } from '../schema.ts'
import type { Reads } from '../together.ts'
import type { SubjectRow, SubmissionRow } from './submissions.ts'

/*
 * What tasks are made of (decisions §16). Every query is one statement over all collections, so that the number of statements does
 * not grow with providers, submissions or issues.
 */

type Tx = Transaction<Database>

const stateIds = (states: readonly CollectionStateName[]): number[] =>
  states.map(name => collectionStateOf(name).id)

interface CollectionColumns {
  collection_id: string
  reference: string
  collection: string
  /** Last day, yyyy-MM-dd. */
  deadline: string | null
}

/** A latest live submission, with the names that a task shows. */
export interface SubmissionTaskRow extends CollectionColumns, SubjectRow, Pick<SubmissionRow, 'status_id'> {
  provider: string
  /** When it came to its status. */
  since: Date
}

const submissionColumns =
  sql.raw(`s.id, s.mode, s.is_latest, s.has_stored_file, s.uploader_id, s.submitter_id,
  s.status_id, coalesce((select max(e.occurred_utc) from submission_event e
    where e.submission_id = s.id and e.to_status_id = s.status_id and e.from_status_id <> e.to_status_id), s.created_utc) as since`)
const collectionColumns = sql.raw(
  'c.id as collection_id, c.reference, c.name as collection, c.submission_deadline::text as deadline',
)

/** The latest live submissions at one of these statuses that the scope sees, in collections that are in one of the states. */
export const submissionsAt = async (
  tx: Reads,
  of: { statusIds: readonly number[]; states: readonly CollectionStateName[] },
): Promise<SubmissionTaskRow[]> => {
  const { rows } = await sql<SubmissionTaskRow>`
    select ${submissionColumns}, ${collectionColumns}, s.inst_id, o.published_name as provider
    from submission s join collection c on c.id = s.collection_id join organisation o on o.id = s.inst_id
    where s.mode = 'live' and s.is_latest and s.status_id = any(${[...of.statusIds]}::int[])
      and c.state_id = any(${stateIds(of.states)}::int[])`.execute(tx)
  return rows
}

/** A collection that a provider can submit to. Without a latest submission, the columns of that are null. */
export type OwnTaskRow = CollectionColumns & { provider: string } & (
    | SubmissionTaskRow
    | { id: null; inst_id: string }
  )

/** The collections in one of these states, each with the provider's latest live submission. */
export const ownSubmissions = async (
  tx: Reads,
  of: { instId: string; states: readonly CollectionStateName[] },
): Promise<OwnTaskRow[]> => {
  const { rows } = await sql<OwnTaskRow>`
    select ${submissionColumns}, ${collectionColumns}, o.id as inst_id, o.published_name as provider
    from collection c join organisation o on o.id = ${of.instId}
    left join submission s on s.collection_id = c.id and s.inst_id = o.id and s.mode = 'live' and s.is_latest
    where c.state_id = any(${stateIds(of.states)}::int[])`.execute(tx)
  return rows
}

/** An issue, with what its guards read and the names that a task shows. */
export interface IssueTaskRow extends CollectionColumns {
  id: string
  state_id: number
  inst_id: string
  provider: string
  code: string
  name: string
  regulator_code: string
  status: IssueStatus
  raised_from: string
  updated_utc: Date
  requester_id: string | null
}

/** The issues at these statuses that the scope sees; of one regulator if only its issues are seen. */
export const issuesAt = async (
  tx: Reads,
  of: {
    statuses: readonly IssueStatus[]
    states: readonly CollectionStateName[]
    regulatorCode: string | undefined
  },
): Promise<IssueTaskRow[]> => {
  if (of.statuses.length === 0) return []
  const { rows } = await sql<IssueTaskRow>`
    select i.id, c.state_id, i.inst_id, o.published_name as provider, i.code, i.name, i.regulator_code, i.status,
      i.raised_from, i.updated_utc, i.requester_id, ${collectionColumns}
    from issue i join collection c on c.id = i.collection_id join organisation o on o.id = i.inst_id
    where i.status = any(${[...of.statuses]}::text[]) and c.state_id = any(${stateIds(of.states)}::int[])
      and (${of.regulatorCode ?? null}::text is null or i.regulator_code = ${of.regulatorCode ?? null})`.execute(
    tx,
  )
  return rows
}

/** A provider that sends research students to another one in its latest file. */
export interface SenderTaskRow {
  collectionId: string
  sender: { instId: string; name: string }
  senderStatusId: number
  students: number
  since: Date
  consent: ConsentState
}

/** The providers that send research students to one without a nil return, in their latest files of these collections. With the scope 'all'. */
export const sendersIn = async (
  tx: Reads,
  of: { receiverId: string; collectionIds: readonly string[] },
): Promise<SenderTaskRow[]> => {
  const { rows } = await sql<Omit<SenderTaskRow, 'consent'> & Pick<ConsentFacts, 'isGiven'>>`
    select s.collection_id as "collectionId", jsonb_build_object('instId', o.id, 'name', o.published_name) as sender,
      s.status_id as "senderStatusId", count(*)::int as students, 
      coalesce(max(k.asked_utc), s.created_utc) as since, bool_or(k.agreed_utc is not null) as "isGiven"
    from submission s
    join transfer_out t on t.submission_id = s.id
    join provider r on r.ukprn = t.destination_ukprn and r.inst_id = ${of.receiverId}
    join organisation o on o.id = s.inst_id
    left join transfer k on k.collection_id = s.collection_id and k.sender_inst_id = s.inst_id
      and k.receiver_inst_id = r.inst_id
    where s.collection_id = any(${[...of.collectionIds]}::text[]) and s.mode = 'live' and s.is_latest
      and s.inst_id <> ${of.receiverId}
    group by s.id, o.id`.execute(tx)
  return rows.map(({ isGiven, ...row }) => ({
    ...row,
    consent: consentStateOf({ isOwn: false, returnsRecord: true, isGiven }),
  }))
}

/** What the quality report of a submission found. */
export interface FindingCounts {
  submissionId: string
  /** Rules outside tolerance. */
  outside: number
  /** Operational ones of them, and the records that fail them. */
  blocking: number
  records: number
  /** Names of the first of these. */
  names: string[]
  /** Open issues of the provider in the collection. */
  issues: number
}

/** Rules of a submission that a task names. */
const namedRules = 2

/** What the quality reports of these submissions found. */
export const findingCounts = async (tx: Tx, submissionIds: readonly string[]): Promise<FindingCounts[]> => {
  if (submissionIds.length === 0) return []
  const { rows } = await sql<FindingCounts>`
    select s.id as "submissionId", q.outside, q.blocking, q.records, q.names,
      (select count(*)::int from issue i where i.collection_id = s.collection_id and i.inst_id = s.inst_id
        and i.status = any(${[...openIssueStatuses()]}::text[])) as issues
    from submission s cross join lateral (
      select count(*)::int as outside, count(*) filter (where operational)::int as blocking,
        coalesce(sum(failure_count) filter (where operational), 0)::float8 as records,
        coalesce((array_agg(name order by failure_count desc, code) filter (where operational))[1:${sql.lit(namedRules)}], '{}')
          as names
      from quality_rule_result where submission_id = s.id and outside) q
    where s.id = any(${[...submissionIds]}::uuid[])`.execute(tx)
  return rows
}

/** What was written last about an issue. */
export interface LastCommentRow {
  issueId: string
  text: string
  /** Name of the writer's organisation; null if the tracker wrote it. */
  by: string | null
}

/** What was written last about each of these issues. */
export const lastComments = async (tx: Tx, issueIds: readonly string[]): Promise<LastCommentRow[]> => {
  if (issueIds.length === 0) return []
  const { rows } = await sql<LastCommentRow>`
    select distinct on (t.issue_id) t.issue_id as "issueId", t.text, w.published_name as by
    from issue_comment t
    join chart_event e on e.chart = ${issueChart.id} and e.subject = t.issue_id::text and e.sequence = t.sequence
    left join organisation w on w.id = e.actor ->> 'organisationId'
    where t.issue_id = any(${[...issueIds]}::uuid[])
    order by t.issue_id, t.sequence desc`.execute(tx)
  return rows
}
