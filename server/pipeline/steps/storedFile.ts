import type { SubmissionRecord } from '../../lifecycle/index.ts'
import { PermanentFault } from '../../queue/index.ts'
import type { ObjectStore } from '../../storage/index.ts'

/** The bytes of a submission's stored file. */
export const bytesOf = async (
  store: ObjectStore,
  submission: SubmissionRecord,
): Promise<{ bytes: AsyncIterable<Uint8Array>; totalBytes: number }> => {
  if (submission.objectKey === null) throw new PermanentFault('The submission has no stored file.')
  const found = await store.stat(submission.objectKey)
  if (!found) throw new PermanentFault('The stored file is missing.')
  return { bytes: store.pieces(submission.objectKey), totalBytes: found.size }
}
