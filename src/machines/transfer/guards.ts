import { acceptsSubmissions } from '../../domain/collection.ts'
import { may, type Principal } from '../../domain/principal.ts'
import { message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { TransferEvent, TransferFacts } from './types.ts'

export type TransferGuard = Guard<TransferFacts, TransferEvent>

const permission = 'collections.pgr-transfer-consent'

/** Whether the actor is staff of a provider who may answer about transfers. */
const actsFor = (actor: Principal, instId: string): boolean =>
  actor.kind === 'user' && actor.organisationId === instId && may(actor, permission)

const studentsOf = (event: TransferEvent): number => (event.type === 'NAMED' ? event.students : 0)

const isNeeded = (event: TransferEvent): boolean =>
  event.type === 'NAMED' && event.students > 0 && event.returnsRecord

const guardTable = {
  isSystem: {
    kind: 'right',
    test: (_, event) => event.actor.kind === 'system',
    holds: message('transfer', 'isSystem.holds'),
    fails: message('transfer', 'isSystem.fails'),
  },
  actsForReceiver: {
    kind: 'right',
    test: ({ receiverId }, { actor }) => actsFor(actor, receiverId),
    holds: message('transfer', 'actsForReceiver.holds'),
    fails: message('transfer', 'actsForReceiver.fails'),
  },
  actsForSender: {
    kind: 'right',
    test: ({ senderId }, { actor }) => actsFor(actor, senderId),
    holds: message('transfer', 'actsForSender.holds'),
    fails: message('transfer', 'actsForSender.fails'),
  },
  actsForEither: {
    kind: 'right',
    test: ({ senderId, receiverId }, { actor }) => actsFor(actor, senderId) || actsFor(actor, receiverId),
    holds: message('transfer', 'actsForEither.holds'),
    fails: message('transfer', 'actsForEither.fails'),
  },
  isLatest: {
    kind: 'condition',
    test: facts => facts.isLatest,
    holds: message('transfer', 'isLatest.holds'),
    fails: message('transfer', 'isLatest.fails'),
  },
  isOpen: {
    kind: 'condition',
    test: facts => acceptsSubmissions(facts.collectionState),
    holds: message('transfer', 'isOpen.holds'),
    fails: message('transfer', 'isOpen.fails'),
  },
  isNotSubmitted: {
    kind: 'condition',
    test: facts => !facts.isSubmitted,
    holds: message('transfer', 'isNotSubmitted.holds'),
    fails: message('transfer', 'isNotSubmitted.fails'),
  },
  isNotReminded: {
    kind: 'condition',
    test: facts => !facts.isReminded,
    holds: message('transfer', 'isNotReminded.holds'),
    fails: message('transfer', 'isNotReminded.fails'),
  },
  isAnswerNeeded: {
    kind: 'route',
    test: (_, event) => isNeeded(event),
    holds: message('transfer', 'isAnswerNeeded.holds'),
    fails: message('transfer', 'isAnswerNeeded.fails'),
  },
  isNoAnswerNeeded: {
    kind: 'route',
    test: (_, event) => !isNeeded(event),
    holds: message('transfer', 'isAnswerNeeded.fails'),
    fails: message('transfer', 'isAnswerNeeded.holds'),
  },
  isOtherNumber: {
    kind: 'route',
    test: ({ requested }, event) => studentsOf(event) !== requested,
    holds: message('transfer', 'isOtherNumber.holds'),
    fails: message('transfer', 'isOtherNumber.fails'),
  },
  isAgreedNumber: {
    kind: 'route',
    test: ({ agreed }, event) => studentsOf(event) === agreed,
    holds: message('transfer', 'isAgreedNumber.holds'),
    fails: message('transfer', 'isAgreedNumber.fails'),
  },
} as const satisfies Record<string, TransferGuard>

export type TransferGuardName = keyof typeof guardTable

/** The guards of a transfer by name, each with the messages that explain it. */
export const transferGuards: Record<TransferGuardName, TransferGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const transferGuardImplementations = implementationsOf(transferGuards)
