import { actionLabel } from '../../domain/labels.ts'
import type { Principal } from '../../domain/principal.ts'
import { processingStages } from '../../domain/processingProgress.ts'
import { type Message, message } from '../../messages/message.ts'

/** Every event names who caused it; guards read nothing else but the facts. */
interface Caused {
  actor: Principal
}

/** Absent in events that were stored before a note was ever needed: those stay granted. Calls always say it. */
interface Noted {
  hasNote?: boolean
}

type Plain<T extends string> = { type: T } & Caused

/** Stages of processing in order; each has the events `<STAGE>_STARTED`, `_PASSED`, `_ERRORED`, and two of them `_FAILED`. */
export const stages = [...processingStages, 'HISTORY'] as const
export type Stage = (typeof stages)[number]

/** Events that people cause (decisions §3). */
export type UserEvent =
  | Plain<'UPLOAD_REQUESTED'>
  | Plain<'UPLOAD_CANCELLED'>
  | Plain<'NIL_RETURN_CREATED'>
  | Plain<'NIL_RETURN_WITHDRAWN'>
  | (Plain<'SUBMIT'> & { termsAccepted: boolean })
  | (Plain<'APPROVE'> & Noted)
  | (Plain<'DECLINE'> & { hasNote: boolean })
  | (Plain<'REQUEST_SIGN_OFF'> & { termsAccepted: boolean })
  | (Plain<'SIGN_OFF'> & Noted)
  | (Plain<'FORM_REFUSED'> & { hasNote: boolean })
  | (Plain<'REQUEST_RESUBMISSION'> & Noted)
  | Plain<'HISTORIC_AMENDMENT_REQUESTED'>
  | Plain<'REPROCESSED'>
  | Plain<'HISTORY_REQUESTED'>

/** Events that the system causes: store, timers, workers, and the birth of another submission. */
export type SystemEvent =
  | Plain<'FILE_STORED'>
  | Plain<'UPLOAD_FAILED'>
  | Plain<'UPLOAD_EXPIRED'>
  | Plain<'COPIED'>
  | Plain<'SUPERSEDED'>
  | Plain<`${Stage}_STARTED`>
  | Plain<`${Stage}_PASSED`>
  | Plain<`${Stage}_ERRORED`>
  | Plain<'SCHEMA_CHECK_FAILED' | 'RIGHT_TO_PROCESS_FAILED'>
  | Plain<'SAVING_ENTITIES_ERRORED'>
  | Plain<'QUALITY_PROCESSING_COMPLETED'>

export type LifecycleEvent = UserEvent | SystemEvent
export type LifecycleEventType = LifecycleEvent['type']
export type UserEventType = UserEvent['type']

const byPeople = {
  UPLOAD_REQUESTED: true,
  UPLOAD_CANCELLED: true,
  NIL_RETURN_CREATED: true,
  NIL_RETURN_WITHDRAWN: true,
  SUBMIT: true,
  APPROVE: true,
  DECLINE: true,
  REQUEST_SIGN_OFF: true,
  SIGN_OFF: true,
  FORM_REFUSED: true,
  REQUEST_RESUBMISSION: true,
  HISTORIC_AMENDMENT_REQUESTED: true,
  REPROCESSED: true,
  HISTORY_REQUESTED: true,
} as const satisfies Record<UserEventType, true>

/** Event types that people cause. */
export const userEventTypes = Object.keys(byPeople) as readonly UserEventType[]

/** Whether people cause this type of event. */
export const isUserEventType = (type: string): type is UserEventType => type in byPeople

/** The event that gives a stage up for good. Saving the records is a part of the enrichment; its fault has an event of its own. */
export const errorEventOf = (
  stage: Stage,
  isSaving: boolean,
): Extract<LifecycleEventType, `${string}_ERRORED`> =>
  isSaving && stage === 'ENRICHMENT' ? 'SAVING_ENTITIES_ERRORED' : `${stage}_ERRORED`

/** The stage that an event reports on; undefined for every other event. */
export const stageOfEvent = (type: LifecycleEventType): Stage | undefined =>
  type === 'SAVING_ENTITIES_ERRORED' ? 'ENRICHMENT' : stages.find(stage => type.startsWith(`${stage}_`))

/** An event as screens and refusals name it: what people do, or what the system reports. */
export const eventMessage = (type: LifecycleEventType): Message =>
  isUserEventType(type) ? actionLabel(type) : message('lifecycle', `reports.${type}`)
