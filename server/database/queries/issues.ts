import { sql, type Transaction } from 'kysely'
import { type CollectionStateName, collectionStateOf } from '../../../src/domain/collection.ts'
import { type IssueStatus, type IssueSubject, openIssueStatuses } from '../../../src/domain/issue.ts'
import { ruleMatcher, ruleStem } from '../../../src/domain/sameRule.ts'
import type { Tolerance } from '../../../src/domain/tolerance.ts'
import { issueChart } from '../../../src/machines/issue/index.ts'
import type { RuleResult } from '../../analysis/index.ts'
import { eventsOf } from '../../decisions/history.ts'
import type { Database } from '../schema.ts'
import type { Reads } from '../together.ts'
import { collectionBefore } from './collections.ts'
import { pageOf } from './page.ts'
import { anywhere } from './pattern.ts'

type Tx = Transaction<Database>

interface Organisation {
  id: string
  name: string
}

/** An issue with the names that screens show beside it. */
export interface IssueRow {
  id: string
  collection_id: string
  collection_reference: string
  collection_name: string
  collection_state_id: number
  inst_id: string
  provider_name: string
  subject: IssueSubject
  code: string
  name: string
  regulator_code: string
  regulator_name: string
  status: IssueStatus
  version: number
  raised_from: string
  raised_utc: Date
  raised_by: string
  raiser_id: string | null
  raiser_organisation: Organisation | null
  updated_utc: Date
  is_explained: boolean
  /** What the provider wrote last to explain it. */
  explanation: string | null
  assignee_id: string | null
  assignee_name: string | null
  is_in_work: boolean
  tracker_link: string | null
  wanted_tolerance: Tolerance | null
}

/** Which issues are wanted; undefined leaves a thing open. */
export interface IssueFilter {
  collectionReference?: string | undefined
  instId?: string | undefined
  /** Part of the code, or of the words, of the rule or report. */
  search?: string | undefined
  statuses?: readonly IssueStatus[] | undefined
  /** States of the collections that are looked in. */
  states?: readonly CollectionStateName[] | undefined
  raiserId?: string | undefined
  assigneeId?: string | undefined
  /** The only regulator whose issues the reader sees. */
  regulatorCode?: string | undefined
}

const columns =
  sql.raw(`i.id, i.collection_id, c.reference as collection_reference, c.name as collection_name,
    c.state_id as collection_state_id,
    i.inst_id, o.published_name as provider_name, i.subject, i.code, i.name, i.regulator_code, r.short_name as regulator_name,
    i.status, i.version, i.raised_from, i.raised_utc, i.raised_by, i.raiser_id,
    case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.published_name) end as raiser_organisation,
    i.updated_utc, i.is_explained, (select t.text from chart_event e
      join issue_comment t on t.issue_id = i.id and t.sequence = e.sequence
      where e.chart = 'issue' and e.subject = i.id::text and e.event in ('EXPLAIN', 'REQUEST_OVERRIDE')
      order by e.sequence desc limit 1) as explanation,
    i.assignee_id, i.assignee_name, i.is_in_work, i.tracker_link, i.wanted_tolerance`)
const source =
  sql.raw(`from issue i join collection c on c.id = i.collection_id join organisation o on o.id = i.inst_id
    join regulator r on r.code = i.regulator_code left join organisation w on w.id = i.raiser_organisation_id`)

const idsOf = (states: readonly CollectionStateName[]): number[] =>
  states.map(name => collectionStateOf(name).id)

const where = ({
  collectionReference,
  instId,
  search = '',
  statuses,
  states,
  raiserId,
  assigneeId,
  regulatorCode,
}: IssueFilter) => sql`
  where (${collectionReference ?? null}::text is null or c.reference = ${collectionReference ?? null})
    and (${instId ?? null}::text is null or i.inst_id = ${instId ?? null})
    and (${search} = '' or i.code ilike ${anywhere(search)} or i.name ilike ${anywhere(search)})
    and (${statuses ? [...statuses] : null}::text[] is null or i.status = any(${statuses ? [...statuses] : null}::text[]))
    and (${states ? idsOf(states) : null}::int[] is null or c.state_id = any(${states ? idsOf(states) : null}::int[]))
    and (${raiserId ?? null}::text is null or i.raiser_id = ${raiserId ?? null})
    and (${assigneeId ?? null}::text is null or i.assignee_id = ${assigneeId ?? null})
    and (${regulatorCode ?? null}::text is null or i.regulator_code = ${regulatorCode ?? null})`

/** A page of the issues that the scope sees, the last changed first. */
export const issuesOf = async (
  tx: Tx,
  filter: IssueFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: IssueRow[]; total: number }> => {
  const from = sql`${source} ${where(filter)}`
  return pageOf<IssueRow>(tx, { columns, from, order: sql`i.updated_utc desc, i.id` }, page)
}

/** One issue with its names; undefined when the scope sees none of this id. */
export const issueById = async (tx: Tx, id: string): Promise<IssueRow | undefined> => {
  const { rows } = await sql<IssueRow>`select ${columns} ${source} where i.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** The issues of the rules, or of the reports, of a provider in a collection; of one regulator where only its are seen. */
export const issuesAbout = async (
  tx: Reads,
  subject: IssueSubject,
  of: { collection_id: string; inst_id: string },
  regulatorCode: string | undefined,
): Promise<Pick<IssueRow, 'id' | 'status' | 'code' | 'regulator_code' | 'tracker_link'>[]> => {
  const { rows } = await sql<
    Pick<IssueRow, 'id' | 'status' | 'code' | 'regulator_code' | 'tracker_link'>
  >`select id, status, code, regulator_code, tracker_link from issue
    where collection_id = ${of.collection_id} and inst_id = ${of.inst_id} and subject = ${subject}
      and (${regulatorCode ?? null}::text is null or regulator_code = ${regulatorCode ?? null})`.execute(tx)
  return rows
}

/** Open issues by provider, of one collection; of one regulator where only its are seen. */
export const openIssueCounts = async (
  tx: Reads,
  of: { collectionId: string; regulatorCode: string | undefined },
): Promise<Map<string, number>> => {
  const { rows } = await sql<{
    inst_id: string
    count: number
  }>`select inst_id, count(*)::int as count from issue
    where collection_id = ${of.collectionId} and status = any(${[...openIssueStatuses()]}::text[])
      and (${of.regulatorCode ?? null}::text is null or regulator_code = ${of.regulatorCode ?? null})
    group by inst_id`.execute(tx)
  return new Map(rows.map(({ inst_id, count }) => [inst_id, count]))
}

export interface EventRow {
  sequence: number
  event: string
  from_status: IssueStatus
  to_status: IssueStatus
  occurred_utc: Date
  actor: { kind: 'user' | 'system'; name: string }
  organisation: Organisation | null
  /** Who wrote in the tracker; null of everything else. */
  author: string | null
  text: string | null
  attachments: { id: string; fileName: string; fileSize: number }[]
}

/** Every event of an issue in order, with what was written and attached. */
export const eventsOfIssue = async (tx: Tx, issueId: string): Promise<EventRow[]> => {
  const { rows } =
    await sql<EventRow>`select e.sequence, e.event, e.from_place as from_status, e.to_place as to_status, e.occurred_utc, e.actor,
      case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.published_name) end as organisation,
      e.payload ->> 'author' as author, t.text,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'fileName', a.file_name, 'fileSize', a.file_size)
          order by a.created_utc, a.id)
        from issue_attachment a where a.issue_id = ${issueId}::uuid and a.sequence = e.sequence), '[]') as attachments
    from ${eventsOf(issueChart, sql`${issueId}`)} e
    left join organisation w on w.id = e.actor ->> 'organisationId'
    left join issue_comment t on t.issue_id = ${issueId}::uuid and t.sequence = e.sequence
    order by e.sequence`.execute(tx)
  return rows
}

export interface FiguresRow {
  submission_id: string
  uploaded: Date
  is_latest: boolean
  result: RuleResult
}

export interface ReportFiguresRow {
  submission_id: string
  uploaded: Date
  is_latest: boolean
  failure_count: number
}

/**
 * What a rule has measured for one regulator in the provider's uploads of a collection, newest first; in those before it had
 * this version, what the earlier one has.
 */
export const figuresOfRule = async (
  tx: Tx,
  of: { collection_id: string; inst_id: string; code: string; regulator_code: string },
): Promise<FiguresRow[]> => {
  const { rows } = await sql<FiguresRow & { code: string }>`
    select s.id as submission_id, coalesce(s.uploaded_utc, s.created_utc) as uploaded, s.is_latest, q.code, r as result
    from submission s
    join quality_rule_result q on q.submission_id = s.id and starts_with(q.code, ${ruleStem(of.code)})
    cross join lateral jsonb_array_elements(q.result -> 'rows') r
    where s.collection_id = ${of.collection_id} and s.inst_id = ${of.inst_id} and s.mode = 'live'
      and r ->> 'regulatorCode' = ${of.regulator_code}
    order by coalesce(s.uploaded_utc, s.created_utc) desc limit 100`.execute(tx)
  const uploads = [...Map.groupBy(rows, row => row.submission_id).values()]
  const codesOf = (upload: readonly { code: string }[] = []) => upload.map(({ code }) => code)
  const own = codesOf(uploads.find(upload => codesOf(upload).includes(of.code)))
  return uploads
    .flatMap(upload => {
      const code = ruleMatcher(own, codesOf(upload))(of.code)
      return upload.filter(row => row.code === code)
    })
    .slice(0, 50)
}

/** Shaded cells of a credibility report in the provider's uploads of a collection, newest first. */
export const figuresOfReport = async (
  tx: Tx,
  of: { collection_id: string; inst_id: string; code: string },
): Promise<ReportFiguresRow[]> => {
  const { rows } = await sql<ReportFiguresRow>`
    select s.id as submission_id, coalesce(s.uploaded_utc, s.created_utc) as uploaded, s.is_latest, p.failure_count
    from submission s join report p on p.submission_id = s.id and p.kind = 'credibility' and p.code = ${of.code}
    where s.collection_id = ${of.collection_id} and s.inst_id = ${of.inst_id} and s.mode = 'live'
    order by coalesce(s.uploaded_utc, s.created_utc) desc limit 50`.execute(tx)
  return rows
}

export interface LastExplanationRow {
  collection: string
  text: string
  occurred_utc: Date
}

/** What an explanation is of: a rule or report of a provider in a collection, for one regulator. */
export interface ExplanationOf {
  collection_id: string
  inst_id: string
  subject: IssueSubject
  code: string
  regulator_code: string
}

/** The codes that rules or reports of a provider had in a collection: of its latest results, and of issues. */
const codesIn = async (
  tx: Tx,
  collectionId: string,
  { inst_id, subject }: ExplanationOf,
): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`
    select i.code from issue i
    where i.collection_id = ${collectionId} and i.inst_id = ${inst_id} and i.subject = ${subject}
    union select q.code from quality_rule_result q
    join submission s on s.id = q.submission_id and s.mode = 'live' and s.is_latest
    where s.collection_id = ${collectionId} and s.inst_id = ${inst_id} and ${subject} = 'rule'`.execute(tx)
  return rows.map(({ code }) => code)
}

/**
 * What the provider wrote last of the same rule or report for the same regulator in the collection before;
 * undefined if it wrote nothing in that one.
 */
export const lastExplanationOf = async (
  tx: Tx,
  of: ExplanationOf,
): Promise<LastExplanationRow | undefined> => {
  const before = await collectionBefore(tx, of.collection_id)
  if (!before) return undefined
  const [codes, codesBefore] = [await codesIn(tx, of.collection_id, of), await codesIn(tx, before.id, of)]
  const code = ruleMatcher(codes, codesBefore)(of.code)
  if (code === undefined) return undefined
  const { rows } = await sql<LastExplanationRow>`
    select ${before.name} as collection, t.text, e.occurred_utc
    from issue o
    join chart_event e on e.chart = ${issueChart.id} and e.subject = o.id::text and e.event = 'EXPLAIN'
    join issue_comment t on t.issue_id = o.id and t.sequence = e.sequence
    where o.collection_id = ${before.id} and o.inst_id = ${of.inst_id} and o.subject = ${of.subject}
      and o.regulator_code = ${of.regulator_code} and o.code = ${code}
    order by e.occurred_utc desc limit 1`.execute(tx)
  return rows[0]
}

/** Status and explanation of the issues about rules in a collection. If the reader sees those of one regulator only, name it. */
export const ruleIssuesIn = async (
  tx: Tx,
  collectionId: string,
  regulatorCode: string | undefined,
): Promise<{ instId: string; code: string; status: IssueStatus; isExplained: boolean }[]> => {
  const { rows } = await sql<{ instId: string; code: string; status: IssueStatus; isExplained: boolean }>`
    select inst_id as "instId", code, status, is_explained as "isExplained" from issue
    where collection_id = ${collectionId} and subject = 'rule'
      and ${regulatorCode === undefined ? sql`true` : sql`regulator_code = ${regulatorCode}`}
    order by updated_utc`.execute(tx)
  return rows
}
