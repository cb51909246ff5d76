import {
  facetCounts,
  filterReport,
  orderReport,
  pageOfReport,
  regulatorFigures,
  reportGroups,
  statusOfRule,
} from '../../../domain/qualityReport.ts'
import type { QualityReport } from '../../../domain/wire/quality.ts'
import type { TableState } from '../../../ui/index.ts'
import { qualitySort, type ReportChoice, ruleLines } from './rows.ts'

/** What of the report's table decides which lines are in sight. */
export interface ReportPage {
  sort: TableState['sort']
  /** -1 for all. */
  limit: number
  offset: number
}

/** The report as the reader has chosen to see it: a page of lines, and the figures beside them. */
export const reportView = (
  report: Omit<QualityReport, 'pagingMetadata'> | undefined,
  choice: ReportChoice,
  { sort, ...page }: ReportPage,
) => {
  const all = report?.validations ?? []
  const { grouping } = choice
  const found = orderReport(filterReport(all, choice), { ...qualitySort(sort), grouping })
  return {
    comparedWith: report?.comparedWith ?? undefined,
    uploads: report?.uploads ?? [],
    /** All rules of the report, and those outside tolerance, whatever is chosen. */
    rules: all.length,
    outside: all.filter(rule => statusOfRule(rule) === '1').length,
    standings: facetCounts(all, {}).standing,
    /** Codes of the rules that are at fault themselves, whatever is chosen. */
    defects: all
      .filter(rule => [rule, ...rule.specialistRegulators].some(({ IsRuleDefect }) => IsRuleDefect))
      .map(({ Code }) => Code),
    regulators: regulatorFigures(all),
    counts: facetCounts(all, choice),
    groups: reportGroups(found, grouping),
    /** Rules that the choice leaves, on all pages. */
    total: found.length,
    /** All of them, specialists' rows after the primary one, in the order of the report. */
    order: ruleLines(found).flatMap(line => [line, ...line.specialists]),
    lines: ruleLines(pageOfReport(found, page)),
  }
}
export type ReportView = ReturnType<typeof reportView>
