import { type Message, message } from '../messages/message.ts'
import { type TagOf, taggedPlaces } from './places.ts'
import { isApproved, isAwaitingApproval, type StatusName } from './status.ts'

/*
 * Transfers of postgraduate research students (decisions §12, §16): the receiver agrees to all of one sender, sees the students from
 * then on, and may take that back until the sender has submitted. The sender cannot submit while one has not agreed.
 */

/** States of a transfer; the chart `machines/transfer` decides them. */
export const transferTags = taggedPlaces({
  NONE: [],
  ASKED: [],
  AGREED: ['agreed'],
  CHANGED: ['agreed', 'changed'],
  WITHDRAWN: ['withdrawn'],
})
export type TransferTag = TagOf<typeof transferTags>
export const transferPlaces = transferTags.places
export type TransferPlace = (typeof transferPlaces)[number]
/** The state of a transfer of which nothing is stored. */
export const unknownTransfer = 'NONE' satisfies TransferPlace
/** The state of a request that waits for an answer. */
export const askedTransfer = 'ASKED' satisfies TransferPlace

/** Whether the receiver has agreed, whatever number of students. */
export const isTransferAgreed = (place: TransferPlace): boolean => transferTags.has(place, 'agreed')
/** Whether the sender named another number of students after the receiver agreed. */
export const isTransferChanged = (place: TransferPlace): boolean => transferTags.has(place, 'changed')
/** Whether the receiver took its agreement back. */
export const isTransferWithdrawn = (place: TransferPlace): boolean => transferTags.has(place, 'withdrawn')

/** The state of a transfer, as people read it. */
export const transferPlaceLabel = (place: TransferPlace): Message => message('transfer', `states.${place}`)

/** What a sender's submission needs of a receiver. */
export const consentStates = ['given', 'awaited', 'notNeeded'] as const
export type ConsentState = (typeof consentStates)[number]

/** What it depends on whether a receiver's consent is awaited. */
export interface ConsentFacts {
  /** The receiver is the sender itself. */
  isOwn: boolean
  /** The receiver returns its own record in the collection. */
  returnsRecord: boolean
  isGiven: boolean
}

/** A receiver that does not return its own record in the collection need not agree, and nobody agrees with themselves. */
export const consentStateOf = ({ isOwn, returnsRecord, isGiven }: ConsentFacts): ConsentState =>
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

/** Whether the sender's submission relies on the consent: it is handed over, and not given back. */
export const hasSubmitted = (status: StatusName): boolean => isAwaitingApproval(status) || isApproved(status)

/** Whether a receiver's file returns the students of a transfer: all, some, none, or not known. */
export type ReturnedState = 'all' | 'some' | 'none' | 'unknown'

/** Compares the students of a transfer with those that the receiver's latest file returns; null if that is not known. */
export const returnedStateOf = (students: number, returned: number | null): ReturnedState => {
  if (returned === null) return 'unknown'
  if (returned >= students) return 'all'
  return returned === 0 ? 'none' : 'some'
}

/** Characters of a message from one provider to the other. */
export const longestTransferMessage = 2000
