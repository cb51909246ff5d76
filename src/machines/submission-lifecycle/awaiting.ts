import { may, type UserPrincipal } from '../../domain/principal.ts'
import { signedFormRefusal } from '../../domain/signedForm.ts'
import type { StatusName } from '../../domain/status.ts'
import {
  type SubmissionAct,
  type SubmissionTaskAction,
  submissionTask,
  type Turn,
  turnOf,
} from '../../domain/tasks.ts'
import { explain } from './explain.ts'
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
const turnFacts = (
  status: StatusName,
  { blockers }: Facts,
  { isFormReturned }: { isFormReturned: boolean },
) => ({
  status,
  isFormReturned,
  operationalFailures: blockers.operationalFailures,
})

/** This person's task with the latest submission of a provider; undefined if they have none (decisions §16). */
export const submissionTaskOf = (
  status: StatusName,
  facts: Facts,
  actor: UserPrincipal,
  form: { isFormReturned: boolean },
): SubmissionTaskAction | undefined =>
  submissionTask(actor.organisationType, turnFacts(status, facts, form), canAct(status, facts, actor))

/** Who acts next, as this person of the provider reads it. */
export const submissionTurnOf = (
  status: StatusName,
  facts: Facts,
  actor: UserPrincipal,
  form: { isFormReturned: boolean },
): Turn =>
  turnOf(submissionTaskOf(status, facts, actor, form), turnFacts(status, facts, form), facts.blockers)
