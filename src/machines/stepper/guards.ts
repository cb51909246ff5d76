import { isSignedOff, type StatusName, statusOf } from '../../domain/status.ts'
import { currentStep } from './steps.ts'
import type { StepperContext } from './types.ts'

/**
 * Whether a status is news. Within one submission the lifecycle moves on in the order of the catalogue, so an earlier
 * status is an older message. There are two exceptions. The history of a signed-off submission can be made again. A nil
 * return can be withdrawn, back to Unknown: that is not told from an older message, and need not be, for both statuses
 * lead to the same step.
 */
export const isNews = (context: StepperContext, submissionId: string, status: StatusName): boolean =>
  context.submissionId === submissionId &&
  status !== context.status &&
  (statusOf(status).order > statusOf(context.status).order ||
    (isSignedOff(status) && isSignedOff(context.status)))

/**
 * Whether the page in sight is the one being worked on, so that the view moves on with the submission: the current step,
 * or Submit, which is open together with Quality Assurance.
 */
export const isAtWork = (context: StepperContext): boolean =>
  context.shown === undefined ||
  context.shown === currentStep(context) ||
  (context.shown === 'submit' && context.status === 'QUALITY_PROCESSING_COMPLETE')
