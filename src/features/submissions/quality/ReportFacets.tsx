import { Facets } from './Facets.tsx'
import type { ReportView } from './reportView.ts'
import { type LastYear, useAgainst } from './useAgainst.ts'
import type { QualityReportData } from './useQualityReport.ts'
import type { Raising } from './useRaising.ts'

export interface ReportFacetsProps {
  report: ReportView & Pick<QualityReportData, 'choice' | 'change' | 'chooseFacet'>
  /** Undefined for files of online validation, which have no issues. */
  issues: Raising | undefined
  /** The submission with which last year's collection was signed off; undefined where there is none. */
  lastYear: LastYear | undefined
}

/** The filters of the report. */
export function ReportFacets({ report, issues, lastYear }: ReportFacetsProps) {
  const against = useAgainst(report.comparedWith, lastYear)
  return (
    <Facets
      choice={report.choice}
      counts={report.counts}
      regulators={report.regulators}
      against={against}
      hasIssues={issues !== undefined}
      onFacet={report.chooseFacet}
      onChange={report.change}
    />
  )
}
