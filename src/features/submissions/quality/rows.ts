import { failurePercentage } from '../../../domain/limits.ts'
import type { IssueReference } from '../../../domain/wire/issues.ts'
import type { QualityRuleRow, qualitySortKeys } from '../../../domain/wire/quality.ts'
import type { TableState } from '../../../ui/index.ts'

export type QualitySortKey = (typeof qualitySortKeys)[number]

/** A line of the quality report: a rule for its primary regulator, or for a specialist one under it. */
export interface RuleLine {
  id: string
  code: string
  name: string
  isOperational: boolean
  isSpecialist: boolean
  /** Outside tolerance. */
  isOutside: boolean
  regulatorCode: string
  regulator: string
  tolerance: string
  isOverride: boolean
  population: number
  failures: number
  /** Failures over population in percent, two decimals. */
  percentage: number
  previousPopulation: number | null
  previousFailures: number | null
  change: number | null
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
  isOperational: rule.IsOperational,
  isSpecialist,
  isOutside: figures.Status === '1',
  regulatorCode: figures.RegulatorCode,
  regulator: figures.RegulatorShortName,
  tolerance: figures.ConjoinedTolerances,
  isOverride: figures.IsProviderToleranceOverride,
  population: figures.PopulationCount,
  failures: figures.FailureCount,
  percentage: failurePercentage(figures.FailureCount, figures.PopulationCount),
  previousPopulation: figures.PrevPopulationCount,
  previousFailures: figures.PrevFailureCount,
  change: figures.FailureChange,
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

const sortKeys: Record<string, QualitySortKey> = {
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
): { sortBy: QualitySortKey; sortOrder: 'ASC' | 'DESC' } => {
  const { column, direction } = sort ?? defaultQualitySort
  return { sortBy: sortKeys[column] ?? 'FAILURE', sortOrder: direction === 'ascending' ? 'ASC' : 'DESC' }
}

/** File name of the results as CSV (specification 2 §7.6): QualityRuleReport.{id}.{inside|outside}.{timestamp}.csv. */
export const resultsFileName = (
  submissionId: string,
  filters: { status: '0' | '1'; isComparing: boolean; previousId: string | undefined },
  at: Date,
): string => {
  const timestamp = at.toISOString().replace(/\D/g, '').slice(0, 14)
  const part = filters.status === '1' ? 'outside' : 'inside'
  return filters.isComparing && filters.previousId !== undefined
    ? `QualityRuleComparison.${submissionId}.${filters.previousId}.${part}.${timestamp}.csv`
    : `QualityRuleReport.${submissionId}.${part}.${timestamp}.csv`
}
