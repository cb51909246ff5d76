import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** SHA-256 of bytes as they come, in hex digits, for a file of any size: browsers hash only what is in memory as a whole. */
export const createRunningSha256 = (): { update: (bytes: Uint8Array) => void; digest: () => string } => {
  const hash = sha256.create()
  return {
    update: bytes => void hash.update(bytes),
    digest: () => bytesToHex(hash.digest()),
  }
}
