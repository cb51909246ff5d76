import { allowanceOf, type MeasuredChange } from '../../../src/domain/allowance.ts'
import {
  type ChosenFacets,
  filterReport,
  orderReport,
  type ReportFilter,
  type ReportOrder,
} from '../../../src/domain/qualityReport.ts'
import { isRuleDefect } from '../../../src/domain/ruleDefect.ts'
import { type RuleOutcome, standingOf } from '../../../src/domain/ruleStanding.ts'
import { isOutside, type Tolerance } from '../../../src/domain/tolerance.ts'
import { toleranceLabel } from '../../../src/domain/toleranceLabel.ts'
import type { IssueReference } from '../../../src/domain/wire/issueList.ts'
import type { QualityRuleRow } from '../../../src/domain/wire/quality.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { RegulatorRow, ReportedResult, StoredRule } from '../../database/queries/results.ts'
import { inLanguage } from '../../messages.ts'

type Figures = QualityRuleRow['specialistRegulators'][number]

/** The issues of a provider in a collection, by rule and regulator. */
export type IssuesByRule = ReadonlyMap<string, IssueReference>

/** Under which an issue of a rule is found. */
export const issueKey = (ruleCode: string, regulatorCode: string): string => `${ruleCode}/${regulatorCode}`

/** What stands beside the results of a rule. */
export interface BesideRules {
  regulators: ReadonlyMap<string, RegulatorRow>
  issues: IssuesByRule
  /** The words of a tolerance. */
  toleranceText: (tolerance: Tolerance, change?: MeasuredChange) => string
  /** What failed in the last submissions, by the code of the rule. */
  trends: ReadonlyMap<string, readonly (number | null)[]>
}

/** Tells tolerances in a language: hundreds of rules have a handful of them, each of which is put into words once. */
export const toleranceTextIn = (language: Language): BesideRules['toleranceText'] => {
  const known = new Map<string, string>()
  return (tolerance, change) => {
    const key = JSON.stringify([tolerance, change])
    const text = known.get(key) ?? inLanguage(language, toleranceLabel(tolerance, change))
    known.set(key, text)
    return text
  }
}

const outcomeOf = ({ status, failureCount, measuredPercent }: ReportedResult): RuleOutcome => ({
  isOutside: isOutside({ status }),
  failures: failureCount,
  measuredPercent,
})

/** Of a rule as a whole: outside tolerance for any of the regulators that set it. */
const wholeOutcome = ({ outside, rows: [primary] }: StoredRule): RuleOutcome | undefined =>
  primary && { ...outcomeOf(primary), isOutside: outside }

const figuresOf = (
  result: ReportedResult,
  previous: ReportedResult | undefined,
  { regulators, issues, toleranceText }: BesideRules,
): Figures => ({
  Status: isOutside(result) ? '1' : '0',
  RegulatorCode: result.regulatorCode,
  RegulatorShortName: regulators.get(result.regulatorCode)?.short_name ?? result.regulatorCode,
  ConjoinedTolerances: toleranceText(result.tolerance, result.measuredIn),
  Tolerances: result.tolerance.parts.map(({ type, from, to }) => ({
    toleranceTypeId: type,
    toleranceFrom: from,
    toleranceTo: to,
  })),
  IsProviderToleranceOverride: result.isProviderToleranceOverride,
  Allowed: allowanceOf(result.tolerance, result.populationCount),
  PopulationCount: result.populationCount,
  FailureCount: result.failureCount,
  IsRuleDefect: isRuleDefect(result.tolerance, result),
  MeasuredPercent: result.measuredPercent,
  MeasuredIn: result.measuredIn ?? null,
  MeasuredNow: result.measuredNow ?? null,
  MeasuredBefore: result.measuredBefore ?? null,
  PrevPopulationCount: previous?.populationCount ?? null,
  PrevFailureCount: previous?.failureCount ?? null,
  PrevMeasuredPercent: previous?.measuredPercent ?? null,
  FailureChange: previous ? result.failureCount - previous.failureCount : null,
  Standing: standingOf(outcomeOf(result), previous && outcomeOf(previous)),
  issue: issues.get(issueKey(result.ruleCode, result.regulatorCode)) ?? null,
})

/**
 * A rule as a row of the quality report: the primary regulator's figures with the specialists' below. `previous` is the
 * same rule of the submission that it is compared with.
 */
export const qualityRow = (
  rule: StoredRule,
  previous: StoredRule | undefined,
  beside: BesideRules,
): QualityRuleRow | undefined => {
  const [primary, ...specialists] = rule.rows
  const whole = wholeOutcome(rule)
  if (!primary || !whole) return undefined
  const before = (result: ReportedResult) =>
    previous?.rows.find(({ regulatorCode }) => regulatorCode === result.regulatorCode)
  return {
    Id: rule.code,
    Code: rule.code,
    Name: primary.name,
    Entity: primary.entity,
    IsPrimary: primary.isPrimary,
    IsOperational: rule.operational,
    ...figuresOf(primary, before(primary), beside),
    Standing: standingOf(whole, previous && wholeOutcome(previous)),
    Trend: [...(beside.trends.get(rule.code) ?? [])],
    GuidanceUrl: primary.guidanceUrl === '' ? null : primary.guidanceUrl,
    specialistRegulators: specialists.map(result => figuresOf(result, before(result), beside)),
  }
}

type Several = string | string[] | undefined

/** What a request asks for of the report, as the call has it. */
export interface ReportQuery extends ReportOrder {
  status?: '0' | '1' | undefined
  kind?: Several
  standing?: Several
  issue?: Several
  entity?: Several
  regulator?: Several
  searchTerm?: string | undefined
  hideUnchangedValues?: string | undefined
}

const listOf = (values: Several): string[] =>
  values === undefined ? [] : typeof values === 'string' ? [values] : values

const filterOf = (query: ReportQuery): ReportFilter => ({
  ...({
    status: listOf(query.status),
    kind: listOf(query.kind),
    standing: listOf(query.standing),
    issue: listOf(query.issue),
    entity: listOf(query.entity),
    regulator: listOf(query.regulator),
  } satisfies Required<ChosenFacets>),
  search: query.searchTerm,
  hidesUnchanged: query.hideUnchangedValues === '1' || query.hideUnchangedValues === 'true',
})

/** The rows that the request asks for, in its order. */
export const reportOf = (rows: readonly QualityRuleRow[], query: ReportQuery): QualityRuleRow[] =>
  orderReport(filterReport(rows, filterOf(query)), query)
