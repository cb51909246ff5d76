import type { IssueReference } from '../../../src/domain/wire/issues.ts'
import type { QualityRuleRow, qualitySortKeys } from '../../../src/domain/wire/quality.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { RuleResult } from '../../analysis/index.ts'
import type { RegulatorRow, StoredRule } from '../../database/queries/results.ts'
import { toleranceText } from './toleranceText.ts'

type Figures = QualityRuleRow['specialistRegulators'][number]
type SortKey = (typeof qualitySortKeys)[number]

/** The issues of a provider in a collection, by rule and regulator. */
export type IssuesByRule = ReadonlyMap<string, IssueReference>

/** Under which an issue of a rule is found. */
export const issueKey = (ruleCode: string, regulatorCode: string): string => `${ruleCode}/${regulatorCode}`

/** What stands beside the results of a rule. */
export interface BesideRules {
  regulators: ReadonlyMap<string, RegulatorRow>
  issues: IssuesByRule
}

const figuresOf = (
  result: RuleResult,
  previous: RuleResult | undefined,
  { regulators, issues }: BesideRules,
  language: Language,
): Figures => ({
  Status: result.status === 1 ? '1' : '0',
  RegulatorCode: result.regulatorCode,
  RegulatorShortName: regulators.get(result.regulatorCode)?.short_name ?? result.regulatorCode,
  ConjoinedTolerances: toleranceText(language, result.tolerance),
  Tolerances: result.tolerance.parts.map(({ type, from, to }) => ({
    toleranceTypeId: type,
    toleranceFrom: from,
    toleranceTo: to,
  })),
  IsProviderToleranceOverride: result.isProviderToleranceOverride,
  PopulationCount: result.populationCount,
  FailureCount: result.failureCount,
  PrevPopulationCount: previous?.populationCount ?? null,
  PrevFailureCount: previous?.failureCount ?? null,
  FailureChange: previous ? result.failureCount - previous.failureCount : null,
  issue: issues.get(issueKey(result.ruleCode, result.regulatorCode)) ?? null,
})

/**
 * A rule as a row of the quality report: the primary regulator's figures with the specialists' below. `previous` is the
 * same rule of the submission that it is compared with. Tolerances are in the reader's language.
 */
export const qualityRow = (
  rule: StoredRule,
  previous: StoredRule | undefined,
  beside: BesideRules,
  language: Language,
): QualityRuleRow | undefined => {
  const [primary, ...specialists] = rule.rows
  if (!primary) return undefined
  const before = (result: RuleResult) =>
    previous?.rows.find(({ regulatorCode }) => regulatorCode === result.regulatorCode)
  return {
    Id: rule.code,
    Code: rule.code,
    Name: primary.name,
    IsPrimary: primary.isPrimary,
    IsOperational: rule.operational,
    ...figuresOf(primary, before(primary), beside, language),
    GuidanceUrl: primary.guidanceUrl === '' ? null : primary.guidanceUrl,
    specialistRegulators: specialists.map(result => figuresOf(result, before(result), beside, language)),
  }
}

export interface QualityFilter {
  status?: '0' | '1' | undefined
  searchTerm?: string | undefined
  sortBy?: SortKey | undefined
  sortOrder?: 'ASC' | 'DESC' | undefined
  hideUnchangedValues?: boolean
}

const compare: Record<SortKey, (a: QualityRuleRow, b: QualityRuleRow) => number> = {
  ID: (a, b) => a.Code.localeCompare(b.Code, 'en-GB', { numeric: true }),
  STATUS: (a, b) => Number(a.Status) - Number(b.Status),
  TOLERANCE: (a, b) => a.ConjoinedTolerances.localeCompare(b.ConjoinedTolerances, 'en-GB', { numeric: true }),
  POPULATION: (a, b) => a.PopulationCount - b.PopulationCount,
  FAILURE: (a, b) => a.FailureCount - b.FailureCount,
}

const figuresOfRow = (row: QualityRuleRow): Figures[] => [row, ...row.specialistRegulators]

/** A rule is outside tolerance when it is for any of its regulators; so inside and outside add up to all rules. */
const statusOfRule = (row: QualityRuleRow): '0' | '1' =>
  figuresOfRow(row).some(({ Status }) => Status === '1') ? '1' : '0'

const isUnchanged = ({ FailureChange, PopulationCount, PrevPopulationCount }: Figures): boolean =>
  FailureChange === 0 && PopulationCount === PrevPopulationCount

/** The rows that the filter leaves, in its order: failures first and most of them first unless another is asked for. */
export const filterRows = (rows: readonly QualityRuleRow[], filter: QualityFilter): QualityRuleRow[] => {
  const term = filter.searchTerm?.trim().toLowerCase() ?? ''
  const direction = (filter.sortOrder ?? 'DESC') === 'ASC' ? 1 : -1
  const inOrder = compare[filter.sortBy ?? 'FAILURE']
  return rows
    .filter(row => filter.status === undefined || statusOfRule(row) === filter.status)
    .filter(row => term === '' || `${row.Code} ${row.Name}`.toLowerCase().includes(term))
    .filter(row => !filter.hideUnchangedValues || !figuresOfRow(row).every(isUnchanged))
    .sort((a, b) => direction * inOrder(a, b) || compare.ID(a, b))
}

/** A page of a list; a limit of -1 means all of it. */
export const pageOf = <T>(rows: readonly T[], { limit, offset }: { limit: number; offset: number }): T[] =>
  limit < 0 ? rows.slice(offset) : rows.slice(offset, offset + limit)
