import { awaitingParty } from '../../../domain/awaitingParty.ts'
import { actionLabel } from '../../../domain/labels.ts'
import type { UserPrincipal } from '../../../domain/principal.ts'
import { type StatusName, statusById } from '../../../domain/status.ts'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import type { SubmissionWire } from '../../../domain/wire/submissions.ts'
import {
  check,
  type Explanation,
  explain,
  type Facts,
  type GuardName,
  mayEver,
  step,
  type UserEvent,
} from '../../../machines/submission-lifecycle/index.ts'
import type { Message } from '../../../messages/index.ts'

/** Actions of a row's menu (specification 2 §2.5, §4.3). */
export const rowActions = [
  'APPROVE',
  'DECLINE',
  'REQUEST_RESUBMISSION',
  'SIGN_OFF',
  'FORM_REFUSED',
  'NIL_RETURN_CREATED',
  'NIL_RETURN_WITHDRAWN',
  'REPROCESSED',
  'HISTORY_REQUESTED',
] as const
export type RowAction = (typeof rowActions)[number]

/** An action in the row's menu and its dialog; taking a submission back is labelled Decline there (specification 2 §4.3). */
export const rowActionLabel = (type: RowAction): Message =>
  actionLabel(type === 'REQUEST_RESUBMISSION' ? 'DECLINE' : type)

/** The action as the chart takes it. Its dialog asks for the note, so that whether it is offered does not hang on it. */
export const eventOf = (type: RowAction, actor: UserPrincipal, hasNote = true): UserEvent =>
  takesNote(type) ? { type, actor, hasNote } : { type, actor }

const noted = ['APPROVE', 'DECLINE', 'REQUEST_RESUBMISSION', 'SIGN_OFF', 'FORM_REFUSED'] as const
const takesNote = (type: RowAction): type is (typeof noted)[number] => noted.some(one => one === type)

/** Whether a note can come with the action, and whether the chart refuses it without one (decisions §12, §15). */
export const noteOf = (
  type: RowAction,
  row: Decided,
  viewer: UserPrincipal,
): { isRequired: boolean } | undefined => {
  if (!takesNote(type)) return undefined
  const failing = (hasNote: boolean): GuardName[] =>
    explain(statusOfLatest(row), factsFromWire(row.facts), eventOf(type, viewer, hasNote)).checks.flatMap(
      ({ guard, holds }) => (holds ? [] : [guard]),
    )
  const withNote = failing(true)
  return { isRequired: failing(false).some(guard => !withNote.includes(guard)) }
}

/** What can be done with a row now: the lifecycle chart's own answer for each action that the viewer may ever take. */
export interface OfferedAction {
  type: RowAction
  explanation: Explanation
}

/** Whose submission is decided about: a row of the monitoring table, or the submission of a page. */
export interface Decided {
  provider: Pick<MonitoringRow['provider'], 'instId' | 'publishedName'>
  latestSubmission:
    | (Pick<NonNullable<MonitoringRow['latestSubmission']>, 'uuid' | 'fileHash'> & { status: { id: number } })
    | null
  facts: MonitoringRow['facts']
}

/** The status of the latest submission of a row; UNKNOWN where there is none. */
export const statusOfLatest = (row: Decided): StatusName =>
  (row.latestSubmission && statusById(row.latestSubmission.status.id)?.name) || 'UNKNOWN'

const hasRight = ({ checks }: Explanation): boolean =>
  checks.every(({ kind, holds }) => kind !== 'right' || holds)

/**
 * The status at which the chart is asked. A nil return begins another submission, also where an upload has brought no file:
 * what there is of that is put aside.
 */
const askedAt = (event: UserEvent, row: Decided, facts: Facts): StatusName =>
  event.type === 'NIL_RETURN_CREATED' && check('hasNoSubmission', facts, event).holds
    ? 'UNKNOWN'
    : statusOfLatest(row)

/**
 * The row's actions. One that the viewer may never take, or that belongs to another moment of the way, is left out;
 * one that only a condition stands against, or that this submission needs another person for, is offered with its reason.
 */
export const offeredActions = (row: Decided, viewer: UserPrincipal): OfferedAction[] => {
  const facts = factsFromWire(row.facts)
  return rowActions
    .map(type => {
      const event = eventOf(type, viewer)
      return { type, explanation: explain(askedAt(event, row, facts), facts, event) }
    })
    .filter(({ explanation }) => explanation.isExpected && hasRight(explanation))
}

const decisions: readonly RowAction[] = [
  'APPROVE',
  'DECLINE',
  'REQUEST_RESUBMISSION',
  'SIGN_OFF',
  'FORM_REFUSED',
]

/** Whether the action is a decision about a submission. */
export const isDecision = (type: RowAction): boolean => decisions.includes(type)

/** What is offered where the submission is read; the rest of a row's menu is about the provider. */
const besideReports: readonly RowAction[] = [...decisions, 'HISTORY_REQUESTED']

/** Whether the viewer ever decides where submissions are read. */
export const mayDecide = (viewer: UserPrincipal): boolean => besideReports.some(type => mayEver(viewer, type))

/** What the viewer can do where the submission is read. */
export const offeredDecisions = (row: Decided, viewer: UserPrincipal): OfferedAction[] =>
  offeredActions(row, viewer).filter(({ type }) => besideReports.includes(type))

/** Where a decision leads by the chart, and who acts then; undefined where the chart refuses it. */
export const followsOf = (type: RowAction, row: Decided, viewer: UserPrincipal) => {
  const [status, facts, event] = [statusOfLatest(row), factsFromWire(row.facts), eventOf(type, viewer)]
  if (!isDecision(type) || !explain(status, facts, event).allowed) return undefined
  const { status: after, facts: factsAfter } = step(status, facts, event)
  return {
    status: after,
    awaits: awaitingParty(after, {
      isFormReturned: factsAfter.isFormReturned === true,
      collectionState: factsAfter.collectionState,
    }),
  }
}

/** Acts that take another back. */
const reverses: Partial<Record<RowAction, RowAction>> = {
  NIL_RETURN_CREATED: 'NIL_RETURN_WITHDRAWN',
  NIL_RETURN_WITHDRAWN: 'NIL_RETURN_CREATED',
}

/** What takes an action back, if the chart allows it to the viewer now. */
export const reverseOf = (type: RowAction, after: Decided, viewer: UserPrincipal): RowAction | undefined =>
  offeredActions(after, viewer).find(
    ({ type: other, explanation }) => other === reverses[type] && explanation.allowed,
  )?.type

/** A row after an action, as the answer describes the submission. */
export const decidedAfter = (
  { provider }: Decided,
  { uuid, fileHash, status, facts }: Pick<SubmissionWire, 'uuid' | 'fileHash' | 'status' | 'facts'>,
): Decided => ({ provider, latestSubmission: { uuid, fileHash, status }, facts })
