import type { Problem } from '../../../domain/problem.ts'
import { createIssue, factsToRaise, type IssueWire } from '../../../domain/wire/issues.ts'
import { useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { explainIssue } from '../../../machines/issue/index.ts'
import { type Message, message, useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import type { SubmissionPageContext } from '../shared/page.ts'
import type { RuleLine } from './rows.ts'

/** Raising an issue of a line of the report. */
export interface Raising {
  /** Why it cannot be raised now, by the chart of issues; undefined when it can. */
  refusalOf: (line: RuleLine) => Message | undefined
  raise: (line: RuleLine) => void
  /** Why the last one was not raised. */
  problem: Problem | undefined
  mayView: boolean
}

/** The issues of the report's lines, for submissions; files of online validation have none. */
export const useRaising = ({
  address,
  instId,
  facts,
  allowsIssues,
}: Pick<SubmissionPageContext, 'address' | 'instId' | 'facts' | 'allowsIssues'>): Raising => {
  const t = useMessages('submissions.quality')
  const { call } = useServices()
  const { principal, may } = useViewer()
  const raising = useAction<RuleLine, IssueWire>(
    line =>
      call(createIssue, {
        path: { uuid: address.submissionId },
        body: { validationCode: line.code, regulatorCode: line.regulatorCode },
      }),
    { onDone: line => notify({ tone: 'good', title: t('report.raised'), text: line.code }) },
  )
  return {
    refusalOf: line => {
      if (!facts || allowsIssues === undefined)
        return message('submissions.quality', 'report.collectionLoading')
      return explainIssue(
        line.issue?.status.code ?? 'NONE',
        factsToRaise({
          instId,
          regulatorCode: line.regulatorCode,
          isOutside: line.isOutside,
          isLatest: facts.isLatest,
          allowsIssues,
          collectionState: facts.collectionState,
          latestStatus: facts.latestStatus,
        }),
        { type: 'RAISE', actor: principal },
      ).refusal?.reason
    },
    raise: raising.run,
    problem: raising.problem,
    mayView: may('collections.view-issue'),
  }
}
