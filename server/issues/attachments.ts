import type { UploadListener } from '../storage/acceptance.ts'

/** A file beside a comment has no submission that would wait for it: whoever sends the comment names it. */
export const besideAttachments = (listener: UploadListener): UploadListener => {
  const isAttachment = (key: string): boolean => key.split('/')[2]?.startsWith('attachment.') ?? false
  return {
    stored: async (key, object) => (isAttachment(key) ? undefined : listener.stored(key, object)),
    failed: async (key, reason) => {
      if (!isAttachment(key)) await listener.failed(key, reason)
    },
  }
}
