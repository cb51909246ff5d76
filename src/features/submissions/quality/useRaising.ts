import type { Problem } from '../../../domain/problem.ts'
import { createIssue, type IssueWire, retryIssue } from '../../../domain/wire/issues.ts'
import { useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { type Message, useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import type { SubmissionPageContext } from '../shared/page.ts'
import { type Raisable, raisingEventOf, whyNotRaise } from './raising.ts'

/** Raising an issue of a line of the report. */
export interface Raising {
  /** What can be done: an issue that the register did not take in is tried again. */
  eventOf: (line: Pick<Raisable, 'issue'>) => 'RAISE' | 'RETRY'
  /** Why it cannot be raised now, by the chart of issues; undefined when it can. */
  refusalOf: (line: Raisable) => Message | undefined
  raise: (line: Raisable) => void
  /** Why the last one was not raised. */
  problem: Problem | undefined
  mayView: boolean
}

type Of = Pick<SubmissionPageContext, 'address' | 'instId' | 'facts' | 'allowsIssues'>

/** The issues of the report's lines, for submissions; files of online validation have none. */
export const useRaising = (of: Of): Raising => {
  const t = useMessages('submissions.quality')
  const { call } = useServices()
  const { principal, may } = useViewer()
  const raising = useAction<Raisable, IssueWire>(
    ({ subject = 'rule', code, regulatorCode, issue }) =>
      issue && raisingEventOf({ issue }) === 'RETRY'
        ? call(retryIssue, { path: { id: issue.id } })
        : call(createIssue, {
            path: { uuid: of.address.submissionId },
            body: { validationCode: code, regulatorCode, ...(subject === 'rule' ? {} : { subject }) },
          }),
    { onDone: line => notify({ tone: 'good', title: t('report.raised'), text: line.code }) },
  )
  return {
    eventOf: raisingEventOf,
    refusalOf: line => whyNotRaise(of, line, principal),
    raise: raising.run,
    problem: raising.problem,
    mayView: may('collections.view-issue'),
  }
}
