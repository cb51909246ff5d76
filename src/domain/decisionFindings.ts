import type { ReportedRule } from './qualityReport.ts'
import { isOutsideRow } from './tolerance.ts'

/** An issue as approvers read it beside its rule. */
export interface RuleIssue {
  id: string
  status: { isOpen: boolean }
  /** What the provider wrote last to explain it; null if it wrote nothing. */
  explanation: string | null
}

/** The rules of a report by what an approver has to look at. */
export interface DecisionFindings {
  /** All rules. */
  rules: number
  /** Rules outside tolerance for at least one regulator. */
  outside: number
  /** Of these, rules that the provider explained to every regulator for which they are outside. */
  explained: number
  /** Of these, operational rules. */
  blocking: number
  /** Rows that only a tolerance of the provider's own brings inside. */
  overridden: number
  /** Ids of the rows to read: blocking first, then those without an explanation, the rest, and the overridden ones last. */
  order: readonly string[]
}

type Row = ReportedRule & {
  Id: string | number
  IsProviderToleranceOverride: boolean
  issue: { id: string } | null
} & {
  specialistRegulators: readonly (ReportedRule['specialistRegulators'][number] & {
    IsProviderToleranceOverride: boolean
    issue: { id: string } | null
  })[]
}

/** What an approver decides by, of the quality report and the issues of its rules. */
export const decisionFindings = (report: readonly Row[], issues: readonly RuleIssue[]): DecisionFindings => {
  const explanations = new Map(issues.map(({ id, explanation }) => [id, explanation]))
  const rows = report.flatMap(rule =>
    [rule, ...rule.specialistRegulators].map(row => ({
      id: `${rule.Id} ${row.RegulatorCode}`,
      isOutside: isOutsideRow(row),
      isOverridden: !isOutsideRow(row) && row.IsProviderToleranceOverride,
      isOperational: rule.IsOperational,
      isExplained: row.issue !== null && (explanations.get(row.issue.id) ?? null) !== null,
      rule,
    })),
  )
  const outside = rows.filter(({ isOutside }) => isOutside)
  const overridden = rows.filter(({ isOverridden }) => isOverridden)
  const byRule = [...Map.groupBy(outside, ({ rule }) => rule).values()]
  const rank = ({ isOperational, isExplained }: (typeof rows)[number]): number =>
    isOperational ? 0 : isExplained ? 2 : 1
  return {
    rules: report.length,
    outside: byRule.length,
    explained: byRule.filter(each => each.every(({ isExplained }) => isExplained)).length,
    blocking: byRule.filter(([first]) => first?.isOperational).length,
    overridden: overridden.length,
    order: [...outside.toSorted((one, other) => rank(one) - rank(other)), ...overridden].map(({ id }) => id),
  }
}
