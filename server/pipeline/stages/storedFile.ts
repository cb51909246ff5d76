import { createHash } from 'node:crypto'
import { message } from '../../../src/messages/message.ts'
import { PermanentFault } from '../../jobs/index.ts'
import type { SubmissionRecord } from '../../lifecycle/index.ts'
import { ObjectDamagedError } from '../../storage/encryption/cipher.ts'
import { ObjectMissing, type ObjectStore } from '../../storage/objectStore.ts'

/** A submission's stored file, to be read once. */
export interface StoredFile {
  bytes: AsyncIterable<Uint8Array>
  totalBytes: number
  /**
   * SHA-256 of the whole file in hex digits; what the reader has left unread is read for it. Throws a PermanentFault where
   * it differs from the one that was computed while the file arrived (fault 16).
   */
  verify: () => Promise<string>
  /** Lets go of the file; to be called whatever happened. */
  close: () => Promise<void>
}

/** Where the stored file of a submission is and how long. Throws a PermanentFault where there is none. */
export const findStoredFile = async (
  store: ObjectStore,
  submission: Pick<SubmissionRecord, 'objectKey'>,
): Promise<{ key: string; size: number }> => {
  if (submission.objectKey === null) throw new PermanentFault(message('server', 'fault.noFile'))
  const found = await store.stat(submission.objectKey)
  if (!found) throw new PermanentFault(message('server', 'fault.fileMissing'))
  return { key: submission.objectKey, size: found.size }
}

/** Opens the stored file: its bytes are hashed on their way to the reader, so that it is read only once. */
export const openStoredFile = async (
  store: ObjectStore,
  submission: Pick<SubmissionRecord, 'objectKey' | 'fileHash'>,
): Promise<StoredFile> => {
  const { key, size } = await findStoredFile(store, submission)
  const pieces = store.pieces(key)[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let sha256: string | undefined

  const next = async (): Promise<Uint8Array | undefined> => {
    const { done, value } = await pieces.next().catch(error => {
      if (error instanceof ObjectDamagedError)
        throw new PermanentFault(message('server', 'fault.fileDamaged'), { cause: error })
      // It was there a moment ago: it was removed, and trying again does not bring it back.
      throw error instanceof ObjectMissing
        ? new PermanentFault(message('server', 'fault.fileMissing'), { cause: error })
        : error
    })
    if (done) return undefined
    hash.update(value)
    return value
  }
  const read = async function* (): AsyncGenerator<Uint8Array> {
    for (let piece = await next(); piece; piece = await next()) yield piece
  }

  return {
    bytes: read(),
    totalBytes: size,
    verify: async () => {
      if (sha256 === undefined) {
        while (await next());
        sha256 = hash.digest('hex')
      }
      if (submission.fileHash !== null && submission.fileHash !== sha256)
        throw new PermanentFault(
          message('server', 'fault.fileAltered', { found: sha256, stored: submission.fileHash }),
        )
      return sha256
    },
    close: async () => {
      await pieces.return?.()
    },
  }
}
