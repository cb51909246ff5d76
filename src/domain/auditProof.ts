import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Hash, leafHash, rootOfInclusion } from './merkle.ts'
import type { AuditProofWire } from './wire/audit.ts'

/** What a proof shows, read by who does not trust the server that sent it. */
export interface ProofVerdict {
  /** The line is in the list that the checkpoint stands for, at that place. */
  isIncluded: boolean
  /** The checkpoint has a good signature of the key that the proof names. */
  isSigned: boolean
  /** Lines that the checkpoint stands for. */
  size: number
  /** Hash of the line, hex digits. */
  leaf: string
}

const hash: Hash = (...parts) => {
  const digest = sha256.create()
  for (const part of parts) digest.update(part)
  return digest.digest()
}
const bytesOfBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), character => character.charCodeAt(0))
const encoder = new TextEncoder()
const hex = (bytes: Uint8Array): string => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
const equal = (one: Uint8Array, other: Uint8Array): boolean => hex(one) === hex(other)

const noteForm = /^([^\n]+\n(\d+)\n([\w+/=]+)\n(?:[^\n]+\n)*)\n— \S+ ([\w+/=]+)\n$/

/** Bytes of a note's signature that name the key. */
const keyNameBytes = 4
/** Bytes of a verifier key before the key itself: its kind. */
const kindBytes = 1

const isSignedBy = (text: string, signature: Uint8Array, verifierKey: string): boolean => {
  const key = bytesOfBase64(verifierKey.split('+').slice(2).join('+')).subarray(kindBytes)
  try {
    return ed25519.verify(signature.subarray(keyNameBytes), encoder.encode(text), key)
  } catch {
    return false
  }
}

/** Checks the proof of a line of the audit (RFC 9162 §2.1.3.2; checkpoint as a signed note of C2SP). */
export const checkAuditProof = (proof: AuditProofWire): ProofVerdict => {
  const leaf = leafHash(hash, encoder.encode(proof.entry))
  const [, text = '', size = '0', root = '', signature = ''] = noteForm.exec(proof.checkpoint) ?? []
  const found = rootOfInclusion(hash, {
    leaf,
    index: proof.position,
    size: Number(size),
    path: proof.path.map(bytesOfBase64),
  })
  return {
    isIncluded: found !== undefined && equal(found, bytesOfBase64(root)),
    isSigned: isSignedBy(text, bytesOfBase64(signature), proof.verifierKey),
    size: Number(size),
    leaf: hex(leaf),
  }
}
