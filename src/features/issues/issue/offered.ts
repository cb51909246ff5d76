import type { IssueStatus } from '../../../domain/issue.ts'
import type { UserPrincipal } from '../../../domain/principal.ts'
import { issueFactsFromWire } from '../../../domain/wire/issueFacts.ts'
import type { IssueWire } from '../../../domain/wire/issues.ts'
import {
  explainIssue,
  type IssueUserEvent,
  type IssueUserEventType,
  issueChart,
  issueUserEventTypes,
} from '../../../machines/issue/index.ts'
import type { Message } from '../../../messages/index.ts'

/** What a person does with an issue that exists. */
export type IssueAction = Exclude<IssueUserEventType, 'RAISE'>

const isAction = (type: IssueUserEventType): type is IssueAction => type !== 'RAISE'
const actions = issueUserEventTypes.filter(isAction)

/** The event as it is asked about: what a comment asks for, to whom it is assigned, or how it
 * is closed, decides no right. */
const eventOf = (type: IssueAction, actor: UserPrincipal): IssueUserEvent => {
  if (type === 'COMMENT') return { type, actor, awaits: undefined }
  if (type === 'ASSIGN') return { type, actor, assigneeId: undefined }
  return type === 'CLOSE' ? { type, actor, resolution: 'KNOWN_ISSUE' } : { type, actor }
}

/** An action with the chart's reason against it, if there is one, and the status to which it leads otherwise. */
export interface OfferedIssueAction {
  type: IssueAction
  refusal: Message | undefined
  /** Undefined if the status stays as it is, or depends on what is chosen next. */
  leadsTo: IssueStatus | undefined
}

/** What an action asks of the reader beside its text decides where it leads. */
const chosenLater: readonly IssueAction[] = ['CLOSE', 'APPROVE_OVERRIDE']

const leadsTo = (issue: IssueWire, type: IssueAction, viewer: UserPrincipal): IssueStatus | undefined => {
  if (chosenLater.includes(type)) return undefined
  const { place } = issueChart.step(issue.status.code, issueFactsFromWire(issue.facts), eventOf(type, viewer))
  return place === issue.status.code ? undefined : place
}

/**
 * What the viewer may ever do with the issue at its status, by its chart. What another person has to do, or belongs to
 * another moment, is left out; what only a condition stands against is offered with its reason.
 */
export const offeredActions = (issue: IssueWire, viewer: UserPrincipal): OfferedIssueAction[] =>
  actions
    .map(type => ({
      type,
      explanation: explainIssue(issue.status.code, issueFactsFromWire(issue.facts), eventOf(type, viewer)),
    }))
    .filter(
      ({ explanation: { isExpected, checks } }) =>
        isExpected && checks.every(({ kind, holds }) => kind !== 'right' || holds),
    )
    .map(({ type, explanation }) => ({
      type,
      refusal: explanation.refusal?.reason,
      leadsTo: explanation.allowed ? leadsTo(issue, type, viewer) : undefined,
    }))
