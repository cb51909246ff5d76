import type { Allowance, MeasuredChange } from '../../../domain/allowance.ts'
import {
  type ChosenFacets,
  facets,
  groupIdOf,
  isMeasured,
  type ReportFilter,
  type ReportGrouping,
  type ReportSortKey,
  reportGroupings,
  statusOfRule,
} from '../../../domain/qualityReport.ts'
import type { Standing } from '../../../domain/ruleStanding.ts'
import { failurePercent, isOutsideRow } from '../../../domain/tolerance.ts'
import type { IssueReference } from '../../../domain/wire/issueList.ts'
import type { QualityRuleRow } from '../../../domain/wire/quality.ts'
import type { TableState } from '../../../ui/index.ts'

/** A line of the quality report: a rule for its primary regulator, or for a specialist one under it. */
export interface RuleLine {
  id: string
  code: string
  name: string
  entity: string
  isOperational: boolean
  isSpecialist: boolean
  /** Outside tolerance of the line's regulator. */
  isOutside: boolean
  /** Outside tolerance of any regulator. */
  isOutsideForAny: boolean
  regulatorCode: string
  regulator: string
  tolerance: string
  /** What is inside tolerance in percent; null where any number is tolerated. */
  allowed: Allowance | null
  isOverride: boolean
  population: number
  failures: number
  /** More records fail than the rule looks at: the rule is at fault, and no percentage can be told. */
  isRuleDefect: boolean
  /** Failures over population in percent, two decimals. */
  percentage: number
  /** Change in percent that a rule measures which compares whole files; null for every other rule. */
  measuredPercent: number | null
  /** Whether that change is in points. */
  measuredIn: MeasuredChange | null
  /** What was measured in this file and in the record before; null if it is not known. */
  measuredNow: number | null
  measuredBefore: number | null
  /** Group of the report by kind. */
  kindGroup: string
  /** Whether the rule compares whole files, so that no single record fails it. */
  comparesFiles: boolean
  previousPopulation: number | null
  previousFailures: number | null
  change: number | null
  /** Against the upload that the report stands beside. */
  standing: Standing | null
  /** What failed in the last uploads, from the oldest; empty for a specialist regulator's line. */
  trend: readonly (number | null)[]
  guidanceUrl: string | null
  /** The issue of the rule and this regulator; null where nobody has raised one. */
  issue: IssueReference | null
  specialists: RuleLine[]
}

type Figures = QualityRuleRow['specialistRegulators'][number]

const lineOf = (rule: QualityRuleRow, figures: Figures, isSpecialist: boolean): RuleLine => ({
  id: `${rule.Id} ${figures.RegulatorCode}`,
  code: rule.Code,
  name: rule.Name,
  entity: rule.Entity,
  isOperational: rule.IsOperational,
  isSpecialist,
  isOutside: isOutsideRow(figures),
  isOutsideForAny: statusOfRule(rule) === '1',
  regulatorCode: figures.RegulatorCode,
  regulator: figures.RegulatorShortName,
  tolerance: figures.ConjoinedTolerances,
  allowed: figures.Allowed,
  isOverride: figures.IsProviderToleranceOverride,
  population: figures.PopulationCount,
  failures: figures.FailureCount,
  isRuleDefect: figures.IsRuleDefect,
  percentage: failurePercent(figures.FailureCount, figures.PopulationCount),
  measuredPercent: figures.MeasuredPercent,
  measuredIn: figures.MeasuredIn,
  measuredNow: figures.MeasuredNow ?? null,
  measuredBefore: figures.MeasuredBefore ?? null,
  kindGroup: groupIdOf(rule, 'kind'),
  comparesFiles: isMeasured(figures),
  previousPopulation: figures.PrevPopulationCount,
  previousFailures: figures.PrevFailureCount,
  change: figures.FailureChange,
  standing: figures.Standing,
  trend: isSpecialist ? [] : rule.Trend,
  guidanceUrl: rule.GuidanceUrl,
  issue: figures.issue,
  specialists: [],
})

/** The report's rows with the specialist regulators' lines under the primary one (specification 2 §2.9). */
export const ruleLines = (rules: readonly QualityRuleRow[]): RuleLine[] =>
  rules.map(rule => ({
    ...lineOf(rule, rule, false),
    specialists: rule.specialistRegulators.map(figures => lineOf(rule, figures, true)),
  }))

/** Under which group of the report a line stands. */
export const groupOf = (line: RuleLine, grouping: ReportGrouping): string =>
  grouping === 'entity' ? line.entity : line.kindGroup

const sortKeys: Record<string, ReportSortKey> = {
  rule: 'ID',
  status: 'STATUS',
  tolerance: 'TOLERANCE',
  population: 'POPULATION',
  failure: 'FAILURE',
}

/** Failures descending unless another column was chosen (specification 2 §9). */
export const defaultQualitySort = { column: 'failure', direction: 'descending' } as const

/** The table's sorting as the call names it. */
export const qualitySort = (
  sort: TableState['sort'],
): { sortBy: ReportSortKey; sortOrder: 'ASC' | 'DESC' } => {
  const { column, direction } = sort ?? defaultQualitySort
  return { sortBy: sortKeys[column] ?? 'FAILURE', sortOrder: direction === 'ascending' ? 'ASC' : 'DESC' }
}

/** What the reader has chosen; kept in the address. */
export interface ReportChoice extends ReportFilter {
  search: string
  chosen: ChosenFacets
  grouping: ReportGrouping
  /** The submission to compare with; undefined for the last one. */
  previousId: string | undefined
  hidesUnchanged: boolean
}

type Filters = Readonly<Record<string, readonly string[]>>

const chosenOf = (filters: Filters): ChosenFacets =>
  Object.fromEntries(facets.map(facet => [facet, filters[facet] ?? []]))

/** What the filters of the table and its search say. */
export const choiceOf = (filters: Filters, search: string): ReportChoice => {
  const chosen = chosenOf(filters)
  return {
    ...chosen,
    chosen,
    search,
    grouping: reportGroupings.find(name => name === filters.group?.[0]) ?? 'kind',
    previousId: filters.previous?.[0],
    hidesUnchanged: filters.unchanged?.[0] === '1',
  }
}

/** The filters of the table with what was chosen anew. */
export const filtersOf = ({
  chosen,
  grouping,
  previousId,
  hidesUnchanged,
}: Omit<ReportChoice, 'search'>): Record<string, readonly string[]> => ({
  ...chosen,
  ...(grouping === 'kind' ? {} : { group: [grouping] }),
  ...(previousId === undefined ? {} : { previous: [previousId] }),
  ...(hidesUnchanged ? { unchanged: ['1'] } : {}),
})
