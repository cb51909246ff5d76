import type { Principal } from '../domain/principal.ts'
import type { TransferPlace } from '../domain/transfer.ts'
import type { TransferEffect, TransferEvent, TransferFacts } from '../machines/transfer/index.ts'

/*
 * What decisions §12 and §16 say of transfers of research students, written a second time from there and apart from the chart.
 */

/** Staff of a provider, not its guests, suppliers or keys. */
const isStaffOf = (actor: Principal, instId: string): boolean =>
  actor.kind === 'user' &&
  actor.organisationType === 'provider' &&
  actor.organisationId === instId &&
  actor.scopes === undefined &&
  actor.roles.some(role => role === 'submitter' || role === 'sign-off')

interface Outcome {
  place: TransferPlace
  effects: TransferEffect[]
}

const ask: TransferEffect[] = ['noteRequest', 'notifyReceiver']

/** "none → asked (with the number of students)"; "the agreement is kept and marked changed; whoever agreed is notified". */
const named = (
  place: TransferPlace,
  { requested, agreed }: TransferFacts,
  { students, returnsRecord }: TransferEvent & { type: 'NAMED' },
): Outcome | undefined => {
  const isNeeded = students > 0 && returnsRecord
  const isOther = students !== requested
  switch (place) {
    case 'NONE':
      return isNeeded ? { place: 'ASKED', effects: ask } : undefined
    case 'ASKED':
    case 'WITHDRAWN':
      if (!isNeeded) return { place: 'NONE', effects: ['noteRequest'] }
      return isOther ? { place: 'ASKED', effects: ask } : undefined
    case 'AGREED':
      return isOther ? { place: 'CHANGED', effects: ask } : undefined
    case 'CHANGED':
      if (students === agreed) return { place: 'AGREED', effects: ['noteRequest'] }
      return isOther ? { place, effects: ask } : undefined
  }
}

/** What comes of an event; undefined where it is refused. */
export const transferDecided = (
  place: TransferPlace,
  facts: TransferFacts,
  event: TransferEvent,
): Outcome | undefined => {
  const { type, actor } = event
  const isOpen = ['Open', 'Historic amendment'].includes(facts.collectionState)
  const isReceiver = isStaffOf(actor, facts.receiverId)
  const isSender = isStaffOf(actor, facts.senderId)
  switch (type) {
    case 'NAMED':
      return actor.kind === 'system' ? named(place, facts, event) : undefined
    case 'AGREE':
      return ['ASKED', 'CHANGED', 'WITHDRAWN'].includes(place) && isReceiver && isOpen && facts.isLatest
        ? { place: 'AGREED', effects: ['noteAgreement', 'notifySender'] }
        : undefined
    // "until the sender has submitted"
    case 'WITHDRAW':
      return ['AGREED', 'CHANGED'].includes(place) &&
        isReceiver &&
        isOpen &&
        facts.isLatest &&
        !facts.isSubmitted
        ? { place: 'WITHDRAWN', effects: ['forgetAgreement', 'notifySender'] }
        : undefined
    // "The sender may remind once a day."
    case 'REMIND':
      return ['ASKED', 'WITHDRAWN'].includes(place) &&
        isSender &&
        isOpen &&
        facts.isLatest &&
        !facts.isReminded
        ? { place, effects: ['noteReminder', 'notifyReceiver'] }
        : undefined
    // "Ask the other provider" (a message on the transfer)
    case 'WRITE':
      return place !== 'NONE' && (isReceiver || isSender) && isOpen
        ? { place, effects: ['keepMessage', 'notifyOther'] }
        : undefined
  }
}
