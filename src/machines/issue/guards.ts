import { acceptsSubmissions, isArchived } from '../../domain/collection.ts'
import type { AskableParty, ClosingResolution } from '../../domain/issue.ts'
import type { OrganisationType } from '../../domain/organisation.ts'
import type { Permission } from '../../domain/permissions.ts'
import { may } from '../../domain/principal.ts'
import { product } from '../../domain/product.ts'
import { hasTag, isSignedOff } from '../../domain/status.ts'
import { type Key, type Message, type MessageArguments, message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { IssueEvent, IssueFacts } from './types.ts'

export type IssueGuard = Guard<IssueFacts, IssueEvent>

/** A message about a guard. */
const say = <K extends Key<'issue'>>(code: K, ...params: MessageArguments<'issue', K>): Message =>
  message('issue', code, ...params)

/** Provider staff for their own institution, agency staff for all, a regulator where the rule names it. */
const isConcerned = ({ instId, regulatorCode }: IssueFacts, { actor }: IssueEvent): boolean => {
  if (actor.kind !== 'user') return false
  if (actor.organisationType === 'provider') return actor.organisationId === instId
  return actor.organisationType === 'agency' || actor.organisationId === regulatorCode
}

const right = (permission: Permission, holds: Message, fails: Message): IssueGuard => ({
  kind: 'right',
  test: (facts, event) => may(event.actor, permission) && isConcerned(facts, event),
  holds,
  fails,
})

const condition = (test: IssueGuard['test'], holds: Message, fails: Message): IssueGuard => ({
  kind: 'condition',
  test,
  holds,
  fails,
})

const route = (test: IssueGuard['test'], holds: Message, fails: Message): IssueGuard => ({
  kind: 'route',
  test,
  holds,
  fails,
})

const asks = (party: AskableParty): IssueGuard['test'] => {
  return (_, event) => event.type === 'COMMENT' && event.awaits === party
}
const isBy = (type: OrganisationType): IssueGuard['test'] => {
  return (_, { actor }) => actor.kind === 'user' && actor.organisationType === type
}
const resolves = (resolution: ClosingResolution): IssueGuard['test'] => {
  return (_, event) =>
    (event.type === 'CLOSE' || event.type === 'TRACKER_RESOLVED') && event.resolution === resolution
}

const guardTable = {
  isSystem: {
    kind: 'right',
    test: (_, event) => event.actor.kind === 'system',
    holds: say('isSystem.holds'),
    fails: say('isSystem.fails'),
  },
  mayRaise: right('collections.create-issue', say('mayRaise.holds'), say('mayRaise.fails')),
  mayComment: right('collections.comment-on-issue', say('mayComment.holds'), say('mayComment.fails')),
  mayAnswer: right('collections.answer-issue', say('mayAnswer.holds'), say('mayAnswer.fails')),
  mayDecide: right(
    'collections.decide-issue',
    say('mayDecide.holds'),
    say('mayDecide.fails', { product: product.name }),
  ),
  // Somebody may work for a provider and for its regulator.
  isSecondPerson: {
    kind: 'separation',
    test: ({ requesterId }, { actor }) => actor.kind === 'user' && actor.userId !== requesterId,
    holds: say('isSecondPerson.holds'),
    fails: say('isSecondPerson.fails'),
  },
  isCollectionOpen: condition(
    ({ collectionState }) => acceptsSubmissions(collectionState),
    say('isCollectionOpen.holds'),
    say('isCollectionOpen.fails'),
  ),
  // What was said and asked for while the collection was open can be settled after it has closed, until it is archived.
  isNotArchived: condition(
    ({ collectionState }) => !isArchived(collectionState),
    say('isNotArchived.holds'),
    say('isNotArchived.fails'),
  ),
  allowsIssues: condition(
    ({ allowsIssues }) => allowsIssues,
    say('allowsIssues.holds'),
    say('allowsIssues.fails', { product: product.name }),
  ),
  leavesItToSystem: condition(
    ({ allowsIssues }) => !allowsIssues,
    say('leavesItToSystem.holds', { product: product.name }),
    say('leavesItToSystem.fails'),
  ),
  isLatest: condition(({ isLatest }) => isLatest, say('isLatest.holds'), say('isLatest.fails')),
  isRule: condition(({ subject }) => subject === 'rule', say('isRule.holds'), say('isRule.fails')),
  isOutside: condition(({ isOutside }) => isOutside, say('isOutside.holds'), say('isOutside.fails')),
  isExplained: route(({ isExplained }) => isExplained, say('isExplained.holds'), say('isExplained.fails')),
  isNotInWork: condition(({ isInWork }) => !isInWork, say('isNotInWork.holds'), say('isNotInWork.fails')),
  isNotProcessing: condition(
    ({ latestStatus }) => latestStatus === undefined || !hasTag(latestStatus, 'busy'),
    say('isNotProcessing.holds'),
    say('isNotProcessing.fails'),
  ),
  isNotSignedOff: condition(
    ({ latestStatus }) => latestStatus === undefined || !isSignedOff(latestStatus),
    say('isNotSignedOff.holds'),
    say('isNotSignedOff.fails'),
  ),
  asksProvider: route(asks('provider'), say('asksProvider.holds'), say('asksProvider.fails')),
  asksAgency: route(
    asks('agency'),
    say('asksAgency.holds', { product: product.name }),
    say('asksAgency.fails', { product: product.name }),
  ),
  asksStatutoryCustomer: route(
    asks('statutoryCustomer'),
    say('asksStatutoryCustomer.holds'),
    say('asksStatutoryCustomer.fails'),
  ),
  asksNobody: route(
    (_, event) => event.type === 'COMMENT' && event.awaits === undefined,
    say('asksNobody.holds'),
    say('asksNobody.fails'),
  ),
  isByProvider: route(isBy('provider'), say('isByProvider.holds'), say('isByProvider.fails')),
  isByAgency: route(
    isBy('agency'),
    say('isByAgency.holds', { product: product.name }),
    say('isByAgency.fails', { product: product.name }),
  ),
  isByStatutoryCustomer: route(
    isBy('statutory_customer'),
    say('isByStatutoryCustomer.holds'),
    say('isByStatutoryCustomer.fails'),
  ),
  isKnownIssue: route(resolves('KNOWN_ISSUE'), say('isKnownIssue.holds'), say('isKnownIssue.fails')),
} as const satisfies Record<string, IssueGuard>

export type IssueGuardName = keyof typeof guardTable

/** The guards of an issue by name, each with the messages that explain it. */
export const issueGuards: Record<IssueGuardName, IssueGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const issueGuardImplementations = implementationsOf(issueGuards)
