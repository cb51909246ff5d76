import { sql, type Transaction } from 'kysely'
import { isOutsideForAny, type Tolerance, toleranceStatus } from '../../src/domain/tolerance.ts'
import type { RuleResult, Ruleset } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import { gatherFacts } from '../lifecycle/facts.ts'
import { findSubmission } from '../lifecycle/submissionRow.ts'
import { fileEventOf, publish } from '../live/publish.ts'
import type { SpecificationVersions } from '../pipeline/specificationStore.ts'
import type { IssueRecord } from './issueRow.ts'

type Tx = Transaction<Database>

interface LatestResult {
  submission_id: string
  result: { rows: RuleResult[] }
  country_code: string
  specification_id: number | null
  schema_version: string | null
  ruleset_version: string | null
}

/** The provider's latest results of the rule; undefined where there are none. */
const latestResult = async (tx: Tx, issue: IssueRecord): Promise<LatestResult | undefined> => {
  const { rows } = await sql<LatestResult>`
    select q.submission_id, q.result, p.country_code, v.id as specification_id, v.schema_version, v.ruleset_version
    from submission s
    join quality_rule_result q on q.submission_id = s.id and q.code = ${issue.code}
    join provider p on p.inst_id = s.inst_id
    join collection c on c.id = s.collection_id
    left join specification v on v.id = coalesce(s.specification_id, c.specification_id)
    where s.collection_id = ${issue.collectionId} and s.inst_id = ${issue.instId} and s.mode = 'live' and s.is_latest
    for update of q`.execute(tx)
  return rows[0]
}

/** A result held against another tolerance: what was counted stays, what follows from it is decided again. */
const decidedBy = (row: RuleResult, tolerance: Tolerance, isOverride: boolean): RuleResult => ({
  ...row,
  tolerance,
  isProviderToleranceOverride: isOverride,
  status: toleranceStatus(tolerance, row),
})

/*
 * Tolerances of single providers (decisions §11): written for the collection, so that every later upload is judged by
 * them, and the latest results are decided again at once. Nothing is counted again.
 */

/** Whoever looks at the submission draws by its facts, which the results decide. */
const announce = async (tx: Tx, submissionId: string, at: Date): Promise<void> => {
  const submission = await findSubmission(tx, submissionId)
  const facts = submission && (await gatherFacts(tx, { ...submission, submissionId }, at))
  if (submission && facts) await publish(tx, fileEventOf(submission, facts, at), at)
}

const decideAgain = async (
  tx: Tx,
  issue: IssueRecord,
  latest: LatestResult,
  tolerance: Tolerance,
  isOverride: boolean,
  at: Date,
): Promise<void> => {
  const rows = latest.result.rows.map(row =>
    row.regulatorCode === issue.regulatorCode ? decidedBy(row, tolerance, isOverride) : row,
  )
  await tx
    .updateTable('quality_rule_result')
    .set({ result: JSON.stringify({ rows }), outside: isOutsideForAny(rows) })
    .where('submission_id', '=', latest.submission_id)
    .where('code', '=', issue.code)
    .execute()
  await announce(tx, latest.submission_id, at)
}

/** The tolerance of the specification where that has one of its own. */
const specifiedTolerance = async (
  tx: Tx,
  issue: IssueRecord,
  latest: LatestResult,
): Promise<Tolerance | undefined> => {
  const { rows } = await sql<{ tolerance: Tolerance }>`select tolerance from specification_tolerance
    where specification_id = ${latest.specification_id} and rule_code = ${issue.code}
      and regulator_code = ${issue.regulatorCode}`.execute(tx)
  return rows[0]?.tolerance
}

/** The tolerance that everybody has by the ruleset, where the provider is. */
const rulesetTolerance = (
  ruleset: Ruleset,
  issue: IssueRecord,
  latest: LatestResult,
): Tolerance | undefined =>
  ruleset.rules
    .find(({ code }) => code === issue.code)
    ?.regulators.find(
      ({ regulatorCode, isPrimary, country }) =>
        regulatorCode === issue.regulatorCode && (!isPrimary || country === latest.country_code),
    )?.tolerance

/** Writes the tolerance that the issue asks for. */
export const grantOverride = async (tx: Tx, issue: IssueRecord, by: string, at: Date): Promise<void> => {
  if (issue.wantedTolerance === null) throw new Error(`Issue ${issue.id} asks for no tolerance.`)
  const tolerance = issue.wantedTolerance
  const values = { tolerance: JSON.stringify(tolerance), granted_utc: at, granted_by: by }
  await tx
    .insertInto('tolerance_override')
    .values({
      collection_id: issue.collectionId,
      inst_id: issue.instId,
      rule_code: issue.code,
      regulator_code: issue.regulatorCode,
      ...values,
    })
    .onConflict(conflict =>
      conflict.columns(['collection_id', 'inst_id', 'rule_code', 'regulator_code']).doUpdateSet(values),
    )
    .execute()
  const latest = await latestResult(tx, issue)
  if (latest) await decideAgain(tx, issue, latest, tolerance, true, at)
}

/**
 * Versions of the ruleset that has the tolerance for the latest results once an override is revoked; undefined where there are
 * no results, or where the specification sets the tolerance.
 */
export const versionsOfTolerance = async (
  tx: Tx,
  issue: IssueRecord,
): Promise<SpecificationVersions | undefined> => {
  const latest = await latestResult(tx, issue)
  if (!latest || latest.schema_version === null || latest.ruleset_version === null) return undefined
  if (await specifiedTolerance(tx, issue, latest)) return undefined
  return { schemaVersion: latest.schema_version, rulesetVersion: latest.ruleset_version }
}

/** Takes it back. The ruleset is that of `versionsOfTolerance`, where there is one. */
export const revokeOverride = async (
  tx: Tx,
  issue: IssueRecord,
  ruleset: Ruleset | undefined,
  at: Date,
): Promise<void> => {
  await tx
    .deleteFrom('tolerance_override')
    .where('collection_id', '=', issue.collectionId)
    .where('inst_id', '=', issue.instId)
    .where('rule_code', '=', issue.code)
    .where('regulator_code', '=', issue.regulatorCode)
    .execute()
  const latest = await latestResult(tx, issue)
  if (!latest) return
  const tolerance =
    (await specifiedTolerance(tx, issue, latest)) ?? (ruleset && rulesetTolerance(ruleset, issue, latest))
  if (tolerance) await decideAgain(tx, issue, latest, tolerance, false, at)
}
