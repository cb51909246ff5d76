import type { SnapshotFrom } from 'xstate'
import { fileRefusalMessage } from '../../domain/chosenFile.ts'
import { type Message, message } from '../../messages/message.ts'
import { sendRefusal } from './guards.ts'
import type { UploadMachine } from './machine.ts'
import { announcements } from './messages.ts'

export type UploadSnapshot = SnapshotFrom<UploadMachine>

/** The states in which a file is chosen and looked at. */
export type PickingState = Extract<UploadSnapshot['value'], { picking: unknown }>['picking']

/** How far the choice of a file is; undefined once it is sent. */
export const selectPicking = ({ value }: UploadSnapshot): PickingState | undefined =>
  typeof value !== 'string' && 'picking' in value ? value.picking : undefined

/** Why the choice was refused; undefined when it was taken. */
export const selectRefusal = (snapshot: UploadSnapshot): Message | undefined =>
  snapshot.context.refusal && fileRefusalMessage(snapshot.context.refusal)

/** Whether something is wrong with what was chosen, so that the title of the page says so. */
export const selectIsInError = (snapshot: UploadSnapshot): boolean =>
  snapshot.hasTag('invalid') || snapshot.matches({ picking: 'checkFailed' })

/** Why no file can be sent at the moment; undefined when one can. */
export const selectBlockedReason = ({ context }: UploadSnapshot): Message | undefined => sendRefusal(context)

/** Whether the button that sends the file works. */
export const selectCanUpload = (snapshot: UploadSnapshot): boolean =>
  snapshot.can({ type: 'UPLOAD', submissionId: '' })

/** Why the button does not work; undefined when it does. */
export const selectUploadDisabledReason = (snapshot: UploadSnapshot): Message | undefined => {
  if (selectCanUpload(snapshot)) return undefined
  const refusal = selectBlockedReason(snapshot)
  if (refusal) return refusal
  if (snapshot.hasTag('validating')) return announcements.validating
  if (snapshot.hasTag('underWay')) return message('problems', 'check.underWay')
  return snapshot.context.file ? announcements.failed : message('problems', 'check.noFile')
}

/** Whether leaving the page would break off an upload. */
export const selectAsksBeforeLeaving = (snapshot: UploadSnapshot): boolean => snapshot.hasTag('underWay')
