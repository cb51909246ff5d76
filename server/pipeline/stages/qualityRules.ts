import { sql, type Transaction } from 'kysely'
import { isOutsideForAny } from '../../../src/domain/tolerance.ts'
import { type RuleResult, runQualityRules } from '../../analysis/index.ts'
import type { Database } from '../../database/schema.ts'
import { followResults } from '../../issues/follow.ts'
import { keptView } from '../../privacy/index.ts'
import { objectKey } from '../../storage/index.ts'
import { failuresFile } from '../failuresFile.ts'
import type { AnalysisStage } from '../stage.ts'
import { overridesUnder } from '../stageContext.ts'

/** Rules in the order of the ruleset, each with its rows: the primary regulator's first, then specialists'. */
const byRule = (results: readonly RuleResult[]): Map<string, RuleResult[]> =>
  Map.groupBy(results, result => result.ruleCode)

const storeResults = async (
  tx: Transaction<Database>,
  of: { submissionId: string; instId: string },
  results: readonly RuleResult[],
): Promise<void> => {
  const rows = [...byRule(results)].map(([code, regulators], index) => ({
    code,
    ordinal: index + 1,
    name: regulators[0]?.name ?? code,
    outside: isOutsideForAny(regulators),
    operational: regulators[0]?.kind === 'operational',
    population_count: regulators[0]?.populationCount ?? 0,
    failure_count: regulators[0]?.failureCount ?? 0,
    result: { rows: regulators },
  }))
  await sql`delete from quality_rule_result where submission_id = ${of.submissionId}::uuid`.execute(tx)
  await sql`insert into quality_rule_result
      (submission_id, inst_id, code, ordinal, name, outside, operational, population_count, failure_count, result)
    select ${of.submissionId}::uuid, ${of.instId}, r.code, r.ordinal, r.name, r.outside, r.operational,
      r.population_count, r.failure_count, r.result
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (code text, ordinal int, name text, outside boolean,
      operational boolean, population_count bigint, failure_count bigint, result jsonb)`.execute(tx)
}

/** Applies every rule; the results become rows, the failing records a part of the analysis and one download. */
export const runRules: AnalysisStage<'QUALITY_RULES'> = async (tools, input) => {
  const { submission, context, analysis, parts, fencingToken } = input
  const { ruleset } = await tools.specifications.load(context.versions)
  await parts.need('records', 'derived')
  const results = await runQualityRules(analysis, ruleset, {
    facts: context.facts,
    ...context.tolerances,
    overrides: overridesUnder(ruleset, context.tolerances.overrides),
  })
  await parts.keep('failures')
  const failuresFileKey = objectKey(
    submission.instId,
    submission.id,
    `quality-rule-failures.${fencingToken}.zip`,
  )
  const { collectionReference } = context.facts
  const { instId } = submission
  const view = keptView(ruleset, true, undefined)
  await tools.store.put(
    failuresFileKey,
    failuresFile(analysis, { collectionReference, instId }, view.ruleCodes, view),
  )
  const rules = [...byRule(results).values()]
  return {
    outcome: 'PASSED',
    detail: { rules: rules.length, outside: rules.filter(isOutsideForAny).length },
    change: { failuresFileKey },
    store: async (tx, at) => {
      await storeResults(tx, { submissionId: submission.id, instId: submission.instId }, results)
      await followResults(tx, 'rule', submission.id, tools, at)
    },
  }
}
