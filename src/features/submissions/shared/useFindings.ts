import { uploadedOn } from '../../../domain/dates.ts'
import { noIssue } from '../../../domain/qualityReport.ts'
import { hasResults } from '../../../domain/status.ts'
import { shadedFigures, submitFindings } from '../../../domain/submitFindings.ts'
import { tellsOfIssues } from '../../../domain/wire/live.ts'
import { getKeyFigures, listValidations } from '../../../domain/wire/quality.ts'
import { listCredibilityReports } from '../../../domain/wire/reports.ts'
import { useResource, useViewer } from '../../../hooks/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { useText } from '../../../messages/index.ts'
import { issuePath, pagePath } from '../../common/address.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import type { ForApproversProps } from './ForApprovers.tsx'
import { findingsSheet, type SubmissionPageContext } from './page.ts'

/** What is asked of the results of a submission, and where each of them is read. */
export type Findings = Pick<
  ForApproversProps,
  | 'comparison'
  | 'figures'
  | 'credibility'
  | 'unexplainedHref'
  | 'issuesHref'
  | 'credibilityHref'
  | 'sheetHref'
> & {
  /** The rules of the quality report; undefined while the file has no results, and for those who may not read it. */
  findings: ForApproversProps['findings'] | undefined
}

/** The results of a submission as the calls give them. */
export const useResults = ({ instId, status }: SubmissionPageContext, submission: KnownSubmission) => {
  const { may } = useViewer()
  const { submissionId } = submission
  const isAsked = hasResults(status) && may('collections.reports')
  const refreshOn = (message: Parameters<typeof tellsOfIssues>[0]) => tellsOfIssues(message, submissionId)
  const report = useResource(
    listValidations,
    isAsked ? { path: { id: submissionId }, query: { instId, limit: '-1', against: 'last' } } : undefined,
    { refreshOn },
  )
  const figures = useResource(
    getKeyFigures,
    isAsked ? { path: { id: submissionId }, query: { instId } } : undefined,
  )
  const chapters = useResource(
    listCredibilityReports,
    isAsked ? { path: { submissionId, providerId: instId } } : undefined,
    { refreshOn },
  )
  return { isAsked, report, figures, chapters }
}

/** The results of a submission in figures, as its submitter is told before. */
export const useFindings = (page: SubmissionPageContext, submission: KnownSubmission): Findings => {
  const text = useText()
  const { address } = page
  const { isAsked, report, figures, chapters } = useResults(page, submission)
  const compared = report.data?.comparedWith ?? undefined
  const reports = pagePath(address, 'reports')
  return {
    findings: isAsked ? mapLoaded(report, ({ validations }) => submitFindings(validations)) : undefined,
    comparison: compared && { label: text(uploadedOn(compared.uploadedDate)) },
    figures: figures.data && [figures.data.students, ...figures.data.measured],
    credibility: chapters.data && shadedFigures(chapters.data.chapters),
    unexplainedHref: `${reports}?qr.f.status=1&qr.f.kind=quality&qr.f.issue=${noIssue}`,
    issuesHref: issuePath(),
    sheetHref: `${reports}?fd.open=${findingsSheet}`,
    credibilityHref: `${reports}?qa.open=credibility`,
  }
}
