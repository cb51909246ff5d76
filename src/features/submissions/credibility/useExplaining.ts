import { createIssue } from '../../../domain/wire/issues.ts'
import { listCredibilityReports } from '../../../domain/wire/reports.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import type { Message } from '../../../messages/index.ts'
import { explainingPath } from '../../common/address.ts'
import { whyNotRaise } from '../quality/raising.ts'
import type { SubmissionPageContext } from '../shared/page.ts'

/** Explaining one figure of a report: in the issue of the report, which is raised first where there is none. */
export interface Explaining {
  /** Why it cannot be explained now; undefined where it can. */
  refusal: Message | undefined
  explain: (figure: string) => void
  isPending: boolean
}

/** Undefined for those who never explain, and until it is known whether the report has an issue. */
export const useExplaining = (
  { address, instId, facts, allowsIssues }: SubmissionPageContext,
  reportCode: string,
): Explaining | undefined => {
  const { call, navigate } = useServices()
  const { principal, may } = useViewer()
  const isOffered = may('collections.answer-issue')
  const { submissionId } = address
  const listed = useResource(
    listCredibilityReports,
    isOffered ? { path: { submissionId, providerId: instId } } : undefined,
  )
  const report = listed.data?.chapters
    .flatMap(({ reports }) => reports)
    .find(({ ReportCode }) => ReportCode === reportCode)
  const raising = useAction(
    (_: string) =>
      call(createIssue, {
        path: { uuid: submissionId },
        body: { validationCode: reportCode, regulatorCode: facts?.regulatorCode ?? '', subject: 'report' },
      }),
    { onDone: (figure, issue) => navigate(explainingPath(issue.id, figure)) },
  )
  if (!isOffered || !report || !facts || allowsIssues === undefined) return undefined
  const { issue } = report
  if (issue)
    return {
      refusal: undefined,
      explain: figure => navigate(explainingPath(issue.id, figure)),
      isPending: false,
    }
  const line = {
    subject: 'report',
    code: reportCode,
    regulatorCode: facts.regulatorCode,
    isOutside: report.failureCount > 0,
    issue,
  } as const
  return {
    refusal: whyNotRaise({ instId, facts, allowsIssues }, line, principal),
    explain: raising.run,
    isPending: raising.isRunning,
  }
}
