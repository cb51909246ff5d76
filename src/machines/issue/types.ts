import type { CollectionStateName } from '../../domain/collection.ts'
import type { AskableParty, ClosingResolution, IssueSubject } from '../../domain/issue.ts'
import type { Principal } from '../../domain/principal.ts'
import type { StatusName } from '../../domain/status.ts'
import { type Message, message } from '../../messages/message.ts'

/** What the guards read besides the state; the server gathers it from its rows in the transaction that decides. */
export interface IssueFacts {
  issueId: string
  /** Provider that the issue belongs to. */
  instId: string
  subject: IssueSubject
  /** Regulator whose tolerance the rule or report is held against. */
  regulatorCode: string
  collectionState: CollectionStateName
  /** False where the collection leaves it to the system to raise issues (`disallowCreateIssues`). */
  allowsIssues: boolean
  /** Whether it is raised from the provider's latest submission; true for an issue that exists. */
  isLatest: boolean
  /** Status of the provider's latest submission in the collection; undefined when there is none. */
  latestStatus: StatusName | undefined
  /** Whether the latest results are outside tolerance. */
  isOutside: boolean
  /** Whether the provider has explained it. */
  isExplained: boolean
  /** User of the provider to whom it is assigned; undefined where it is nobody's. */
  assigneeId: string | undefined
  /** Whether that person works on it. */
  isInWork: boolean
  /** User who asked for the override; undefined where nobody did. */
  requesterId: string | undefined
}

interface Caused {
  actor: Principal
}
type Plain<T extends string> = { type: T } & Caused

/** Events that people cause (decisions §11). */
export type IssueUserEvent =
  | Plain<'RAISE'>
  | Plain<'RETRY'>
  | (Plain<'COMMENT'> & { awaits: AskableParty | undefined })
  | Plain<'EXPLAIN'>
  | (Plain<'ASSIGN'> & { assigneeId: string | undefined })
  | Plain<'START_WORK'>
  | Plain<'REQUEST_OVERRIDE'>
  | Plain<'APPROVE_OVERRIDE'>
  | Plain<'DECLINE_OVERRIDE'>
  | Plain<'WITHDRAW'>
  | (Plain<'CLOSE'> & { resolution: ClosingResolution })
  | Plain<'REOPEN'>

/** Events that the system causes: a submission for approval, the register, results of another upload, and news of the tracker. */
export type IssueSystemEvent =
  | Plain<'SUBMITTED'>
  | Plain<'CREATED'>
  | Plain<'CREATION_FAILED'>
  | Plain<'RESULTS_INSIDE'>
  | Plain<'RESULTS_OUTSIDE'>
  /** Somebody has written in the tracker. */
  | (Plain<'TRACKER_COMMENTED'> & { author: string })
  /** The tracker calls it done, with a resolution. */
  | (Plain<'TRACKER_RESOLVED'> & { resolution: ClosingResolution })
  /** The tracker calls it done no more. */
  | Plain<'TRACKER_REOPENED'>

export type IssueEvent = IssueUserEvent | IssueSystemEvent
export type IssueEventType = IssueEvent['type']
export type IssueUserEventType = IssueUserEvent['type']

const byPeople = {
  RAISE: true,
  RETRY: true,
  COMMENT: true,
  EXPLAIN: true,
  ASSIGN: true,
  START_WORK: true,
  REQUEST_OVERRIDE: true,
  APPROVE_OVERRIDE: true,
  DECLINE_OVERRIDE: true,
  WITHDRAW: true,
  CLOSE: true,
  REOPEN: true,
} as const satisfies Record<IssueUserEventType, true>

/** Event types that people cause. */
export const issueUserEventTypes = Object.keys(byPeople) as readonly IssueUserEventType[]

/** Whether people cause this type of event. */
export const isIssueUserEvent = (type: string): type is IssueUserEventType => type in byPeople

/** What the register says itself is no news to it; that it has taken an issue in brings it what was written meanwhile. */
const saidByRegister: readonly IssueEventType[] = [
  'CREATION_FAILED',
  'TRACKER_COMMENTED',
  'TRACKER_RESOLVED',
  'TRACKER_REOPENED',
]

/** Whether the register has to hear of an event of an issue that it has taken in. */
export const isNewsToRegister = (type: IssueEventType): boolean => !saidByRegister.includes(type)

/** An event as screens and refusals name it: what people do, or what the system reports. */
export const issueEventMessage = (type: IssueEventType): Message => message('issue', `events.${type}`)
