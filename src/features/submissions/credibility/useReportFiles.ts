import { reportFileName } from '../../../domain/credibility.ts'
import type { Problem } from '../../../domain/problem.ts'
import { workbookType } from '../../../domain/wire/call.ts'
import {
  compareCredibilityReport,
  downloadReportCsv,
  downloadReportWorkbook,
} from '../../../domain/wire/reports.ts'
import { useAction, useServices } from '../../../hooks/index.ts'

interface FileHandle {
  onPress: () => void
  isPending: boolean
}

/** What is in sight of a report as files: the comparison where there is one. */
export interface ReportFiles {
  csv: FileHandle
  workbook: FileHandle
  problem: Problem | undefined
}

interface InSight {
  reportCode: string
  submissionId: string
  /** The submission that it is compared with; undefined where the report is shown by itself. */
  previousId: string | undefined
}

/** The comparison in sight as a call, undefined where the report is shown by itself. */
const comparisonOf = ({ reportCode, submissionId, previousId }: InSight) =>
  previousId === undefined
    ? undefined
    : { path: { reportCode, currentSubmissionId: submissionId, previousSubmissionId: previousId } }

/** The name of its file: of what was asked for, whatever is in sight when it comes. */
const nameOf = ({ reportCode, submissionId, previousId }: InSight): string =>
  reportFileName(reportCode, submissionId, previousId)

/** The report in sight as CSV and as a workbook. */
export const useReportFiles = (inSight: InSight): ReportFiles => {
  const { blob, saveBlob } = useServices()
  const csv = useAction(
    (asked: InSight) => {
      const { reportCode, submissionId } = asked
      const comparison = comparisonOf(asked)
      return comparison
        ? blob(compareCredibilityReport, comparison, 'text/csv')
        : blob(
            downloadReportCsv,
            { path: { reportCode }, body: { submissionUuid: submissionId, reportCode } },
            'text/csv',
          )
    },
    { onDone: (asked, content) => saveBlob(`${nameOf(asked)}.csv`, content) },
  )
  const workbook = useAction(
    (asked: InSight) => {
      const { reportCode, submissionId } = asked
      const comparison = comparisonOf(asked)
      return comparison
        ? blob(compareCredibilityReport, comparison, workbookType)
        : blob(downloadReportWorkbook, { path: { reportCode, submissionId } }, workbookType)
    },
    { onDone: (asked, content) => saveBlob(`${nameOf(asked)}.xlsx`, content) },
  )
  return {
    csv: { onPress: () => csv.run(inSight), isPending: csv.isRunning },
    workbook: { onPress: () => workbook.run(inSight), isPending: workbook.isRunning },
    problem: csv.problem ?? workbook.problem,
  }
}
