import { sha256Of } from '../domain/sha256.ts'
import type { PartGrant } from '../machines/part-upload/index.ts'

/** Whether the file has every part that the store has of it. Stops at the first that it does not have. */
export const hasParts = async (
  file: Blob,
  { partBytes, parts }: PartGrant,
  signal: AbortSignal,
): Promise<boolean> => {
  for (const { number, sha256 } of parts) {
    signal.throwIfAborted()
    if ((await sha256Of(file.slice((number - 1) * partBytes, number * partBytes))) !== sha256) return false
  }
  return true
}
