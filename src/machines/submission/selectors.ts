import type { SnapshotFrom } from 'xstate'
import type { Principal, UserPrincipal } from '../../domain/principal.ts'
import {
  isApproved,
  isAwaitingApproval,
  isSignedOff,
  type Replaced,
  type StatusName,
} from '../../domain/status.ts'
import type { Message } from '../../messages/message.ts'
import {
  type AfterFault,
  afterFault,
  continuationRefusal,
  type Explanation,
  explain,
  type Facts,
  type LifecycleEvent,
  type LifecycleSnapshot,
  lifecycleAt,
} from '../submission-lifecycle/index.ts'
import type { SubmissionMachine } from './machine.ts'
import type { Furthest, KnownSubmission } from './types.ts'

export type SubmissionSnapshot = SnapshotFrom<SubmissionMachine>

/** The status; UNKNOWN as long as there is no submission. */
export const selectStatus = ({ context }: SubmissionSnapshot): StatusName =>
  context.submission?.status ?? 'UNKNOWN'

/** The facts of the submission, or of the one that would be begun; undefined until the server has sent them. */
export const selectFacts = ({ context }: SubmissionSnapshot): Facts | undefined => context.facts

/** The submission as it is drawn; undefined as long as there is none. */
export const selectSubmission = ({ context }: SubmissionSnapshot): KnownSubmission | undefined =>
  context.submission

/** Every status that the submission has come to. */
export const selectHistory = ({ context }: SubmissionSnapshot): readonly StatusName[] =>
  (context.submission?.history ?? []).map(({ status }) => status)

/** How far its processing has come, as it is shown. */
export const selectFurthest = ({ context }: SubmissionSnapshot): Furthest => context.furthest

/** The lifecycle chart at the submission's status with its facts; undefined until they are known. */
export const selectLifecycle = (snapshot: SubmissionSnapshot): LifecycleSnapshot | undefined =>
  snapshot.context.facts && lifecycleAt(selectStatus(snapshot), snapshot.context.facts)

/** Whether the chart takes the event now; nothing is offered before the server has sent the facts. */
export const selectCan = (snapshot: SubmissionSnapshot, event: LifecycleEvent): boolean =>
  selectLifecycle(snapshot)?.can(event) ?? false

/** What the chart says to the event, guard by guard; undefined until the facts are known. */
export const selectExplanation = (
  snapshot: SubmissionSnapshot,
  event: LifecycleEvent,
): Explanation | undefined =>
  snapshot.context.facts && explain(selectStatus(snapshot), snapshot.context.facts, event)

/** How it goes on after a fault of the system, as this person is told; undefined until the facts are known. */
export const selectAfterFault = (
  snapshot: SubmissionSnapshot,
  reader: UserPrincipal,
): AfterFault | undefined =>
  snapshot.context.facts && afterFault(selectStatus(snapshot), snapshot.context.facts, reader)

/** Why this person cannot begin an upload for the provider now; undefined when they can. */
export const newUploadRefusal = (facts: Facts, principal: Principal): Message | undefined =>
  explain('UNKNOWN', facts, { type: 'UPLOAD_REQUESTED', actor: principal }).refusal?.reason

/**
 * Why this person cannot send a file for a submission at this status; undefined when they can. An upload that is under way is
 * continued; otherwise it would be a new one.
 */
export const sendRefusal = (status: StatusName, facts: Facts, principal: Principal): Message | undefined =>
  status === 'UPLOADING'
    ? continuationRefusal({ ...facts, status }, principal)
    : newUploadRefusal(facts, principal)

/** Why this person cannot send a file for the submission; undefined when they can, and until its facts are known. */
export const selectSendRefusal = (snapshot: SubmissionSnapshot, principal: Principal): Message | undefined =>
  snapshot.context.facts && sendRefusal(selectStatus(snapshot), snapshot.context.facts, principal)

/** What another upload takes the place of that awaits approval, or has it, so that it is asked first (decisions §12). */
export const replacedByUpload = ({ mode, latestStatus }: Facts): Replaced | undefined => {
  if (mode === 'ovt' || latestStatus === undefined) return undefined
  if (isAwaitingApproval(latestStatus)) return 'pending'
  return isApproved(latestStatus) && !isSignedOff(latestStatus) ? 'approved' : undefined
}
