import type { IssueStatus } from '../../domain/issue.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Explanation } from '../support/answering.ts'
import { explainIssue, issueChart, raisingEventAt } from './state.ts'
import type { IssueEvent, IssueFacts } from './types.ts'

/**
 * What explaining a rule takes, whatever has become of its issue (specification 2 §4.6): one that nobody has raised is
 * raised first, one that the register did not take in is tried again. With an assignee it is given to a colleague, too.
 */
export const explainingEvents = (
  status: IssueStatus,
  actor: Principal,
  assigneeId?: string | undefined,
): IssueEvent[] => {
  const first = raisingEventAt(status)
  return [
    ...(first ? [{ type: first, actor }] : []),
    { type: 'EXPLAIN', actor },
    ...(assigneeId === undefined ? [] : [{ type: 'ASSIGN' as const, actor, assigneeId }]),
  ]
}

/** Why a rule cannot be explained now, with the event that the chart refuses; undefined where it can. */
export const whyNotExplain = (
  status: IssueStatus,
  facts: IssueFacts,
  actor: Principal,
): { event: IssueEvent; refusal: NonNullable<Explanation<string>['refusal']> } | undefined => {
  let at = { place: status, facts }
  for (const event of explainingEvents(status, actor)) {
    const { refusal } = explainIssue(at.place, at.facts, event)
    if (refusal) return { event, refusal }
    at = issueChart.step(at.place, at.facts, event)
  }
  return undefined
}
