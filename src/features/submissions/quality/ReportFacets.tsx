import { Facets } from './Facets.tsx'
import type { ReportView } from './reportView.ts'
import type { QualityReportData } from './useQualityReport.ts'
import type { Raising } from './useRaising.ts'

export interface ReportFacetsProps {
  report: ReportView & Pick<QualityReportData, 'choice' | 'change' | 'chooseFacet'>
  /** Undefined for files of online validation, which have no issues. */
  issues: Raising | undefined
}

/** The filters of the report. */
export function ReportFacets({ report, issues }: ReportFacetsProps) {
  return (
    <Facets
      choice={report.choice}
      counts={report.counts}
      regulators={report.regulators}
      isCompared={report.comparedWith !== undefined}
      hasIssues={issues !== undefined}
      onFacet={report.chooseFacet}
      onChange={report.change}
    />
  )
}
