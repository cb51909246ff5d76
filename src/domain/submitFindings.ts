import type { IssueStatus } from './issue.ts'
import { type ReportedRule, statusOfRule } from './qualityReport.ts'
import type { Standing } from './ruleStanding.ts'
import { isOutsideRow } from './tolerance.ts'

/** What stands in the quality report when a submission is about to be handed over. */
export interface SubmitFindings<Rule> {
  /** Operational rules outside tolerance: they block. */
  blocking: readonly Rule[]
  /** Other rules outside tolerance of which no issue has been raised. */
  unexplained: readonly Rule[]
  /** Other rules outside tolerance, each with an issue. */
  withIssue: readonly Rule[]
  /** Rules outside tolerance. */
  outside: number
  /** All rules. */
  rules: number
  /** Rules outside tolerance in the upload before, operational ones and others; undefined where there is none. */
  before: { blocking: number; others: number } | undefined
  /** Overrides that are asked for and not decided. */
  overridesRequested: number
}

/** Standings of a rule that was outside tolerance in the upload before. */
const wasOutside: readonly (Standing | null)[] = ['worse', 'unchanged', 'better', 'mended']

const requested: IssueStatus = 'OVERRIDE_REQUESTED'

const outside = (rule: ReportedRule) => [rule, ...rule.specialistRegulators].filter(isOutsideRow)

/** The rules of a report by what they mean for submitting (decisions §3 "Commit blockers", §11). */
export const submitFindings = <Rule extends ReportedRule>(report: readonly Rule[]): SubmitFindings<Rule> => {
  const failing = report.filter(rule => statusOfRule(rule) === '1')
  const blocking = failing.filter(({ IsOperational }) => IsOperational)
  const others = failing.filter(({ IsOperational }) => !IsOperational)
  const before = report.filter(({ Standing }) => wasOutside.includes(Standing))
  const othersBefore = before.filter(({ IsOperational }) => !IsOperational)
  const isExplained = (rule: Rule): boolean => outside(rule).every(({ issue }) => issue !== null)
  return {
    blocking,
    unexplained: others.filter(rule => !isExplained(rule)),
    withIssue: others.filter(isExplained),
    outside: failing.length,
    rules: report.length,
    before: report.some(({ Standing }) => Standing !== null)
      ? { blocking: before.length - othersBefore.length, others: othersBefore.length }
      : undefined,
    overridesRequested: report
      .flatMap(rule => [rule, ...rule.specialistRegulators])
      .filter(({ issue }) => issue?.status.code === requested).length,
  }
}

/** What the credibility reports ask to be looked at. */
export interface ShadedFigures {
  /** Cells that are shaded. */
  cells: number
  /** Reports with such cells. */
  reports: number
  /** Of these, reports with an issue. */
  withIssue: number
}

/** The shaded figures of a submission over all chapters of its credibility reports. */
export const shadedFigures = (
  chapters: readonly { reports: readonly { failureCount: number; issue: unknown }[] }[],
): ShadedFigures => {
  const shaded = chapters.flatMap(({ reports }) => reports).filter(({ failureCount }) => failureCount > 0)
  return {
    cells: shaded.reduce((sum, { failureCount }) => sum + failureCount, 0),
    reports: shaded.length,
    withIssue: shaded.filter(({ issue }) => issue !== null).length,
  }
}
