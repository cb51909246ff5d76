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
  /** SHA-256 that was announced, in hex digits; undefined if none was. */
  sha256?: string | undefined
}

const hmac = (secret: Uint8Array, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** What the parts of one file are sent under, every one by the same signature. */
export interface PartPolicy {
  /** Of the whole file. */
  key: string
  /** ISO 8601, UTC. */
  expires: string
  /** Of the whole file, as it was announced. */
  bytes: number
  /** Of each part but the last. */
  partBytes: number
}

/** What a signature is for; one is of no use in the place of another. */
type Purpose = 'post' | 'part'

const signed = (secret: Uint8Array, purpose: Purpose, policy: PostPolicy | PartPolicy) => {
  const encoded = Buffer.from(JSON.stringify(policy)).toString('base64url')
  return { key: policy.key, policy: encoded, signature: hmac(secret, purpose, encoded) }
}

const refuse = (reason: Message): ProblemError => new ProblemError(problem('forbidden', reason))

/** The policy that the fields carry; `own` names what a form may say beside it. */
const verified = <P extends PostPolicy | PartPolicy>(
  secret: Uint8Array,
  purpose: Purpose,
  fields: ReadonlyMap<string, string>,
  now: Date,
  own: readonly string[] = [],
): P => {
  const encoded = fields.get('policy')
  const signature = fields.get('signature')
  const key = fields.get('key')
  if (encoded === undefined || signature === undefined || key === undefined)
    throw refuse(message('problems', 'formOrder'))
  if (!isSame(signature, hmac(secret, purpose, encoded))) throw refuse(message('problems', 'policyAltered'))
  const policy: P = JSON.parse(Buffer.from(encoded, 'base64url').toString())
  if (policy.key !== key) throw refuse(message('problems', 'keyAltered'))
  const strange = [...fields.keys()].find(name => !['key', 'policy', 'signature', ...own].includes(name))
  if (strange !== undefined)
    throw refuse(message('problems', 'strangeField', { field: strange.slice(0, 40) }))
  if (new Date(policy.expires) <= now) throw refuse(message('problems', 'uploadExpired'))
  return policy
}

/** The form's fields for a post under these conditions. */
export const signPolicy = (
  secret: Uint8Array,
  key: string,
  { maxBytes, exactBytes, sha256, expires }: PostConditions,
): Record<string, string> =>
  signed(secret, 'post', {
    key,
    expires: expires.toISOString(),
    minBytes: exactBytes ?? 1,
    maxBytes: exactBytes ?? maxBytes,
    sha256,
  })

/** The policy that the fields carry. Throws a problem in words when anything was altered or has run out. */
export const verifyPolicy = (
  secret: Uint8Array,
  fields: ReadonlyMap<string, string>,
  now: Date,
): PostPolicy => verified(secret, 'post', fields, now)

/** The form's fields that every part of a file is sent with. */
export const signPartPolicy = (secret: Uint8Array, policy: PartPolicy): Record<string, string> =>
  signed(secret, 'part', policy)

/** The policy of a part, as `verifyPolicy`; the form also says which part it is, and its hash. */
export const verifyPartPolicy = (
  secret: Uint8Array,
  fields: ReadonlyMap<string, string>,
  now: Date,
): PartPolicy => verified(secret, 'part', fields, now, ['number', 'sha256'])

/** The query of a short-lived download address, made for this user, whom it does not name. */
export const signDownload = (
  secret: Uint8Array,
  key: string,
  options: { fileName: string; expires: Date; userId: string },
): URLSearchParams => {
  const { fileName, expires, userId } = options
  const owner = hmac(secret, 'user', userId)
  const query = new URLSearchParams({ key, name: fileName, expires: String(expires.getTime()), owner })
  query.set('signature', hmac(secret, 'download', query.toString()))
  return query
}

/** The key, file name and owner of a download address, or undefined if it was altered or has expired. Each user is another owner. */
export const verifyDownload = (
  secret: Uint8Array,
  query: Record<string, unknown>,
  now: Date,
): { key: string; fileName: string; owner: string } | undefined => {
  const textOf = (field: string): string => {
    const value = query[field]
    return typeof value === 'string' ? value : ''
  }
  const [key, name, expires] = [textOf('key'), textOf('name'), textOf('expires')]
  const owner = textOf('owner')
  const signed = new URLSearchParams({ key, name, expires, owner })
  if (!isSame(textOf('signature'), hmac(secret, 'download', signed.toString()))) return undefined
  return Number(expires) > now.getTime() ? { key, fileName: name, owner } : undefined
}
