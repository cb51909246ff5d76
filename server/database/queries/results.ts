import { sql, type Transaction } from 'kysely'
import { countOfErrors } from '../../../src/domain/schemaFailure.ts'
import type { SchemaFailure, SchemaFailureGroup } from '../../../src/domain/wire/quality.ts'
import type { Message } from '../../../src/messages/message.ts'
import type { RuleResult } from '../../analysis/index.ts'
import { fromColumn } from '../../messages.ts'
import type { Database } from '../schema.ts'
import type { Reads } from '../together.ts'

type Tx = Transaction<Database>

interface FindingRow {
  line_number: number
  column_number: number
  code: string
  error: string
  details: StoredFailure['Details']
}

/** What a check of a file found, as it is kept: the words of the record engine, or messages. */
export interface StoredFailure extends Omit<SchemaFailure, 'Error' | 'Details'> {
  Error: Message | string
  Details: Omit<SchemaFailure['Details'], 'value' | 'expected'> & {
    value: Message | string | null
    expected: Message | string | null
  }
}

/** What the schema check, or the right-to-process check, found: how many in all, by field and code, and the first of them. */
export const findingsOf = async (
  tx: Tx,
  submissionId: string,
  limit: number,
): Promise<{ failures: StoredFailure[]; groups: SchemaFailureGroup[]; total: number }> => {
  const { rows: groups } = await sql<SchemaFailureGroup>`
    select code, place, count::float8 as count, places, characters, example from schema_finding_group
    where submission_id = ${submissionId}::uuid order by ordinal`.execute(tx)
  const counted = await sql<{ total: number }>`select count(*)::int as total from schema_finding
    where submission_id = ${submissionId}::uuid`.execute(tx)
  const { rows } =
    await sql<FindingRow>`select line_number, column_number, code, error, details from schema_finding
    where submission_id = ${submissionId}::uuid order by ordinal limit ${limit}`.execute(tx)
  return {
    // Rows end after the first thousand; groups count all.
    total: Math.max(counted.rows[0]?.total ?? 0, countOfErrors(groups)),
    groups,
    failures: rows.map(row => ({
      LineNumber: row.line_number,
      Column: row.column_number,
      Code: row.code,
      Error: fromColumn(row.error),
      Details: row.details,
    })),
  }
}

/** The attempt at the schema check that counts; undefined where none does. With the scope 'all'. */
export const schemaCheckAttempt = async (tx: Tx, submissionId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ token: number }>`select fencing_token as token from stage_result
    where submission_id = ${submissionId}::uuid and stage = 'SCHEMA_CHECK'`.execute(tx)
  return rows[0] && Number(rows[0].token)
}

/** When the failing records were kept; undefined before. With the scope 'all'. */
export const failuresMade = async (tx: Tx, submissionId: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ completed: Date }>`select completed_utc as completed from stage_result
    where submission_id = ${submissionId}::uuid and stage = 'QUALITY_RULES'`.execute(tx)
  return rows[0]?.completed
}

/** A result as reports read it: without the words that only the page of its rule has. */
export type ReportedResult = Omit<RuleResult, 'description'>

/** The result of one rule: a row for each regulator, the primary one first. */
export interface StoredRule<Result extends ReportedResult = ReportedResult> {
  code: string
  ordinal: number
  outside: boolean
  operational: boolean
  rows: Result[]
}

interface RuleRow {
  code: string
  ordinal: number
  outside: boolean
  operational: boolean
  result: { rows: RuleResult[] }
}

/** Every rule's result, in the order of the ruleset. */
export const rulesOf = async (tx: Reads, submissionId: string): Promise<StoredRule[]> => {
  const { rows } = await sql<{ rules: StoredRule[] }>`
    select rules from quality_report where submission_id = ${submissionId}::uuid`.execute(tx)
  return rows[0]?.rules ?? []
}

/** The codes of the rules that were run. */
export const ruleCodesOf = async (tx: Tx, submissionId: string): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`
    select code from quality_rule_result where submission_id = ${submissionId}::uuid`.execute(tx)
  return rows.map(({ code }) => code)
}

/**
 * The codes of the rules that were run with one: in the last results of it that the provider has in the collection. They tell
 * whether another version of it is the same rule, or one beside it.
 */
export const rulesBeside = async (
  tx: Tx,
  of: { collectionId: string; instId: string; code: string },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select s.id from submission s join quality_rule_result q on q.submission_id = s.id and q.code = ${of.code}
    where s.collection_id = ${of.collectionId} and s.inst_id = ${of.instId} and s.mode = 'live'
    order by s.created_utc desc limit 1`.execute(tx)
  return rows[0] ? ruleCodesOf(tx, rows[0].id) : []
}

/** One rule's result; undefined when the rule was not run. */
export const ruleOf = async (
  tx: Reads,
  submissionId: string,
  code: string,
): Promise<StoredRule<RuleResult> | undefined> => {
  const { rows } =
    await sql<RuleRow>`select code, ordinal, outside, operational, result from quality_rule_result
    where submission_id = ${submissionId}::uuid and code = ${code}`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const { result, ...rule } = found
  return { ...rule, rows: result.rows }
}

/** A rule that records of a submission fail: its figures for each regulator, the primary one first, without its words. */
export interface FailedRule {
  submissionId: string
  code: string
  outside: boolean
  operational: boolean
  rows: Pick<
    RuleResult,
    'regulatorCode' | 'status' | 'failureCount' | 'populationCount' | 'measuredPercent' | 'tolerance'
  >[]
}

/**
 * The rules that records of these submissions fail, or those among these codes. Of hundreds of submissions they are tens of
 * thousands, so figures alone are read: with their words they would be a megabyte for each forty submissions.
 */
export const failedRules = async (
  tx: Tx,
  submissionIds: readonly string[],
  codes?: readonly string[],
): Promise<FailedRule[]> => {
  const { rows } = await sql<Omit<FailedRule, 'rows'> & FailedRule['rows'][number]>`
    select q.submission_id as "submissionId", q.code, q.outside, q.operational,
      r ->> 'regulatorCode' as "regulatorCode", (r -> 'status')::int as status,
      (r -> 'failureCount')::int as "failureCount", (r -> 'populationCount')::int as "populationCount",
      (r ->> 'measuredPercent')::float8 as "measuredPercent", r -> 'tolerance' as tolerance
    from quality_rule_result q cross join lateral jsonb_array_elements(q.result -> 'rows') with ordinality as each (r, place)
    where q.submission_id = any(${[...submissionIds]}::uuid[]) and (q.failure_count > 0 or q.outside)
      ${codes ? sql`and q.code = any(${[...codes]}::text[])` : sql``}
    order by q.submission_id, q.ordinal, each.place`.execute(tx)
  const failed: FailedRule[] = []
  for (const { submissionId, code, outside, operational, ...row } of rows) {
    const last = failed.at(-1)
    if (last?.submissionId === submissionId && last.code === code) last.rows.push(row)
    else failed.push({ submissionId, code, outside, operational, rows: [row] })
  }
  return failed
}

/** In how many of these submissions each rule is outside tolerance for any regulator, by its code. */
export const timesOutside = async (
  tx: Tx,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ code: string; count: number }>`
    select code, count(*)::int as count from quality_rule_result
    where submission_id = any(${[...submissionIds]}::uuid[]) and outside group by code`.execute(tx)
  return new Map(rows.map(({ code, count }) => [code, count]))
}

/** The first so many of these submissions by rules outside tolerance, with those of them that block submitting. */
export const outsideCounts = async (
  tx: Tx,
  submissionIds: readonly string[],
  atMost: number,
): Promise<{ submissionId: string; outside: number; blocking: number }[]> => {
  const { rows } = await sql<{ submissionId: string; outside: number; blocking: number }>`
    select submission_id as "submissionId", count(*)::int as outside, count(*) filter (where operational)::int as blocking
    from quality_rule_result where submission_id = any(${[...submissionIds]}::uuid[]) and outside
    group by submission_id order by count(*) desc, submission_id limit ${atMost}`.execute(tx)
  return rows
}

/** In how many of these submissions each of these rules was run, by its code. */
export const timesRun = async (
  tx: Tx,
  submissionIds: readonly string[],
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ code: string; count: number }>`
    select code, count(*)::int as count from quality_rule_result
    where submission_id = any(${[...submissionIds]}::uuid[]) and code = any(${[...codes]}::text[])
    group by code`.execute(tx)
  return new Map(rows.map(({ code, count }) => [code, count]))
}

/** How many different rules were run in these submissions. */
export const rulesRun = async (tx: Tx, submissionIds: readonly string[]): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(distinct code)::int as count from quality_rule_result
    where submission_id = any(${[...submissionIds]}::uuid[])`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The tolerances that these submissions were judged by, the exceptions of single providers left out: by rule and regulator. */
export const tolerancesIn = async (
  tx: Tx,
  submissionIds: readonly string[],
  codes: readonly string[],
): Promise<{ code: string; regulatorCode: string; tolerance: RuleResult['tolerance'] }[]> => {
  const { rows } = await sql<{ code: string; regulatorCode: string; tolerance: RuleResult['tolerance'] }>`
    select distinct on (q.code, r ->> 'regulatorCode') q.code, r ->> 'regulatorCode' as "regulatorCode", r -> 'tolerance' as tolerance
    from quality_rule_result q cross join lateral jsonb_array_elements(q.result -> 'rows') as each (r)
    where q.submission_id = any(${[...submissionIds]}::uuid[]) and q.code = any(${[...codes]}::text[])
      and not (r -> 'isProviderToleranceOverride')::boolean
    order by q.code, r ->> 'regulatorCode'`.execute(tx)
  return rows
}

/** Names and requirements of rules by their codes, each as one submission has them. */
export const ruleTexts = async (
  tx: Tx,
  rules: readonly { code: string; submissionId: string }[],
): Promise<ReadonlyMap<string, { name: string; requirement: string }>> => {
  const { rows } = await sql<{ code: string; name: string; requirement: string }>`
    select q.code, q.name, coalesce(q.result #>> '{rows,0,description}', '') as requirement from quality_rule_result q
    join unnest(${rules.map(({ submissionId }) => submissionId)}::uuid[], ${rules.map(({ code }) => code)}::text[])
      as named (submission_id, code) on (q.submission_id, q.code) = (named.submission_id, named.code)`.execute(
    tx,
  )
  return new Map(rows.map(({ code, ...texts }) => [code, texts]))
}

/** How many rules lie outside and inside tolerance. */
export const toleranceCounts = async (
  tx: Tx,
  submissionId: string,
): Promise<{ inside: number; outside: number; blocking: number; credibility: number }> => {
  const { rows } = await sql<{ inside: number; outside: number; blocking: number; credibility: number }>`
    select count(*) filter (where not outside)::int as inside, count(*) filter (where outside)::int as outside,
      count(*) filter (where outside and operational)::int as blocking,
      (select coalesce(sum(failure_count), 0)::int from report
        where submission_id = ${submissionId}::uuid and kind = 'credibility') as credibility
    from quality_rule_result where submission_id = ${submissionId}::uuid`.execute(tx)
  return rows[0] ?? { inside: 0, outside: 0, blocking: 0, credibility: 0 }
}

export interface RegulatorRow {
  code: string
  name: string
  short_name: string
  type_code: string
}

/** The regulators by code. */
export const regulatorsByCode = async (tx: Reads): Promise<Map<string, RegulatorRow>> => {
  const { rows } = await sql<RegulatorRow>`select code, name, short_name, type_code from regulator`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.code, row]))
}

export interface ReportRow {
  code: string
  chapter_id: number | null
  title: string
  failure_count: number
  content: unknown
}

/** Under this code the figures of a submission's credibility reports are kept, for other submissions to be held against. */
export const cellsCode = 'CELLS'

/** Under this one what their cells are made of, to be added up over providers. */
export const groupsCode = 'GROUPS'

/** The stored reports of a kind, in the order of their chapters. */
export const reportsOf = async (
  tx: Tx,
  submissionId: string,
  kind: 'credibility' | 'additional' | 'history',
): Promise<ReportRow[]> => {
  const { rows } = await sql<ReportRow>`select code, chapter_id, title, failure_count, content from report
    where submission_id = ${submissionId}::uuid and kind = ${kind} order by chapter_id nulls last, code`.execute(
    tx,
  )
  return rows
}

/** One stored report; undefined when there is none of this code. */
export const reportOf = async (
  tx: Tx,
  submissionId: string,
  kind: 'credibility' | 'additional' | 'history',
  code: string,
): Promise<ReportRow | undefined> => {
  const { rows } = await sql<ReportRow>`select code, chapter_id, title, failure_count, content from report
    where submission_id = ${submissionId}::uuid and kind = ${kind} and code = ${code}`.execute(tx)
  return rows[0]
}
