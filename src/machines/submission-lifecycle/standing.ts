import { awaitingParty } from '../../domain/awaitingParty.ts'
import type { OrganisationType } from '../../domain/organisation.ts'
import { may, systemPrincipal, type UserPrincipal } from '../../domain/principal.ts'
import { signedFormRefusal } from '../../domain/signedForm.ts'
import {
  hasArrived,
  hasTag,
  isFinished,
  isJustApproved,
  isResubmissionRequired,
  type StatusName,
} from '../../domain/status.ts'
import {
  type Following,
  lastFile,
  type NextStep,
  nextAct,
  type SubmissionAct,
  type SubmissionTaskAction,
  submissionTask,
  thenOf,
  turnOf,
} from '../../domain/tasks.ts'
import type { Message } from '../../messages/message.ts'
import type { LifecycleEvent } from './events.ts'
import { check, explain } from './explain.ts'
import type { Facts } from './facts.ts'

/** Whether this person may act on the submission now. The page asks for the terms, so a task presumes that they are accepted. */
const canAct =
  (status: StatusName, facts: Facts, actor: UserPrincipal) =>
  (act: SubmissionAct): boolean => {
    switch (act) {
      case 'RETURN_FORM':
        return signedFormRefusal(actor, status, facts) === undefined
      case 'EXPLAIN_RULES':
        return may(actor, 'collections.answer-issue') && actor.organisationId === facts.instId
      case 'UPLOAD_REQUESTED':
        // A new file is a new submission, which begins at UNKNOWN.
        return explain('UNKNOWN', facts, { type: act, actor }).allowed
      case 'SUBMIT':
      case 'REQUEST_SIGN_OFF':
        return explain(status, facts, { type: act, actor, termsAccepted: true }).allowed
      default:
        return explain(status, facts, { type: act, actor }).allowed
    }
  }

/** What decides who acts next. */
const turnFacts = (status: StatusName, { blockers, isFormReturned }: Facts) => ({
  status,
  isFormReturned: isFormReturned === true,
  operationalFailures: blockers.operationalFailures,
})

/** This person's task with the latest submission of a provider; undefined if they have none (decisions §16). */
export const submissionTaskOf = (
  status: StatusName,
  facts: Facts,
  actor: UserPrincipal,
): SubmissionTaskAction | undefined =>
  submissionTask(actor.organisationType, turnFacts(status, facts), canAct(status, facts, actor))

/** What the provider has to do at this status, whoever of its people does it. */
const providerEvent = (status: StatusName, facts: Facts): LifecycleEvent => {
  const actor = systemPrincipal
  if (isJustApproved(status)) return { type: 'REQUEST_SIGN_OFF', actor, termsAccepted: true }
  const isReady =
    hasTag(status, 'processed') && !isResubmissionRequired(status) && !facts.blockers.operationalFailures
  return isReady ? { type: 'SUBMIT', actor, termsAccepted: true } : { type: 'UPLOAD_REQUESTED', actor }
}

/**
 * Why nobody acts next although the status awaits somebody: a guard of the chart refuses what would come next, whoever asks.
 * Undefined where it goes on, and where it has come to its end.
 */
export const standstill = (status: StatusName, facts: Facts): Message | undefined => {
  if (isFinished(status)) return undefined
  const event: LifecycleEvent = { type: 'APPROVE', actor: systemPrincipal }
  const checks = [check('isNotArchived', facts, event)]
  if (hasArrived(status)) checks.push(check('isLatest', facts, event))
  if (awaitingParty(status, turnFacts(status, facts)).code === 'provider') {
    const next = providerEvent(status, facts)
    checks.push(check(next.type === 'UPLOAD_REQUESTED' ? 'isTakingFiles' : 'isCollectionOpen', facts, next))
  }
  return checks.find(({ holds }) => !holds)?.message
}

/** The only answer to who acts next with a submission, what they do and what follows, for one reader. */
export interface Standing extends NextStep {
  /** What follows when whoever acts next has acted; undefined if nothing does. */
  follows: Following | undefined
  reader: OrganisationType
}

/** Who acts next with the latest submission of a provider, for this reader (decisions §3, §15, §16). */
export const standingOf = (status: StatusName, facts: Facts, reader: UserPrincipal): Standing => {
  const { organisationType: type } = reader
  const stopped = standstill(status, facts)
  const last = lastFile(status)
  // A file for online validation is only checked: nobody submits or approves it.
  const isChecked = facts.mode === 'ovt' && hasTag(status, 'processed')
  if (stopped || isChecked)
    return { turn: 'nobody', act: undefined, last, follows: undefined, stopped, reader: type }
  const task = submissionTaskOf(status, facts, reader)
  const now = turnFacts(status, facts)
  return {
    turn: turnOf(type, task, now, facts.blockers),
    act: task ?? nextAct(now),
    last,
    follows: facts.mode === 'ovt' ? undefined : thenOf(now),
    stopped,
    reader: type,
  }
}
