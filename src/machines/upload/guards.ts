import type { Message } from '../../messages/message.ts'
import type { UploadContext } from './types.ts'

/** Whether the file is sent in parts, so that what has arrived of it need not be sent again. */
export const isLarge = ({ file, facts: { atOnceBytes } }: UploadContext): boolean =>
  file !== undefined && atOnceBytes !== undefined && file.size > atOnceBytes

/**
 * Why no file can be sent now; undefined when one can. What this upload has begun goes on, also where its page has not yet
 * been told so: what is said of another submission, or of a new one, does not stand against it.
 */
export const sendRefusal = ({
  submissionId,
  facts,
}: Pick<UploadContext, 'submissionId' | 'facts'>): Message | undefined =>
  submissionId === undefined || submissionId === facts.submissionId ? facts.blockedReason : undefined
