import { askableParties, closingResolutions, type IssueStatus, issueStatuses } from '../../domain/issue.ts'
import { systemPrincipal } from '../../domain/principal.ts'
import {
  type IssueEvent,
  type IssueFacts,
  type IssueSystemEvent,
  type IssueUserEvent,
  type IssueUserEventType,
  issueMachine,
  issueUserEventTypes,
} from '../../machines/issue/index.ts'
import { camelCase } from '../../machines/support/leaves.ts'
import type { ModelSpec, Samples } from '../modelOf.ts'
import { people } from '../people.ts'

/** The status that a step of a path leads to, by the id of its state in the chart. */
export const issueStatusAt = (state: string): IssueStatus => {
  const key = state.split('.').at(-1)
  const status = issueStatuses.find(name => camelCase(name) === key)
  if (!status) throw new Error(`No status of an issue is "${state}".`)
  return status
}

/** Facts of an issue of provider 0001, of a rule that is outside the tolerance of its regulator 5002. */
export const issueFacts: IssueFacts = {
  issueId: 'i',
  instId: '0001',
  subject: 'rule',
  regulatorCode: '5002',
  collectionState: 'Open',
  allowsIssues: true,
  isLatest: true,
  latestStatus: 'QUALITY_PROCESSING_COMPLETE',
  isOutside: true,
  isExplained: false,
  assigneeId: undefined,
  isInWork: false,
  requesterId: undefined,
}

/** Every event of a person of this type, whatever the right to it. */
export const issueEventsBy = (type: IssueUserEventType, actor: IssueEvent['actor']): IssueUserEvent[] => {
  if (type === 'COMMENT') return [undefined, ...askableParties].map(awaits => ({ type, actor, awaits }))
  if (type === 'ASSIGN')
    return [undefined, people.submitter.userId].map(assigneeId => ({ type, actor, assigneeId }))
  if (type === 'CLOSE') return closingResolutions.map(resolution => ({ type, actor, resolution }))
  return [{ type, actor }]
}

const { submitter, signOff, analyst, regulator } = people

const userSamples: Samples<IssueUserEvent> = {
  RAISE: [{ type: 'RAISE', actor: submitter }],
  RETRY: [{ type: 'RETRY', actor: submitter }],
  COMMENT: [signOff, analyst, regulator].flatMap(actor =>
    [undefined, ...askableParties].map(awaits => ({ type: 'COMMENT' as const, actor, awaits })),
  ),
  EXPLAIN: [{ type: 'EXPLAIN', actor: submitter }],
  ASSIGN: [undefined, submitter.userId].map(assigneeId => ({ type: 'ASSIGN', actor: signOff, assigneeId })),
  START_WORK: [{ type: 'START_WORK', actor: submitter }],
  REQUEST_OVERRIDE: [{ type: 'REQUEST_OVERRIDE', actor: signOff }],
  APPROVE_OVERRIDE: [{ type: 'APPROVE_OVERRIDE', actor: analyst }],
  DECLINE_OVERRIDE: [{ type: 'DECLINE_OVERRIDE', actor: analyst }],
  WITHDRAW: [{ type: 'WITHDRAW', actor: submitter }],
  CLOSE: closingResolutions.map(resolution => ({ type: 'CLOSE', actor: analyst, resolution })),
  REOPEN: [{ type: 'REOPEN', actor: analyst }],
}

const reported = <T extends Exclude<IssueSystemEvent['type'], 'TRACKER_COMMENTED' | 'TRACKER_RESOLVED'>>(
  type: T,
) => [{ type, actor: systemPrincipal }]

const systemSamples: Samples<IssueSystemEvent> = {
  SUBMITTED: reported('SUBMITTED'),
  CREATED: reported('CREATED'),
  CREATION_FAILED: reported('CREATION_FAILED'),
  RESULTS_INSIDE: reported('RESULTS_INSIDE'),
  RESULTS_OUTSIDE: reported('RESULTS_OUTSIDE'),
  TRACKER_COMMENTED: [{ type: 'TRACKER_COMMENTED', actor: systemPrincipal, author: 'Robin Ellery' }],
  TRACKER_RESOLVED: closingResolutions.map(resolution => ({
    type: 'TRACKER_RESOLVED',
    actor: systemPrincipal,
    resolution,
  })),
  TRACKER_REOPENED: reported('TRACKER_REOPENED'),
}

export const issueSystemEvents: readonly IssueSystemEvent[] = Object.values(systemSamples).flat()

/** Every event by everybody. */
export const everyIssueEvent: readonly IssueEvent[] = Object.values(people).flatMap(actor => [
  ...issueUserEventTypes.flatMap(type => issueEventsBy(type, actor)),
  ...issueSystemEvents.map(event => ({ ...event, actor })),
])

/** Facts that differ in one thing each from an issue that could go on. */
export const issueDeviations: readonly IssueFacts[] = [
  {},
  { subject: 'report' as const },
  { regulatorCode: '5101' },
  { collectionState: 'Historic amendment' as const },
  { collectionState: 'Closed' as const },
  { collectionState: 'Archived' as const },
  { allowsIssues: false },
  { allowsIssues: false, isLatest: false },
  { allowsIssues: false, isOutside: false },
  { isLatest: false },
  { latestStatus: undefined },
  { latestStatus: 'QUALITY_RULES' as const },
  { latestStatus: 'AGENCY_APPROVAL' as const },
  { latestStatus: 'SIGNED_OFF' as const },
  { isOutside: false },
  { isExplained: true },
  { assigneeId: people.signOff.userId },
  { assigneeId: people.signOff.userId, isInWork: true },
  { requesterId: people.signOff.userId },
  { requesterId: people.analyst.userId },
].map(deviation => ({ ...issueFacts, ...deviation }))

export const issueSpec: ModelSpec<typeof issueMachine> = {
  machine: issueMachine,
  samples: { ...userSamples, ...systemSamples },
  probes: { contexts: issueDeviations, events: everyIssueEvent },
  project: ({ isExplained, assigneeId, isInWork, requesterId }) => ({
    isExplained,
    assigneeId,
    isInWork,
    requesterId,
  }),
  inputs: {
    'a rule outside tolerance': issueFacts,
    'a report with shaded cells': { ...issueFacts, subject: 'report' },
    'a collection whose issues the system raises': { ...issueFacts, allowsIssues: false },
    'a submission that is signed off': { ...issueFacts, latestStatus: 'SIGNED_OFF' },
  },
}
