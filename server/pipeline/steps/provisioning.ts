import { createHash } from 'node:crypto'
import { PermanentFault, type StepInput, type StepOutput } from '../../queue/index.ts'
import { ObjectMissing } from '../../storage/index.ts'
import type { StepTools } from '../pipeline.ts'

/**
 * Reads the stored file whole and compares its SHA-256 with the one it was stored with, so that nothing is made from a
 * file that was altered. A file posted straight to S3 gets its hash here.
 */
export const provision = async ({ store }: StepTools, input: StepInput): Promise<StepOutput> => {
  const { submission, signal, onProgress } = input
  if (submission.objectKey === null) throw new PermanentFault('The submission has no stored file.')
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of await store.open(submission.objectKey)) {
      signal.throwIfAborted()
      hash.update(chunk)
      bytes += chunk.length
      onProgress({ done: bytes, total: submission.fileSize ?? bytes, unit: 'bytes' })
    }
  } catch (error) {
    if (error instanceof ObjectMissing)
      throw new PermanentFault('The stored file is missing.', { cause: error })
    throw error
  }
  const sha256 = hash.digest('hex')
  if (submission.fileHash !== null && submission.fileHash !== sha256)
    throw new PermanentFault(
      `The stored file has been altered: its SHA-256 is ${sha256}, it was stored as ${submission.fileHash}.`,
    )
  return { outcome: 'PASSED', detail: { bytes, sha256 }, change: { fileHash: sha256, fileSize: bytes } }
}
