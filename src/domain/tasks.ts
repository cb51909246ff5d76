import type { Message } from '../messages/message.ts'
import { awaitingParty } from './awaitingParty.ts'
import type { CommitBlockers } from './commitStatus.ts'
import { type IssueStatus, issueStatusesAwaiting } from './issue.ts'
import type { OrganisationType } from './organisation.ts'
import {
  hasArrived,
  hasTag,
  isApproved,
  isAwaitingApproval,
  isErrorOrFailure,
  isFinished,
  isHandedOver,
  isJustApproved,
  isResubmissionRequired,
  isSignedOff,
  isSystemError,
  isUploading,
  type StatusName,
} from './status.ts'
import type { ConsentState } from './transfer.ts'

/*
 * Tasks: what a person can do now, over all collections (decisions §16 "Tasks"). Dashboards, notices, e-mails and `GET /tasks` read
 * this file. It decides which party acts next. The charts and permissions decide whether this person may, so a task never leads to a
 * page that refuses it.
 */

/** What a provider does with its own submission. */
const submissionActions = ['upload', 'correct', 'submit', 'requestSignOff', 'returnForm'] as const
/** What the agency or a regulator does with a provider's submission. */
const approverActions = ['approve', 'recordSignOff', 'reprocess', 'makeHistory'] as const
const issueActions = ['answerIssue', 'decideOverride', 'retryIssue'] as const

/** Every action that a task can name. */
export const taskActions = [
  ...submissionActions,
  'agreeToTransfers',
  ...approverActions,
  ...issueActions,
] as const
export type TaskAction = (typeof taskActions)[number]
export type SubmissionTaskAction = (typeof submissionActions | typeof approverActions)[number]
export type IssueTaskAction = (typeof issueActions)[number]

/** How lists of tasks are filtered. */
export const taskGroups = ['submission', 'transfer', 'approval', 'issue', 'signed-form', 'error'] as const
export type TaskGroup = (typeof taskGroups)[number]

const groupOf = {
  upload: 'submission',
  correct: 'submission',
  submit: 'submission',
  requestSignOff: 'submission',
  returnForm: 'submission',
  agreeToTransfers: 'transfer',
  approve: 'approval',
  recordSignOff: 'signed-form',
  reprocess: 'error',
  makeHistory: 'error',
  answerIssue: 'issue',
  decideOverride: 'issue',
  retryIssue: 'issue',
} as const satisfies Record<TaskAction, TaskGroup>

/** The group that a task is listed in. */
export const taskGroupOf = (action: TaskAction): TaskGroup => groupOf[action]

/** What decides who acts next on a provider's latest submission of a collection. */
export interface SubmissionTurn {
  /** UNKNOWN: the provider has no submission. */
  status: StatusName
  /** Whether the signed form has been returned. */
  isFormReturned: boolean
  /** Whether an operational rule is outside tolerance. */
  operationalFailures: boolean
}

/** Acts on a submission that tasks depend on: events of the lifecycle, and two that it does not have. */
export type SubmissionAct =
  | 'UPLOAD_REQUESTED'
  | 'SUBMIT'
  | 'REQUEST_SIGN_OFF'
  | 'APPROVE'
  | 'SIGN_OFF'
  | 'REPROCESSED'
  | 'HISTORY_REQUESTED'
  | 'RETURN_FORM'
  | 'EXPLAIN_RULES'

const providerTask = (
  { status, operationalFailures }: SubmissionTurn,
  can: (act: SubmissionAct) => boolean,
): SubmissionTaskAction | undefined => {
  if (isJustApproved(status)) return can('REQUEST_SIGN_OFF') ? 'requestSignOff' : undefined
  if (isApproved(status)) return can('RETURN_FORM') ? 'returnForm' : undefined
  if (!hasTag(status, 'processed') || isResubmissionRequired(status))
    return can('UPLOAD_REQUESTED') ? 'upload' : undefined
  if (operationalFailures) return can('UPLOAD_REQUESTED') || can('EXPLAIN_RULES') ? 'correct' : undefined
  return can('SUBMIT') ? 'submit' : undefined
}

const approverTask = (
  { status }: SubmissionTurn,
  can: (act: SubmissionAct) => boolean,
): SubmissionTaskAction | undefined => {
  if (isAwaitingApproval(status)) return can('APPROVE') ? 'approve' : undefined
  if (isApproved(status)) return can('SIGN_OFF') ? 'recordSignOff' : undefined
  return isSystemError(status) && can('REPROCESSED') ? 'reprocess' : undefined
}

const partyOf = {
  provider: 'provider',
  agency: 'agency',
  statutory_customer: 'statutoryCustomer',
} as const satisfies Record<OrganisationType, string>

/** The task of a person of this kind of organisation with a submission; undefined if it is not their turn, or they may not act. */
export const submissionTask = (
  type: OrganisationType,
  turn: SubmissionTurn,
  can: (act: SubmissionAct) => boolean,
): SubmissionTaskAction | undefined => {
  // People read "Signed off", but the agency can make a failed history again.
  if (isSignedOff(turn.status) && isErrorOrFailure(turn.status))
    return type === 'agency' && can('HISTORY_REQUESTED') ? 'makeHistory' : undefined
  if (awaitingParty(turn.status, turn).code !== partyOf[type]) return undefined
  return type === 'provider' ? providerTask(turn, can) : approverTask(turn, can)
}

/**
 * Who acts next with a provider's submission, as one reader sees it: they themselves, a colleague with another role, or another party.
 * receiver: a provider that has to agree to transfers. periodEnd: nobody, until the reference period has ended.
 */
export const turns = [
  'you',
  'colleague',
  'receiver',
  'periodEnd',
  'nobody',
  'provider',
  'agency',
  'statutoryCustomer',
  'system',
] as const
export type Turn = (typeof turns)[number]

/** Who acts next, for a reader of this kind of organisation with this task or none. */
export const turnOf = (
  type: OrganisationType,
  task: SubmissionTaskAction | undefined,
  turn: SubmissionTurn,
  {
    lacksTransferConsent,
    notCollectionEndDate,
  }: Pick<CommitBlockers, 'lacksTransferConsent' | 'notCollectionEndDate'>,
): Turn => {
  if (task) return 'you'
  const { code } = awaitingParty(turn.status, turn)
  const isReadyToSubmit =
    hasTag(turn.status, 'processed') && !isHandedOver(turn.status) && !turn.operationalFailures
  if (code === 'provider' && isReadyToSubmit) {
    if (lacksTransferConsent) return 'receiver'
    if (notCollectionEndDate) return 'periodEnd'
  }
  return code === partyOf[type] ? 'colleague' : code
}

/** What whoever acts next has to do: a task of somebody, or the processing that nobody has to start. */
export const nextActs = [...submissionActions, ...approverActions, 'receive', 'process'] as const
export type NextAct = (typeof nextActs)[number]

/** What comes next, whoever reads it: undefined if nothing does. */
export const nextAct = (turn: SubmissionTurn): NextAct | undefined => {
  const { code } = awaitingParty(turn.status, turn)
  if (isUploading(turn.status)) return 'receive'
  if (code === 'nobody') return undefined
  if (code === 'system') return 'process'
  return code === 'provider' ? providerTask(turn, () => true) : approverTask(turn, () => true)
}

/** The last file of a provider that arrived: none, one that failed, or another. */
export const lastFiles = ['none', 'failed', 'other'] as const
export type LastFile = (typeof lastFiles)[number]

/** Who acts next and what they do, as one reader sees it. */
export interface NextStep {
  turn: Turn
  act: NextAct | undefined
  last: LastFile
  /** Why nobody acts, although the status awaits somebody. */
  stopped: Message | string | undefined
}

/** The last file that arrived from a provider whose latest submission is at this status. */
export const lastFile = (status: StatusName): LastFile =>
  !hasArrived(status) ? 'none' : isErrorOrFailure(status) ? 'failed' : 'other'

/** What follows when whoever acts next has acted. */
export const followings = ['check', 'read', 'approval', 'signOff', 'form', 'record'] as const
export type Following = (typeof followings)[number]

/** What follows the next act on a submission; undefined if nothing does. */
export const thenOf = ({ status, isFormReturned }: SubmissionTurn): Following | undefined => {
  if (isFinished(status)) return undefined
  if (isAwaitingApproval(status)) return 'signOff'
  if (isJustApproved(status)) return 'form'
  if (isApproved(status)) return isFormReturned ? undefined : 'record'
  if (hasTag(status, 'processed') && !isResubmissionRequired(status)) return 'approval'
  return hasTag(status, 'providerActs') ? 'check' : 'read'
}

/** Events of an issue that tasks depend on. */
export type IssueAct = 'COMMENT' | 'APPROVE_OVERRIDE' | 'DECLINE_OVERRIDE' | 'RETRY'

/** The task of a person of this kind of organisation with an issue; undefined if it is not their turn, or they may not act. */
export const issueTask = (
  type: OrganisationType,
  status: IssueStatus,
  can: (act: IssueAct) => boolean,
): IssueTaskAction | undefined => {
  if (!issueStatusesAwaiting(type).includes(status)) return undefined
  if (status === 'FAILED') return can('RETRY') ? 'retryIssue' : undefined
  if (status === 'OVERRIDE_REQUESTED')
    return can('APPROVE_OVERRIDE') || can('DECLINE_OVERRIDE') ? 'decideOverride' : undefined
  return can('COMMENT') ? 'answerIssue' : undefined
}

/**
 * The task of a provider to which another one transfers research students. The sender only waits, so it has no task.
 */
export const transferTask = (
  consent: ConsentState,
  canAgree: boolean,
): Extract<TaskAction, 'agreeToTransfers'> | undefined =>
  consent === 'awaited' && canAgree ? 'agreeToTransfers' : undefined

/** What the order of tasks depends on. */
export interface OrderedTask {
  action: TaskAction
  /** When it became this person's turn, ISO; null if that is not known. */
  since: string | null
  /** Last day of the collection, yyyy-MM-dd; null if it has no deadline. */
  due: string | null
}

/** 0: another provider waits; 1: the user's own submission waits; 2: any other. All work of approvers holds up a provider. */
const urgencyOf = (type: OrganisationType, action: TaskAction): number => {
  if (type !== 'provider' || action === 'agreeToTransfers') return 0
  return groupOf[action] === 'submission' ? 1 : 2
}

const nullsLast = (one: string | null, other: string | null): number => {
  if (one === other) return 0
  if (one === null) return 1
  return other === null ? -1 : one.localeCompare(other)
}

/**
 * Order of tasks: due date (none last), then tasks that hold up another provider, then those that block the user's own submission,
 * then the oldest.
 */
export const inTaskOrder =
  (type: OrganisationType) =>
  (one: OrderedTask, other: OrderedTask): number =>
    nullsLast(one.due, other.due) ||
    urgencyOf(type, one.action) - urgencyOf(type, other.action) ||
    nullsLast(one.since, other.since)
