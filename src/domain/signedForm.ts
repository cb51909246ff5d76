import { type Message, message } from '../messages/message.ts'
import { withoutCapitals } from '../messages/order.ts'
import { bytes } from './bytes.ts'
import { acceptsSubmissions, type CollectionStateName } from './collection.ts'
import { limits } from './limits.ts'
import { may, type Principal } from './principal.ts'
import type { StatusName } from './status.ts'

/** What it depends on whether a signed form can be returned. */
export interface SignedFormFacts {
  /** Provider whose submission is signed off. */
  instId: string
  isLatest: boolean
  collectionState: CollectionStateName
}

/** A right that is missing, or a condition. */
export interface SignedFormRefusal {
  kind: 'forbidden' | 'conflict'
  reason: Message
}

/**
 * Why the signed copy of a submission's sign-off form cannot be returned now: for want of a right, or of a condition;
 * undefined where it can. Only the provider's own people sign; until the agency has recorded it, another copy may follow.
 */
export const signedFormRefusal = (
  actor: Principal,
  status: StatusName,
  { instId, isLatest, collectionState }: SignedFormFacts,
): SignedFormRefusal | undefined => {
  const isSigner =
    actor.kind === 'user' && actor.organisationId === instId && may(actor, 'collections.request-sign-off')
  if (!isSigner) return { kind: 'forbidden', reason: message('submissions.sign-off', 'form.refused.right') }
  const condition =
    status !== 'PROVIDER_SIGNOFF'
      ? 'form.refused.status'
      : !isLatest
        ? 'form.refused.notLatest'
        : acceptsSubmissions(collectionState)
          ? undefined
          : 'form.refused.closed'
  return condition && { kind: 'conflict', reason: message('submissions.sign-off', condition) }
}

/** What it depends on whether a form can be signed in the portal, besides what a returned copy depends on. */
export interface SigningFacts extends SignedFormFacts {
  /** The collection's setting. */
  signsInPortal: boolean
}

/** Why the form cannot be signed in the portal now, before anybody has signed in again or typed; undefined where it can. */
export const signingRefusal = (
  actor: Principal,
  status: StatusName,
  facts: SigningFacts,
): SignedFormRefusal | undefined =>
  signedFormRefusal(actor, status, facts) ??
  (facts.signsInPortal
    ? undefined
    : { kind: 'conflict', reason: message('submissions.sign-off', 'sign.refused.setting') })

/** How long after signing in again a form can be signed. */
export const signatureWindowMs = limits.signatureMinutes * 60_000

/** Clocks of the identity service and of the server may differ by as much. */
const clockSkewMs = 60_000

/** A name as it is compared: capitals, spaces and the way in which an accent is encoded make no difference. */
const comparable = (name: string): string =>
  withoutCapitals(name.normalize('NFKC').trim().replace(/\s+/g, ' '))

/** What a signature consists of. */
export interface Signature {
  typedName: string
  /** The signer as the identity service names them. */
  name: string
  /** When the signer has last shown the identity service who they are, in ms; undefined where it does not say. */
  authenticatedAt: number | undefined
  /** Whether that sign-in has signed a form already. */
  isUsed: boolean
  /** In ms. */
  now: number
}

/**
 * What is wrong with a signature; undefined where it counts: the signer has just signed in again, for this form alone, and
 * has typed their own name.
 */
export const signatureFault = ({
  typedName,
  name,
  authenticatedAt,
  isUsed,
  now,
}: Signature): { kind: 'conflict' | 'invalid'; reason: Message } | undefined => {
  const age = authenticatedAt === undefined ? Number.POSITIVE_INFINITY : now - authenticatedAt
  if (isUsed || age > signatureWindowMs || age < -clockSkewMs)
    return { kind: 'conflict', reason: message('submissions.sign-off', 'sign.refused.stale') }
  return comparable(typedName) === comparable(name)
    ? undefined
    : { kind: 'invalid', reason: message('submissions.sign-off', 'sign.refused.name', { name }) }
}

/** How the content of a PDF begins. */
export const pdfBeginning = '%PDF-'

/** What is wrong with a file as a signed form, as far as its name and size tell; undefined when nothing is. */
export const signedFormFault = ({
  fileName,
  fileSize,
}: {
  fileName: string
  fileSize: number
}): Message | undefined => {
  if (!/\.pdf$/i.test(fileName)) return message('submissions.sign-off', 'form.fault.noPdf')
  if (fileSize === 0) return message('problems', 'attachmentEmpty', { file: fileName })
  const limit = limits.signedFormBytes
  return fileSize > limit
    ? message('problems', 'attachmentTooLarge', { file: fileName, limit: bytes(limit) })
    : undefined
}
