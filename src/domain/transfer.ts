import { type Message, message } from '../messages/message.ts'
import { acceptsSubmissions, type CollectionStateName } from './collection.ts'
import { may, type Principal } from './principal.ts'
import { isApproved, isAwaitingApproval, type StatusName } from './status.ts'

/*
 * Transfers of postgraduate research students (decisions §12): the receiver agrees to all of one sender, sees the students from
 * then on, and may take that back until the sender has submitted. The sender cannot submit while one has not agreed.
 */

/** Where a transfer to a provider stands. */
export const consentStates = ['given', 'awaited', 'notNeeded'] as const
export type ConsentState = (typeof consentStates)[number]

/** What it depends on whether a receiver's consent is awaited. */
export interface TransferFacts {
  /** The receiver is the sender itself. */
  isOwn: boolean
  /** The receiver returns a record of its own in the collection. */
  returnsRecord: boolean
  isGiven: boolean
}

/** A receiver that returns no record of its own in the collection need not agree, and nobody agrees with themselves. */
export const consentStateOf = ({ isOwn, returnsRecord, isGiven }: TransferFacts): ConsentState =>
  isGiven ? 'given' : returnsRecord && !isOwn ? 'awaited' : 'notNeeded'

/**
 * Whether a submission's step makes its provider one that returns no record, by a nil return, or one that returns a record again:
 * of those who send it students it needs to agree no more, or has to from now on.
 */
export const changesWhoReturns = (before: NilReturnFacts, after: NilReturnFacts): boolean =>
  isNilReturn(before) !== isNilReturn(after)
interface NilReturnFacts {
  status: StatusName
  isLatest: boolean
}
const isNilReturn = ({ status, isLatest }: NilReturnFacts): boolean => isLatest && status === 'NIL_RETURN'

/** Whether somebody reads which students come to a provider: now, once it has agreed, or never. */
export const transferReadings = ['read', 'notAgreed', 'never'] as const
type TransferReading = (typeof transferReadings)[number]

/**
 * Who reads, of those who see the receiver's submission, which students come to it: the receiver, and whoever sees the records of
 * the sender, from which they are. A regulator of the receiver alone never does.
 */
export const transferReading = (
  { organisationId }: { organisationId: string },
  { receiverId, seesSender, isAgreed }: { receiverId: string; seesSender: boolean; isAgreed: boolean },
): TransferReading => {
  if (organisationId !== receiverId && !seesSender) return 'never'
  return isAgreed ? 'read' : 'notAgreed'
}

/** What it depends on whether a consent can be given or taken back. */
export interface ConsentFacts {
  /** Provider to which the students come. */
  receiverId: string
  /** Whether it is asked from the receiver's latest submission. */
  isLatest: boolean
  collectionState: CollectionStateName
  /** Status of the latest submission of the provider from which they come. */
  senderStatus: StatusName
}

export type ConsentChange = 'give' | 'withdraw'

/** Whether the sender's submission relies on the consent: it is handed over, and not given back. */
const hasSubmitted = (status: StatusName): boolean => isAwaitingApproval(status) || isApproved(status)

/**
 * Why a consent cannot be given, or taken back, now: for want of a right, or of a condition; undefined where it can.
 */
export const consentRefusal = (
  actor: Principal,
  change: ConsentChange,
  facts: ConsentFacts,
): { kind: 'forbidden' | 'conflict'; reason: Message } | undefined => {
  const isReceiver = actor.kind === 'user' && actor.organisationId === facts.receiverId
  if (!isReceiver || !may(actor, 'collections.pgr-transfer-consent'))
    return { kind: 'forbidden', reason: message('lifecycle', 'transfers.right') }
  const condition = !facts.isLatest
    ? 'transfers.notLatest'
    : !acceptsSubmissions(facts.collectionState)
      ? 'transfers.closed'
      : change === 'withdraw' && hasSubmitted(facts.senderStatus)
        ? 'transfers.senderSubmitted'
        : undefined
  return condition && { kind: 'conflict', reason: message('lifecycle', condition) }
}
