import type { StatusName } from '../../domain/status.ts'
import { currentStep } from './steps.ts'
import type { StepperContext } from './types.ts'

/**
 * Whether a status is news: another one of this submission. What is older never comes here, for the submission's actor drops it
 * by its version; so a status that stands earlier in the catalogue is a way back (a nil return that is withdrawn, history data).
 */
export const isNews = (context: StepperContext, submissionId: string, status: StatusName): boolean =>
  context.submissionId === submissionId && status !== context.status

/**
 * Whether the page in sight is the one being worked on, so that the view moves on with the submission: the current step,
 * or Submit, which is open together with Quality Assurance.
 */
export const isAtWork = (context: StepperContext): boolean =>
  context.shown === undefined ||
  context.shown === currentStep(context) ||
  (context.shown === 'submit' && context.status === 'QUALITY_PROCESSING_COMPLETE')
