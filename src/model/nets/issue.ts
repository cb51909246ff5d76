import { type IssueStatus, issueStatuses } from '../../domain/issue.ts'
import { type IssueEvent, type IssueFacts, issueMachine } from '../../machines/issue/index.ts'
import { everyIssueEvent, issueDeviations, issueFacts } from '../charts/issue.ts'
import { issueDecided } from '../issueDecisions.ts'
import type { Net, Outcome, Question } from './net.ts'

/** Where each status stands in the chart: the decisions themselves are in `issueDecisions`. */
const stateOf: Readonly<Record<IssueStatus, string>> = {
  NONE: 'none',
  PENDING: 'creating.pending',
  FAILED: 'creating.failed',
  OPEN: 'active.discussion.open',
  AWAITING_PROVIDER: 'active.discussion.awaitingProvider',
  AWAITING_AGENCY: 'active.discussion.awaitingAgency',
  AWAITING_STATUTORY_CUSTOMER: 'active.discussion.awaitingStatutoryCustomer',
  OVERRIDE_DECLINED: 'active.discussion.overrideDeclined',
  OVERRIDE_REQUESTED: 'active.overrideRequested',
  OVERRIDE_GRANTED: 'closed.overrideGranted',
  DATA_CORRECTED: 'closed.dataCorrected',
  KNOWN_ISSUE: 'closed.knownIssue',
  WITHDRAWN: 'closed.withdrawn',
}
const statusAt = new Map(issueStatuses.map(status => [stateOf[status], status]))

const decided = ({ state, facts, event }: Question<IssueFacts>): Outcome<IssueFacts> | undefined => {
  const status = statusAt.get(state)
  const after = status && issueDecided(status, facts, event as IssueEvent)
  return after && { state: stateOf[after.status], facts: after.facts, effects: after.effects }
}

const open = ['OPEN', 'AWAITING_PROVIDER', 'AWAITING_AGENCY', 'AWAITING_STATUTORY_CUSTOMER']
const alsoOpen = ['OVERRIDE_DECLINED', 'OVERRIDE_REQUESTED']
const closed = ['OVERRIDE_GRANTED', 'DATA_CORRECTED', 'KNOWN_ISSUE', 'WITHDRAWN']

export const issueNet: Net<IssueFacts> = {
  machine: issueMachine,
  states: issueStatuses.map(status => stateOf[status]),
  factsIn: () => issueDeviations,
  events: everyIssueEvent,
  decided,
  tags: {
    ...Object.fromEntries(
      issueStatuses.map(status => [
        stateOf[status],
        [...open, ...alsoOpen].includes(status) ? ['open'] : closed.includes(status) ? ['closed'] : [],
      ]),
    ),
    // "In Progress" (specification 2 §4.6): raised, and the register has not answered.
    [stateOf.PENDING]: ['beingEntered', 'open'],
  },
  starts: [{ input: issueFacts, outcome: { state: 'none', facts: issueFacts, effects: [] } }],
}
