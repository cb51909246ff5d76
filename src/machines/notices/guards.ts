import { seesNotice } from '../../domain/notice.ts'
import type { UserPrincipal } from '../../domain/principal.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'

/** Whether a message gives a notice of the reader's organisation that the reader may see. */
export const isNoticeFor = (reader: UserPrincipal, message: LiveMessage): boolean =>
  message.type === 'NOTICE' &&
  message.instId === reader.organisationId &&
  seesNotice(reader, message.notice.kind, message.notice.mode)
