import type { Lifecycle } from '../lifecycle/index.ts'
import type { UploadListener } from './acceptance.ts'
import { reportFailed, reportStored } from './reportStored.ts'

/** Reports of the folder store about an upload, as events of the lifecycle. */
export const uploadListener = (options: {
  lifecycle: Lifecycle
  clock: { now: () => Date }
}): UploadListener => {
  const { lifecycle, clock } = options
  const submissionOf = (key: string): string => key.split('/')[1] ?? ''

  /**
   * Another process may have reported the same file first. A file with another hash is refused, even under the same key: otherwise the
   * checked file and the stored one would differ.
   */
  const isTaken = async (key: string, sha256: string | undefined): Promise<boolean> => {
    const found = await lifecycle.factsOf(submissionOf(key))
    return found?.submission.hasStoredFile === true && found.submission.fileHash === sha256
  }

  return {
    stored: async (key, { size, sha256 }) => {
      const decided = await reportStored(lifecycle, submissionOf(key), {
        detail: { bytes: size },
        change: {
          objectKey: key,
          fileSize: size,
          uploaded: clock.now(),
          failureReason: null,
          ...(sha256 === undefined ? {} : { fileHash: sha256 }),
        },
      })
      return decided.ok || (await isTaken(key, sha256)) ? undefined : decided.problem
    },
    failed: async (key, reason) => {
      await reportFailed(lifecycle, submissionOf(key), reason)
    },
  }
}
