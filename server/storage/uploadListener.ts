import { systemPrincipal } from '../../src/domain/principal.ts'
import type { Lifecycle } from '../lifecycle/index.ts'
import type { UploadListener } from './acceptance.ts'

/** What the folder store tells of an upload, as events of the lifecycle. */
export const uploadListener = (options: {
  lifecycle: Lifecycle
  clock: { now: () => Date }
}): UploadListener => {
  const { lifecycle, clock } = options
  const submissionOf = (key: string): string => key.split('/')[1] ?? ''

  /** Another process may have found the object first, and the submission relies on it by now. */
  const isTaken = async (key: string): Promise<boolean> => {
    const found = await lifecycle.factsOf(submissionOf(key))
    return found?.submission.hasStoredFile === true && found.submission.objectKey === key
  }

  return {
    stored: async (key, { size, sha256 }) => {
      const decided = await lifecycle.decide(
        submissionOf(key),
        { type: 'FILE_STORED', actor: systemPrincipal },
        {
          detail: { bytes: size },
          change: {
            fileSize: size,
            uploaded: clock.now(),
            failureReason: null,
            ...(sha256 === undefined ? {} : { fileHash: sha256 }),
          },
        },
      )
      return decided.ok || (await isTaken(key)) ? undefined : decided.problem
    },
    failed: async (key, reason) => {
      await lifecycle.decide(
        submissionOf(key),
        { type: 'UPLOAD_FAILED', actor: systemPrincipal },
        { detail: { reason }, change: { failureReason: reason } },
      )
    },
  }
}
