import { type IssueStatus, issueStatusesAwaiting } from '../../domain/issue.ts'
import type { UserPrincipal } from '../../domain/principal.ts'
import { type IssueAct, type IssueTaskAction, issueTask } from '../../domain/tasks.ts'
import { explainIssue } from './state.ts'
import type { IssueFacts } from './types.ts'

const canAct =
  (status: IssueStatus, facts: IssueFacts, actor: UserPrincipal) =>
  (type: IssueAct): boolean =>
    explainIssue(status, facts, type === 'COMMENT' ? { type, actor, awaits: undefined } : { type, actor })
      .allowed

/** This person's task with an issue; undefined if they have none (decisions §16). */
export const issueTaskOf = (
  status: IssueStatus,
  facts: IssueFacts,
  actor: UserPrincipal,
): IssueTaskAction | undefined => issueTask(actor.organisationType, status, canAct(status, facts, actor))

/** Facts with which no condition refuses anything: only rights are left to decide. */
const factsWithoutConditions = ({ organisationId }: UserPrincipal): IssueFacts => ({
  issueId: '',
  instId: organisationId,
  subject: 'rule',
  regulatorCode: organisationId,
  collectionState: 'Open',
  allowsIssues: true,
  isLatest: true,
  latestStatus: undefined,
  isOutside: true,
  isExplained: false,
  assigneeId: undefined,
  isInWork: false,
  requesterId: undefined,
})

/** The statuses at which an issue can be a task of this person; none for who may only read issues. */
export const issueTaskStatusesOf = (actor: UserPrincipal): IssueStatus[] =>
  issueStatusesAwaiting(actor.organisationType).filter(
    status => issueTaskOf(status, factsWithoutConditions(actor), actor) !== undefined,
  )
