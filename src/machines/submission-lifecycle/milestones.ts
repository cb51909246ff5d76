import { isUserEventType, type LifecycleEventType } from './events.ts'

/** Whether people follow a submission by this event: what somebody did, and how a stage ended if it did not go on by itself. */
export const isMilestone = (type: LifecycleEventType): boolean =>
  isUserEventType(type) || !(type.endsWith('_STARTED') || type.endsWith('_PASSED'))
