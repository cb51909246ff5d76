import { may } from '../../domain/principal.ts'
import { product } from '../../domain/product.ts'
import { message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { DeliveryEvent, DeliveryFacts } from './types.ts'

export type DeliveryGuard = Guard<DeliveryFacts, DeliveryEvent>

const guardTable = {
  mayRequest: {
    kind: 'right',
    test: (_, { actor }) => actor.kind === 'system' || may(actor, 'management.delivery-configuration'),
    holds: message('delivery', 'mayRequest.holds'),
    fails: message('delivery', 'mayRequest.fails', { product: product.name }),
  },
  mayCancel: {
    kind: 'right',
    test: (_, { actor }) => may(actor, 'management.delivery-configuration'),
    holds: message('delivery', 'mayCancel.holds'),
    fails: message('delivery', 'mayCancel.fails', { product: product.name }),
  },
  isSystem: {
    kind: 'right',
    test: (_, event) => event.actor.kind === 'system',
    holds: message('delivery', 'isSystem.holds'),
    fails: message('delivery', 'isSystem.fails'),
  },
  isEnabled: {
    kind: 'condition',
    test: facts => facts.isEnabled,
    holds: message('delivery', 'isEnabled.holds'),
    fails: message('delivery', 'isEnabled.fails'),
  },
  hasSubmissions: {
    kind: 'condition',
    test: facts => facts.submissions > 0,
    holds: message('delivery', 'hasSubmissions.holds'),
    fails: message('delivery', 'hasSubmissions.fails'),
  },
  isOfThisAttempt: {
    kind: 'condition',
    test: ({ attempt }, event) => 'attempt' in event && event.attempt === attempt,
    holds: message('delivery', 'isOfThisAttempt.holds'),
    fails: message('delivery', 'isOfThisAttempt.fails'),
  },
  isExpired: {
    kind: 'condition',
    test: facts => facts.isExpired,
    holds: message('delivery', 'isExpired.holds'),
    fails: message('delivery', 'isExpired.fails'),
  },
} as const satisfies Record<string, DeliveryGuard>

export type DeliveryGuardName = keyof typeof guardTable

/** The guards of a delivery by name, each with the messages that explain it. */
export const deliveryGuards: Record<DeliveryGuardName, DeliveryGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const deliveryGuardImplementations = implementationsOf(deliveryGuards)
