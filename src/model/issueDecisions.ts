import type { IssueStatus } from '../domain/issue.ts'
import type { IssueEvent, IssueFacts } from '../machines/issue/index.ts'
import { type PersonName, people } from './people.ts'

/*
 * What was decided about an issue (specification 2 §4.6, §5; decisions §11), written down a second time and apart from the
 * chart: who, when, under which conditions, where to, with which effects. The chart is compared with it, and so is each
 * fault that is put into the chart, and the server.
 */

const discussed: readonly IssueStatus[] = [
  'OPEN',
  'AWAITING_PROVIDER',
  'AWAITING_AGENCY',
  'AWAITING_STATUTORY_CUSTOMER',
  'OVERRIDE_DECLINED',
]
const active: readonly IssueStatus[] = [...discussed, 'OVERRIDE_REQUESTED']
const closed: readonly IssueStatus[] = ['OVERRIDE_GRANTED', 'DATA_CORRECTED', 'KNOWN_ISSUE', 'WITHDRAWN']

/** In which statuses an event can happen at all. */
export const issueExpectedIn: Readonly<Record<IssueEvent['type'], readonly IssueStatus[]>> = {
  RAISE: ['NONE'],
  SUBMITTED: ['NONE'],
  RETRY: ['FAILED'],
  COMMENT: active,
  // Also while the register has not answered: what is raised with an explanation is explained at once.
  EXPLAIN: ['PENDING', ...active],
  ASSIGN: ['PENDING', ...active],
  START_WORK: discussed,
  REQUEST_OVERRIDE: discussed,
  APPROVE_OVERRIDE: ['OVERRIDE_REQUESTED'],
  DECLINE_OVERRIDE: ['OVERRIDE_REQUESTED'],
  WITHDRAW: active,
  CLOSE: discussed,
  REOPEN: closed,
  CREATED: ['PENDING'],
  CREATION_FAILED: ['PENDING'],
  RESULTS_INSIDE: active,
  RESULTS_OUTSIDE: ['OVERRIDE_GRANTED', 'DATA_CORRECTED'],
  // "Jira: followed by polling": words always; a status where a person could have set it, but never that of a tolerance.
  TRACKER_COMMENTED: [...active, ...closed],
  TRACKER_RESOLVED: discussed,
  TRACKER_REOPENED: ['DATA_CORRECTED', 'KNOWN_ISSUE', 'WITHDRAWN'],
}

/** Submitters and sign-off users of the provider itself. */
const provider: readonly PersonName[] = ['submitter', 'signOff', 'signOffOnly']
/** Administrators and analysts of the agency. */
const agency: readonly PersonName[] = ['admin', 'analyst']

/** The analyst of the regulator that the rule names, whichever it is. */
const regulatorOf = ({ regulatorCode }: IssueFacts): readonly PersonName[] =>
  (({ 5002: ['regulator'], 5016: ['specialRegulator'], 5101: ['otherRegulator'] }) as const)[
    regulatorCode as '5002'
  ] ?? []

/** Who may ever cause an event of an issue of provider 0001. */
export const mayCauseIssueEvent = (
  type: IssueEvent['type'],
  person: PersonName,
  facts: IssueFacts,
): boolean => {
  switch (type) {
    case 'RAISE':
    case 'RETRY':
      return [...provider, ...agency].includes(person)
    case 'COMMENT':
      return [...provider, ...agency, ...regulatorOf(facts)].includes(person)
    case 'EXPLAIN':
    case 'ASSIGN':
    case 'START_WORK':
    case 'REQUEST_OVERRIDE':
    case 'WITHDRAW':
      return provider.includes(person)
    case 'DECLINE_OVERRIDE':
    case 'CLOSE':
    case 'REOPEN':
      return [...agency, ...regulatorOf(facts)].includes(person)
    case 'APPROVE_OVERRIDE': {
      const actor = people[person]
      // Four eyes: nobody grants what they asked for themselves.
      const isOwn = actor.kind === 'user' && actor.userId === facts.requesterId
      return [...agency, ...regulatorOf(facts)].includes(person) && !isOwn
    }
    default:
      return person === 'system'
  }
}

const isOpen = ({ collectionState }: IssueFacts): boolean =>
  collectionState === 'Open' || collectionState === 'Historic amendment'

/** Of an archive everything is only read (decisions §10); in a closed collection what is open is still settled. */
const isTalkedIn = ({ collectionState }: IssueFacts): boolean => collectionState !== 'Archived'

/** A tolerance is changed only while no stage works with the old one, and never under a sign-off. */
const mayChangeTolerance = (facts: IssueFacts): boolean =>
  isOpen(facts) &&
  !['UPLOADING', 'UPLOADED', 'QUALITY_RULES', 'CREDIBILITY'].includes(facts.latestStatus ?? '') &&
  facts.latestStatus !== 'SIGNED_OFF'

/** What has to be the case besides status and right. */
const isMet = (status: IssueStatus, facts: IssueFacts, type: IssueEvent['type']): boolean => {
  switch (type) {
    case 'RAISE':
      return facts.allowsIssues && facts.isLatest && isOpen(facts)
    // Where people raise none: what is outside tolerance of what was submitted.
    case 'SUBMITTED':
      return !facts.allowsIssues && facts.isLatest && facts.isOutside
    case 'RETRY':
    case 'EXPLAIN':
    case 'ASSIGN':
    case 'TRACKER_REOPENED':
      return isOpen(facts)
    case 'COMMENT':
    case 'WITHDRAW':
    case 'CLOSE':
    case 'DECLINE_OVERRIDE':
      return isTalkedIn(facts)
    // One at a time.
    case 'START_WORK':
      return isOpen(facts) && !facts.isInWork
    case 'REQUEST_OVERRIDE':
      return isOpen(facts) && facts.subject === 'rule' && facts.isOutside
    case 'APPROVE_OVERRIDE':
      return mayChangeTolerance(facts)
    // What was granted is taken back.
    case 'REOPEN':
      return status === 'OVERRIDE_GRANTED' ? mayChangeTolerance(facts) : isOpen(facts)
    default:
      return true
  }
}

const parties: Partial<Record<IssueStatus, string>> = {
  AWAITING_PROVIDER: 'provider',
  AWAITING_AGENCY: 'agency',
  AWAITING_STATUTORY_CUSTOMER: 'statutory_customer',
}

/** A comment asks somebody, or answers what its writer was asked, or is a remark. */
const afterComment = (status: IssueStatus, event: IssueEvent): IssueStatus => {
  if (event.type !== 'COMMENT' || status === 'OVERRIDE_REQUESTED') return status
  if (event.awaits === 'provider') return 'AWAITING_PROVIDER'
  if (event.awaits === 'agency') return 'AWAITING_AGENCY'
  if (event.awaits === 'statutoryCustomer') return 'AWAITING_STATUTORY_CUSTOMER'
  const writer = event.actor.kind === 'user' ? event.actor.organisationType : 'system'
  return parties[status] === writer ? 'OPEN' : status
}

const targetOf = (status: IssueStatus, event: IssueEvent, facts: IssueFacts): IssueStatus => {
  switch (event.type) {
    case 'RAISE':
    case 'SUBMITTED':
    case 'RETRY':
      return 'PENDING'
    case 'COMMENT':
      return afterComment(status, event)
    case 'ASSIGN':
    case 'START_WORK':
    case 'TRACKER_COMMENTED':
      return status
    case 'EXPLAIN':
      return discussed.includes(status) ? 'AWAITING_AGENCY' : status
    case 'REQUEST_OVERRIDE':
      return 'OVERRIDE_REQUESTED'
    case 'APPROVE_OVERRIDE':
      return 'OVERRIDE_GRANTED'
    case 'DECLINE_OVERRIDE':
      return 'OVERRIDE_DECLINED'
    case 'WITHDRAW':
      return 'WITHDRAWN'
    case 'CLOSE':
    case 'TRACKER_RESOLVED':
      return event.resolution
    case 'CREATION_FAILED':
      return 'FAILED'
    case 'RESULTS_INSIDE':
      return 'DATA_CORRECTED'
    case 'CREATED':
      return facts.isExplained ? 'AWAITING_AGENCY' : 'OPEN'
    case 'REOPEN':
    case 'RESULTS_OUTSIDE':
    case 'TRACKER_REOPENED':
      return 'OPEN'
  }
}

const said = ['keepText', 'notify']

/** What people do once an issue is there may say something; its words are kept, and the other parties are told (§14). */
const effectsOf = (status: IssueStatus, event: IssueEvent): string[] => {
  if (event.type === 'RAISE') return ['notify', 'register']
  if (event.type === 'SUBMITTED' || event.type === 'RETRY') return ['register']
  if (event.type === 'TRACKER_COMMENTED') return said
  if (event.type === 'TRACKER_RESOLVED' || event.type === 'TRACKER_REOPENED') return ['notify']
  if (event.actor.kind === 'system' || event.type === 'ASSIGN' || event.type === 'START_WORK') return []
  if (event.type === 'APPROVE_OVERRIDE') return ['grantOverride', ...said]
  return event.type === 'REOPEN' && status === 'OVERRIDE_GRANTED' ? ['revokeOverride', ...said] : said
}

/** Who has it, and whether that person works on it: until the provider has answered, or the issue is settled. */
const workAfter = (
  status: IssueStatus,
  facts: IssueFacts,
  event: IssueEvent,
): Pick<IssueFacts, 'assigneeId' | 'isInWork'> => {
  const { assigneeId, isInWork } = facts
  if (event.type === 'ASSIGN') return { assigneeId: event.assigneeId, isInWork: false }
  if (event.type === 'START_WORK')
    return { assigneeId: event.actor.kind === 'user' ? event.actor.userId : undefined, isInWork: true }
  const hasAnswered = discussed.includes(status) && ['EXPLAIN', 'REQUEST_OVERRIDE'].includes(event.type)
  return {
    assigneeId,
    isInWork:
      isInWork &&
      !hasAnswered &&
      (closed.includes(status) || !closed.includes(targetOf(status, event, facts))),
  }
}

/** What follows from an event of an issue. */
export interface IssueOutcome {
  status: IssueStatus
  facts: IssueFacts
  effects: string[]
}

/** Who causes an event, by the name of the person. */
export const personOf = ({ actor }: IssueEvent): PersonName =>
  (Object.keys(people) as PersonName[]).find(name => {
    const person = people[name]
    return actor.kind === 'system'
      ? person.kind === 'system'
      : 'userId' in person && person.userId === actor.userId
  }) ?? 'system'

/** What was decided to follow; undefined where the event is refused. */
export const issueDecided = (
  status: IssueStatus,
  facts: IssueFacts,
  event: IssueEvent,
): IssueOutcome | undefined => {
  const { type, actor } = event
  const isGranted =
    issueExpectedIn[type].includes(status) &&
    mayCauseIssueEvent(type, personOf(event), facts) &&
    isMet(status, facts, type)
  if (!isGranted) return undefined
  return {
    status: targetOf(status, event, facts),
    facts: {
      ...facts,
      ...workAfter(status, facts, event),
      isExplained: facts.isExplained || type === 'EXPLAIN',
      requesterId: type === 'REQUEST_OVERRIDE' && actor.kind === 'user' ? actor.userId : facts.requesterId,
    },
    effects: effectsOf(status, event),
  }
}
