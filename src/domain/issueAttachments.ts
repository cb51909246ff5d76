import { type Message, message } from '../messages/message.ts'
import { bytes } from './bytes.ts'
import { shownFileName } from './fileName.ts'
import { limits } from './limits.ts'

/*
 * Files beside a comment or an explanation of an issue (decisions §11).
 */

/** A file that is to stand beside a comment or an explanation. */
export interface OfferedAttachment {
  fileName: string
  /** Bytes. */
  fileSize: number
}

/** Why one text cannot have so many files beside it; undefined where it can (decisions §11). */
export const attachmentCountRefusal = (count: number): Message | undefined =>
  count > limits.issueAttachments
    ? message('problems', 'attachmentsTooMany', { count, limit: limits.issueAttachments })
    : undefined

/** Why a file cannot stand beside a comment or an explanation, by its name; undefined where it can. */
export const attachmentRefusal = ({ fileName, fileSize }: OfferedAttachment): Message | undefined => {
  if (fileSize === 0) return message('problems', 'attachmentEmpty', { file: shownFileName(fileName) })
  const limit = limits.issueAttachmentBytes
  return fileSize > limit
    ? message('problems', 'attachmentTooLarge', { file: shownFileName(fileName), limit: bytes(limit) })
    : undefined
}
