import type { IssueSubject } from '../../../domain/issue.ts'
import type { Problem } from '../../../domain/problem.ts'
import { factsToRaise } from '../../../domain/wire/issueFacts.ts'
import type { IssueReference } from '../../../domain/wire/issueList.ts'
import { createIssue, type IssueWire, retryIssue } from '../../../domain/wire/issues.ts'
import { useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { explainIssue, type IssueFacts, raisingEventAt } from '../../../machines/issue/index.ts'
import { type Message, message, useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import type { SubmissionPageContext } from '../shared/page.ts'

/** What an issue can be raised of: a line of the quality report, or a credibility report. */
export interface Raisable {
  /** A rule where it is left out. */
  subject?: IssueSubject
  code: string
  regulatorCode: string
  isOutside: boolean
  issue: IssueReference | null
}

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

/** Why nothing can be said yet of raising issues. */
export const collectionLoading = message('submissions.quality', 'report.collectionLoading')

/** Facts of an issue that nobody has raised; undefined while the submission or its collection loads. */
export const factsOfRaising = (
  { instId, facts, allowsIssues }: Omit<Of, 'address'>,
  { subject = 'rule', regulatorCode, isOutside }: Omit<Raisable, 'code' | 'issue'>,
): IssueFacts | undefined =>
  facts &&
  (allowsIssues === undefined
    ? undefined
    : factsToRaise({
        instId,
        subject,
        regulatorCode,
        isOutside,
        isLatest: facts.isLatest,
        allowsIssues,
        collectionState: facts.collectionState,
        latestStatus: facts.latestStatus,
      }))

/** Of what is raised already the chart says so, when it is asked about raising. */
const eventOf: Raising['eventOf'] = ({ issue }) => raisingEventAt(issue?.status.code ?? 'NONE') ?? 'RAISE'

/** The issues of the report's lines, for submissions; files of online validation have none. */
export const useRaising = (of: Of): Raising => {
  const t = useMessages('submissions.quality')
  const { call } = useServices()
  const { principal, may } = useViewer()
  const raising = useAction<Raisable, IssueWire>(
    ({ subject = 'rule', code, regulatorCode, issue }) =>
      issue && eventOf({ issue }) === 'RETRY'
        ? call(retryIssue, { path: { id: issue.id } })
        : call(createIssue, {
            path: { uuid: of.address.submissionId },
            body: { validationCode: code, regulatorCode, ...(subject === 'rule' ? {} : { subject }) },
          }),
    { onDone: line => notify({ tone: 'good', title: t('report.raised'), text: line.code }) },
  )
  return {
    eventOf,
    refusalOf: line => {
      const facts = factsOfRaising(of, line)
      if (!facts) return collectionLoading
      const event = { type: eventOf(line), actor: principal }
      return explainIssue(line.issue?.status.code ?? 'NONE', facts, event).refusal?.reason
    },
    raise: raising.run,
    problem: raising.problem,
    mayView: may('collections.view-issue'),
  }
}
