import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** Longest message in bytes: a value of a field may have 255 characters of two or three bytes. */
const longest = 4096

/**
 * HMAC-SHA-256 of many short texts by one key: the two states that depend on the key alone are computed once. The result is
 * overwritten by the next call.
 */
export const createKeyedHash = (key: Uint8Array): ((text: string) => Uint8Array) => {
  const fresh = hmac.create(sha256, key)
  const working = fresh.clone()
  const message = Buffer.alloc(longest)
  const digest = new Uint8Array(sha256.outputLen)
  return text => {
    // A text that does not fit is a value that no schema of ours allows.
    if (text.length * 3 > longest) throw new RangeError('This text is too long to be hashed.')
    const length = message.write(text)
    fresh._cloneInto(working)
    working.update(message.subarray(0, length)).digestInto(digest)
    return digest
  }
}
export type KeyedHash = ReturnType<typeof createKeyedHash>
