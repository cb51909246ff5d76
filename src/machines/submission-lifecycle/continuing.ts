import { isPerson, type Principal } from '../../domain/principal.ts'
import type { StatusName } from '../../domain/status.ts'
import { type Message, message } from '../../messages/message.ts'

/** Of a submission that somebody wants to send a file for once more: its status, and who began its upload. */
export interface BegunUpload {
  status: StatusName
  uploaderId?: string | null | undefined
}

/**
 * Why this person cannot go on with an upload that was begun; undefined when they can. It goes on while it is under way,
 * whatever has changed since, and only for the person who began it: that person is noted as the uploader, who may not
 * approve the file (four eyes). If a colleague could send it, the wrong person would be kept from approving.
 */
export const continuationRefusal = (
  { status, uploaderId }: BegunUpload,
  actor: Principal,
): Message | undefined => {
  if (status !== 'UPLOADING') return message('problems', 'idInUse')
  return isPerson(uploaderId, actor) ? undefined : message('problems', 'uploadOfAnother')
}
