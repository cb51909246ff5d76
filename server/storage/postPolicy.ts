import { createHmac, timingSafeEqual } from 'node:crypto'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { PostConditions } from './objectStore.ts'

/**
 * The signed post policy of the folder store: what S3 calls a POST policy, with an HMAC over everything that the
 * policy says. The fields of the form repeat the key so that an altered form is found.
 */
export interface PostPolicy {
  key: string
  /** ISO 8601, UTC. */
  expires: string
  minBytes: number
  maxBytes: number
}

const hmac = (secret: Uint8Array, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The form's fields for a post under these conditions. */
export const signPolicy = (
  secret: Uint8Array,
  key: string,
  { maxBytes, exactBytes, expires }: PostConditions,
): Record<string, string> => {
  const policy: PostPolicy = {
    key,
    expires: expires.toISOString(),
    minBytes: exactBytes ?? 1,
    maxBytes: exactBytes ?? maxBytes,
  }
  const encoded = Buffer.from(JSON.stringify(policy)).toString('base64url')
  return { key, policy: encoded, signature: hmac(secret, 'post', encoded) }
}

const refuse = (reason: Message): ProblemError => new ProblemError(problem('forbidden', reason))

/** The policy that the fields carry. Throws a problem in words when anything was altered or has run out. */
export const verifyPolicy = (
  secret: Uint8Array,
  fields: ReadonlyMap<string, string>,
  now: Date,
): PostPolicy => {
  const encoded = fields.get('policy')
  const signature = fields.get('signature')
  const key = fields.get('key')
  if (encoded === undefined || signature === undefined || key === undefined)
    throw refuse(message('problems', 'formOrder'))
  if (!isSame(signature, hmac(secret, 'post', encoded))) throw refuse(message('problems', 'policyAltered'))
  const policy: PostPolicy = JSON.parse(Buffer.from(encoded, 'base64url').toString())
  if (policy.key !== key) throw refuse(message('problems', 'keyAltered'))
  const strange = [...fields.keys()].find(name => !['key', 'policy', 'signature'].includes(name))
  if (strange !== undefined)
    throw refuse(message('problems', 'strangeField', { field: strange.slice(0, 40) }))
  if (new Date(policy.expires) <= now) throw refuse(message('problems', 'uploadExpired'))
  return policy
}

/** The query of a short-lived download address. */
export const signDownload = (
  secret: Uint8Array,
  key: string,
  fileName: string,
  expires: Date,
): URLSearchParams => {
  const query = new URLSearchParams({ key, name: fileName, expires: String(expires.getTime()) })
  query.set('signature', hmac(secret, 'download', query.toString()))
  return query
}

/** The key and file name of a download address, or undefined when it was altered or has run out. */
export const verifyDownload = (
  secret: Uint8Array,
  query: { key: string; name: string; expires: string; signature: string },
  now: Date,
): { key: string; fileName: string } | undefined => {
  const signed = new URLSearchParams({ key: query.key, name: query.name, expires: query.expires })
  if (!isSame(query.signature, hmac(secret, 'download', signed.toString()))) return undefined
  return Number(query.expires) > now.getTime() ? { key: query.key, fileName: query.name } : undefined
}
