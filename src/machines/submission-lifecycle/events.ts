import type { Actor } from '../../domain/actor.ts'

/** Every event names who caused it; guards read nothing else but the facts. */
interface Caused {
  actor: Actor
}

type Plain<T extends string> = { type: T } & Caused

/** Processing steps in order; each has the events `<STEP>_STARTED`, `_PASSED`, `_ERRORED`, and two of them `_FAILED`. */
export const steps = [
  'PROVISIONING',
  'SCHEMA_CHECK',
  'RIGHT_TO_PROCESS',
  'ENRICHMENT',
  'QUALITY_RULES',
  'CREDIBILITY',
  'COLLECTION_REPORTS',
  'HISTORY',
] as const
export type Step = (typeof steps)[number]

/** Events that people cause (decisions §3). */
export type UserEvent =
  | Plain<'UPLOAD_REQUESTED'>
  | Plain<'UPLOAD_CANCELLED'>
  | Plain<'NIL_RETURN_CREATED'>
  | (Plain<'SUBMIT'> & { termsAccepted: boolean })
  | Plain<'APPROVE'>
  | Plain<'DECLINE'>
  | (Plain<'REQUEST_SIGN_OFF'> & { termsAccepted: boolean })
  | Plain<'SIGN_OFF'>
  | Plain<'REQUEST_RESUBMISSION'>
  | Plain<'HISTORIC_AMENDMENT_REQUESTED'>
  | Plain<'REPROCESSED'>

/** Events that the system causes: store, timers, workers, and the birth of another submission. */
export type SystemEvent =
  | Plain<'FILE_STORED'>
  | Plain<'UPLOAD_FAILED'>
  | Plain<'UPLOAD_EXPIRED'>
  | Plain<'COPIED'>
  | Plain<'SUPERSEDED'>
  | Plain<`${Step}_STARTED`>
  | Plain<`${Step}_PASSED`>
  | Plain<`${Step}_ERRORED`>
  | Plain<'SCHEMA_CHECK_FAILED' | 'RIGHT_TO_PROCESS_FAILED'>
  | Plain<'SAVING_ENTITIES_ERRORED'>
  | Plain<'QUALITY_PROCESSING_COMPLETED'>

export type LifecycleEvent = UserEvent | SystemEvent
export type LifecycleEventType = LifecycleEvent['type']
export type UserEventType = UserEvent['type']

/** Event types that people cause, with the words that screens, audit lines and paths use for them. */
export const userEventWords = {
  UPLOAD_REQUESTED: 'Upload a file',
  UPLOAD_CANCELLED: 'Cancel the upload',
  NIL_RETURN_CREATED: 'Create nil return',
  SUBMIT: 'Submit for approval',
  APPROVE: 'Approve',
  DECLINE: 'Decline',
  REQUEST_SIGN_OFF: 'Request sign-off',
  SIGN_OFF: 'Sign off',
  REQUEST_RESUBMISSION: 'Request resubmission',
  HISTORIC_AMENDMENT_REQUESTED: 'Request historic amendment',
  REPROCESSED: 'Re-process',
} as const satisfies Record<UserEventType, string>
