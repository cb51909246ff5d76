import { may } from '../../domain/principal.ts'
import { product } from '../../domain/product.ts'
import { message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { ConfigurationEvent, ConfigurationFacts } from './types.ts'

export type ConfigurationGuard = Guard<ConfigurationFacts, ConfigurationEvent>

const guardTable = {
  mayConfigure: {
    kind: 'right',
    test: (_, event) => may(event.actor, 'management.delivery-configuration'),
    holds: message('delivery', 'configuration.mayConfigure.holds'),
    fails: message('delivery', 'configuration.mayConfigure.fails', { product: product.name }),
  },
  isReasoned: {
    kind: 'condition',
    test: facts => facts.isReasoned,
    holds: message('delivery', 'configuration.isReasoned.holds'),
    fails: message('delivery', 'configuration.isReasoned.fails'),
  },
} as const satisfies Record<string, ConfigurationGuard>

export type ConfigurationGuardName = keyof typeof guardTable

/** The guards of a delivery configuration by name, each with the messages that explain it. */
export const configurationGuards: Record<ConfigurationGuardName, ConfigurationGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const configurationGuardImplementations = implementationsOf(configurationGuards)
