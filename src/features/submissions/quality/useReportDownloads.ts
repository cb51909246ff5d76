import { downloadReportsZip } from '../../../domain/wire/reports.ts'
import { useAction, useServices } from '../../../hooks/index.ts'

/** All credibility reports of a submission, or those of a chapter, as a zip of workbooks that the reader saves. */
export const useReportDownloads = (submissionId: string) => {
  const { blob, saveBlob } = useServices()
  const zip = useAction(
    (chapterId: number | 'all') =>
      blob(
        downloadReportsZip,
        { path: { submissionId }, query: chapterId === 'all' ? {} : { chapterId: String(chapterId) } },
        'application/zip',
      ),
    {
      onDone: (chapterId, content) =>
        saveBlob(['CredibilityReports', submissionId, chapterId, 'zip'].join('.'), content),
    },
  )
  return { run: zip.run, pending: zip.isRunning ? zip.action : undefined, problem: zip.problem }
}
export type ReportDownloads = ReturnType<typeof useReportDownloads>
