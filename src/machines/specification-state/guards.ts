import { may } from '../../domain/principal.ts'
import { product } from '../../domain/product.ts'
import { message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { SpecificationEvent, SpecificationFacts } from './types.ts'

export type SpecificationGuard = Guard<SpecificationFacts, SpecificationEvent>

const undecidedOf = (event: SpecificationEvent): number =>
  event.type === 'APPLY_CONFIGURATION' ? (event.undecided ?? 0) : 0

const guardTable = {
  isSystem: {
    kind: 'right',
    test: (_, event) => event.actor.kind === 'system',
    holds: message('specification', 'isSystem.holds'),
    fails: message('specification', 'isSystem.fails'),
  },
  mayConfigure: {
    kind: 'right',
    test: (_, event) => may(event.actor, 'management.specifications'),
    holds: message('specification', 'mayConfigure.holds'),
    fails: message('specification', 'mayConfigure.fails', { product: product.name }),
  },
  wasNeverUsed: {
    kind: 'condition',
    test: ({ submissions }) => submissions === 0,
    holds: message('specification', 'wasNeverUsed.holds'),
    fails: message('specification', 'wasNeverUsed.fails'),
  },
  isContentAvailable: {
    kind: 'condition',
    test: ({ isContentAvailable }) => isContentAvailable,
    holds: message('specification', 'isContentAvailable.holds'),
    fails: message('specification', 'isContentAvailable.fails'),
  },
  isDecided: {
    kind: 'condition',
    test: (_, event) => undecidedOf(event) === 0,
    holds: message('specification', 'isDecided.holds'),
    fails: (_, event) => message('specification', 'isDecided.fails', { count: undecidedOf(event) }),
  },
  isWithoutCollection: {
    kind: 'route',
    test: ({ collections }) => collections === 0,
    holds: message('specification', 'isWithoutCollection.holds'),
    fails: message('specification', 'isWithoutCollection.fails'),
  },
} as const satisfies Record<string, SpecificationGuard>

export type SpecificationGuardName = keyof typeof guardTable

/** The guards of a specification by name, each with the messages that explain it. */
export const specificationGuards: Record<SpecificationGuardName, SpecificationGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const specificationGuardImplementations = implementationsOf(specificationGuards)
