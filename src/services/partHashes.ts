import type { PartGrant } from '../machines/part-upload/index.ts'

/** SHA-256 of a part of a file, in hex digits. Rejects where the file cannot be read any more. */
export const sha256Of = async (part: Blob): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await part.arrayBuffer()))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}

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
