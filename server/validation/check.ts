import type { CompiledSchema } from 'bedel-record'
import type { RightToProcessFinding } from '../../src/domain/recordHeader.ts'
import { isRuleDefect } from '../../src/domain/ruleDefect.ts'
import { isOutside } from '../../src/domain/tolerance.ts'
import {
  type AnalysisContext,
  appliesIn,
  deriveFields,
  type LoadResult,
  loadRecord,
  measuredFinding,
  type Ruleset,
  recordFinding,
  ruleFailures,
  rulesReadingRegister,
  runQualityRules,
  type SubmissionFacts,
  type ToleranceSettings,
} from '../analysis/index.ts'
import type { RuleFinding, RulesChecked } from './rulesChecked.ts'
import { type CheckResult, findingsCap, schemaResult } from './schemaCheck.ts'

/** Records listed for one rule; beyond, they are counted. */
const recordsPerRule = 1_000

export interface CheckInput {
  bytes: AsyncIterable<Uint8Array>
  totalBytes: number
  schema: CompiledSchema
  schemaName: string
  ruleset: Ruleset | undefined
  /** Bytes of keys of the schema's constraints that are held. */
  keyBytes?: number | undefined
  /** The submission as the rules are to see it, by what the file says; undefined where no rule is to be run. */
  factsFor: (loaded: LoadResult) => Promise<SubmissionFacts | undefined>
  /** Why the file would not be processed. */
  rightFor: (loaded: LoadResult, facts: SubmissionFacts) => RightToProcessFinding[]
  /** Whether the facts have the register of providers. Without it rules that read it would blame the file. */
  hasRegister: boolean
  /** What stands in place of the ruleset's tolerances and words. */
  tolerances?: ToleranceSettings
}

const rulesOf = async (
  context: AnalysisContext,
  ruleset: Ruleset,
  facts: SubmissionFacts,
  { tolerances = {}, hasRegister }: Pick<CheckInput, 'hasRegister' | 'tolerances'>,
): Promise<RulesChecked> => {
  await deriveFields(context, ruleset, facts)
  const due = ruleset.rules.filter(rule => appliesIn(rule, facts.provider.countryCode))
  const needRegister = hasRegister ? new Set<string>() : rulesReadingRegister(ruleset)
  const rules = due.filter(({ code }) => !needRegister.has(code))
  const results = await runQualityRules(context, { ...ruleset, rules }, { facts, ...tolerances })
  const failing: RuleFinding[] = []
  for (const result of results.filter(({ failureCount, isPrimary }) => isPrimary && failureCount > 0)) {
    const { rows } = await ruleFailures(context, {
      ruleCode: result.ruleCode,
      offset: 0,
      limit: recordsPerRule,
    })
    const { description, ...figures } = result
    const rule = rules.find(({ code }) => code === result.ruleCode)
    failing.push({
      ...figures,
      requirement: description,
      hint: rule?.hint ?? null,
      finding: measuredFinding(rule, result),
      isRuleDefect: isRuleDefect(result.tolerance, result),
      records: rows.map(row => ({
        ...row,
        finding: recordFinding(
          rule,
          row.details.map(({ value }) => value),
        ),
      })),
    })
  }
  return {
    run: new Set(results.map(({ ruleCode }) => ruleCode)).size,
    failing,
    notChecked: due.map(({ code }) => code).filter(code => needRegister.has(code)),
  }
}

/**
 * Checks a file as processing would, without a submission: readable as XML, fitting its schema, and the quality rules. Used by
 * the offline command and by the API. Everything that it makes lies in the folders of the context.
 */
export const checkFile = async (context: AnalysisContext, input: CheckInput): Promise<CheckResult> => {
  const { schema, ruleset } = input
  const loaded = await loadRecord(context, {
    bytes: input.bytes,
    totalBytes: input.totalBytes,
    schema,
    header: ruleset?.manifest.header,
    findingsCap,
    keyBytes: input.keyBytes,
    store: ruleset?.manifest.columns,
  })
  const fitting = schemaResult(loaded.outcome, input.schemaName)
  const facts = fitting.verdict === 'clean' ? await input.factsFor(loaded) : undefined
  const rightToProcess = facts ? input.rightFor(loaded, facts) : []
  const rules =
    facts && ruleset && rightToProcess.length === 0 ? await rulesOf(context, ruleset, facts, input) : null
  const hasFindings = rightToProcess.length > 0 || rules?.failing.some(isOutside)
  return { ...fitting, verdict: hasFindings ? 'findings' : fitting.verdict, rules, rightToProcess }
}
