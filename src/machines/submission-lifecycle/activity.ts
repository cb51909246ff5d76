import { type ActivityType, type ActivityTypeId, activityTypeOf } from '../../domain/activity.ts'
import type { LifecycleEventType } from './events.ts'
import type { Facts } from './facts.ts'

const activities: Partial<Record<LifecycleEventType, ActivityType['code']>> = {
  UPLOAD_REQUESTED: 'uploadStarted',
  FILE_STORED: 'uploaded',
  SUBMIT: 'submitted',
  APPROVE: 'approved',
  DECLINE: 'declined',
  REQUEST_SIGN_OFF: 'signOffRequested',
  SIGN_OFF: 'signedOff',
  FORM_REFUSED: 'formRefused',
  REQUEST_RESUBMISSION: 'resubmissionRequested',
  REPROCESSED: 'reprocessed',
  NIL_RETURN_CREATED: 'nilReturnCreated',
  NIL_RETURN_WITHDRAWN: 'nilReturnWithdrawn',
  UPLOAD_CANCELLED: 'uploadEnded',
  UPLOAD_FAILED: 'uploadEnded',
  UPLOAD_EXPIRED: 'uploadEnded',
  HISTORIC_AMENDMENT_REQUESTED: 'historicAmendmentRequested',
}

/**
 * What the activity log says of an event (specification 2 §2.13, §9). Undefined for what only the system does, and for online
 * validation: the log tells of a provider's return, and what is only tried out is none.
 */
export const activityOf = (
  type: LifecycleEventType,
  { mode }: Pick<Facts, 'mode'>,
): ActivityTypeId | undefined => {
  const code = mode === 'live' ? activities[type] : undefined
  return code && activityTypeOf(code)
}
