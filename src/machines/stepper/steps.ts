import { stepLabel } from '../../domain/labels.ts'
import type { SubmissionMode } from '../../domain/status.ts'
import {
  hasTag,
  isApproved,
  isAwaitingApproval,
  isErrorOrFailure,
  isFinished,
  isHandedOver,
  isResubmissionRequired,
  type StatusName,
  type SubmissionPage,
  statusOf,
  submissionPages,
} from '../../domain/status.ts'
import { type Message, message } from '../../messages/message.ts'

/** A step of the stepper is a page of the submission. */
export type StepId = SubmissionPage

/**
 * locked: cannot start yet; waiting: may start, while another is being worked on; active: being worked on, one at a time;
 * error: there is a problem; complete: done (specification 2 §2.3).
 */
export type StepState = 'locked' | 'waiting' | 'active' | 'error' | 'complete'

export interface StepView {
  id: StepId
  state: StepState
  /** Operational rules that block the step; undefined where nothing blocks it. */
  blockedBy?: number | undefined
  /** Transfers of research students that block it as well. */
  blockedTransfers?: number | undefined
  /** Rules outside tolerance with which the submission was handed over; undefined if there were none. */
  submittedWith?: number | undefined
}

/** What the quality report found, once it is known. `ruleFailures` of online validation: rules outside tolerance. */
export interface QualityOutcome {
  /** Undefined where no register of issues is kept. */
  openIssues?: number | undefined
  ruleFailures: number
  /** Operational rules outside tolerance, which stand against submitting; undefined in online validation. */
  blockingRules?: number | undefined
  /** Transfers of research students without the other provider's agreement; undefined if there is none. */
  awaitedTransfers?: number | undefined
}

/** What the states of the steps are made from. */
export interface StepFacts {
  status: StatusName
  /** Every status that the submission has had. */
  history: readonly StatusName[]
  /** Undefined while the query for the commit status (or the failures of online validation) is on its way. */
  quality: QualityOutcome | undefined
  mode: SubmissionMode
  isStatutoryCustomer: boolean
}

/** The steps that a viewer sees: three in online validation, only Quality Assurance for statutory customers. */
export const visibleSteps = ({
  mode,
  isStatutoryCustomer,
}: Pick<StepFacts, 'mode' | 'isStatutoryCustomer'>): readonly StepId[] =>
  isStatutoryCustomer ? ['reports'] : mode === 'ovt' ? ['upload', 'processing', 'reports'] : submissionPages

/**
 * Whether the status shows that a file was stored. The specification names uploaded and provisioning; any later one
 * shows it too, where a message in between was missed. A nil return and what follows from it have no file.
 */
const isWithFile = (name: StatusName): boolean =>
  statusOf(name).page !== 'upload' && !isResubmissionRequired(name)

const uploadState = ({ status, history }: StepFacts): StepState => {
  if (status === 'UPLOAD_ERROR') return 'error'
  return [status, ...history].some(isWithFile) ? 'complete' : 'active'
}

const processingState = ({ status }: StepFacts): StepState => {
  if (hasTag(status, 'processed')) return 'complete'
  if (statusOf(status).page !== 'processing') return 'locked'
  return isErrorOrFailure(status) ? 'error' : 'active'
}

const qualityState = ({ status, quality }: StepFacts): StepState => {
  if (!hasTag(status, 'processed')) return 'locked'
  if (!quality) return 'active'
  // Nothing is left to be done about it: the approvers decide.
  if (isHandedOver(status)) return 'complete'
  return (quality.openIssues ?? 0) > 0 || quality.ruleFailures > 0 ? 'error' : 'complete'
}

const submitState = ({ status }: StepFacts): StepState => {
  if (status === 'QUALITY_PROCESSING_COMPLETE') return 'active'
  return hasTag(status, 'processed') ? 'complete' : 'locked'
}

const approvalState = ({ status, history }: StepFacts): StepState => {
  if (isResubmissionRequired(status)) return 'error'
  if (isAwaitingApproval(status)) return 'active'
  return [status, ...history].some(isApproved) ? 'complete' : 'locked'
}

const signOffState = ({ status }: StepFacts): StepState => (isApproved(status) ? 'active' : 'locked')

const states: Record<StepId, (facts: StepFacts) => StepState> = {
  upload: uploadState,
  processing: processingState,
  reports: qualityState,
  submit: submitState,
  approval: approvalState,
  signoff: signOffState,
}

/** What is said of a step in the place of the usual words of its state: by what it is blocked, or with how many rules outside it was submitted. */
export const stepNote = ({
  blockedBy,
  blockedTransfers = 0,
  submittedWith,
}: StepView): Message | undefined => {
  if (blockedBy !== undefined)
    return message('domain', 'step.blockedBy', { rules: blockedBy, transfers: blockedTransfers })
  return submittedWith === undefined
    ? undefined
    : message('domain', 'step.submittedWith', { rules: submittedWith })
}

/** Why a step cannot be gone to; undefined when it can. */
export const stepRefusal = ({ id, state }: StepView): Message | undefined =>
  state === 'locked' ? message('domain', 'step.locked', { step: stepLabel(id) }) : undefined

/**
 * The steps that the viewer sees, each with its state (specification 2 §4.2). A signed-off submission and a nil return
 * show all steps complete. Where operational rules stand against submitting, the step says how many.
 */
export const stepStates = (facts: StepFacts): StepView[] => {
  const steps = visibleSteps(facts).map(
    (id): StepView => ({
      id,
      state: isFinished(facts.status) ? 'complete' : states[id](facts),
    }),
  )
  const blocked = facts.quality?.blockingRules ?? 0
  const transfers = facts.quality?.awaitedTransfers ?? 0
  const failures = isHandedOver(facts.status) ? (facts.quality?.ruleFailures ?? 0) : 0
  const active = steps.filter(({ state }) => state === 'active')
  const current = active.find(({ id }) => id === currentStep(facts)) ?? active[0]
  return steps.map((step): StepView => {
    const isBlocked = step.id === 'submit' && step.state === 'active' && blocked + transfers > 0
    const view: StepView = step.state === 'active' && step !== current ? { ...step, state: 'waiting' } : step
    if (isBlocked)
      return { ...view, blockedBy: blocked, ...(transfers > 0 && { blockedTransfers: transfers }) }
    return step.id === 'reports' && failures > 0 ? { ...view, submittedWith: failures } : view
  })
}

/**
 * The step to which the stepper leads by itself. Of Quality Assurance and Submit, both open when the processing is
 * complete, it is the first: the reports are read before a submission is made.
 */
export const currentStep = (facts: Pick<StepFacts, 'status' | 'mode' | 'isStatutoryCustomer'>): StepId => {
  const step = statusOf(facts.status).page
  return visibleSteps(facts).includes(step) ? step : 'reports'
}
