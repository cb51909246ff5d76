import { reports } from 'virtual:coverage-report'
import { type ShownCoverage, unfoldedCoverage } from '../../../model/foldedCoverage.ts'

const fetched = new Map<string, Promise<ShownCoverage | undefined>>()

const fetchReport = async (chartId: string): Promise<ShownCoverage | undefined> => {
  const report = await reports[chartId]?.()
  return report && unfoldedCoverage(report.default)
}

/**
 * What the tests walked of a chart, undefined where this build carries no report of it: the same promise each time.
 * Rejects when the report does not arrive.
 */
export const reportOf = (chartId: string): Promise<ShownCoverage | undefined> => {
  const report = fetched.get(chartId) ?? fetchReport(chartId)
  fetched.set(chartId, report)
  // What did not arrive is asked for again next time.
  report.catch(() => fetched.delete(chartId))
  return report
}
