import type { IssueSubject } from '../../../domain/issue.ts'
import type { UserPrincipal } from '../../../domain/principal.ts'
import { factsToRaise } from '../../../domain/wire/issueFacts.ts'
import type { IssueReference } from '../../../domain/wire/issueList.ts'
import type { CredibilityChapter } from '../../../domain/wire/reports.ts'
import {
  type CredibilityRaising,
  explainIssue,
  type IssueFacts,
  offersCredibilityIssues,
  raisingEventAt,
  whyNotExplain,
  whyNotRaiseCredibility,
} from '../../../machines/issue/index.ts'
import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import { type Message, message } from '../../../messages/index.ts'

/*
 * Whether issues can be raised, put together of what the server has said of the submission, its collection and its reports. It
 * answers what the server would decide: `tests/server/whyRaise.test.ts` holds the two to each other.
 */

/** What an issue can be raised of: a line of the quality report, or a credibility report. */
export interface Raisable {
  /** A rule where it is left out. */
  subject?: IssueSubject
  code: string
  regulatorCode: string
  isOutside: boolean
  issue: IssueReference | null
}

/** What is known of the submission and its collection. */
export interface RaisedFrom {
  instId: string
  /** Undefined while the submission loads. */
  facts: Facts | undefined
  /** Whether people raise issues in the collection; undefined while it loads. */
  allowsIssues: boolean | undefined
}

/** Why nothing can be said yet of raising issues. */
const collectionLoading = message('issue', 'collectionLoading')

const statusOf = ({ issue }: Pick<Raisable, 'issue'>) => issue?.status.code ?? 'NONE'

/** What can be done: an issue that the register did not take in is tried again. Of what is raised already the chart says so. */
export const raisingEventOf = (line: Pick<Raisable, 'issue'>): 'RAISE' | 'RETRY' =>
  raisingEventAt(statusOf(line)) ?? 'RAISE'

/** Facts of an issue that nobody has raised; undefined while the submission or its collection loads. */
const factsOfRaising = (
  { instId, facts, allowsIssues }: RaisedFrom,
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

/** Why an issue of the line cannot be raised, or tried again, now; undefined when it can. */
export const whyNotRaise = (of: RaisedFrom, line: Raisable, actor: UserPrincipal): Message | undefined => {
  const facts = factsOfRaising(of, line)
  if (!facts) return collectionLoading
  return explainIssue(statusOf(line), facts, { type: raisingEventOf(line), actor }).refusal?.reason
}

/** Why a line cannot be explained now; undefined when it can. */
export const whyNotExplainLine = (
  of: RaisedFrom,
  line: Raisable,
  actor: UserPrincipal,
): Message | undefined => {
  const facts = factsOfRaising(of, line)
  if (!facts) return collectionLoading
  return whyNotExplain(statusOf(line), facts, actor)?.refusal.reason
}

/** What decides whether "Raise credibility issues" is offered for a submission. */
const offerOf = (facts: Facts): Pick<CredibilityRaising, 'riskCode' | 'hasPeriodEnded'> => ({
  riskCode: facts.riskCode,
  hasPeriodEnded: !facts.blockers.notCollectionEndDate,
})

/** Whether "Raise credibility issues" is offered at all (specification 2 §5). */
export const offersReportIssues = (facts: Facts | undefined, actor: UserPrincipal): boolean =>
  facts !== undefined && offersCredibilityIssues(actor, offerOf(facts))

/** Why no issues of all credibility reports can be raised now; undefined when they can. */
export const whyNotRaiseReports = (
  of: RaisedFrom,
  /** The reports, and how many entries the activity log has of raising; undefined while they load. */
  known: { chapters: readonly CredibilityChapter[] | undefined; entries: number | undefined },
  actor: UserPrincipal,
): Message | undefined => {
  const { facts } = of
  const { chapters, entries } = known
  const issue =
    facts && factsOfRaising(of, { subject: 'report', regulatorCode: facts.regulatorCode, isOutside: true })
  if (!facts || !issue || !chapters || entries === undefined) return collectionLoading
  const shaded = chapters.flatMap(({ reports }) => reports.filter(({ failureCount }) => failureCount > 0))
  return whyNotRaiseCredibility(actor, {
    ...offerOf(facts),
    issue,
    isRaised: entries > 0,
    withoutIssue: shaded.filter(report => report.issue === null).length,
  })?.reason
}
