import { may } from '../../domain/principal.ts'
import { product } from '../../domain/product.ts'
import { message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { PseudonymisationEvent, PseudonymisationFacts } from './types.ts'

export type PseudonymisationGuard = Guard<PseudonymisationFacts, PseudonymisationEvent>

const agency = { product: product.name }

const guardTable = {
  mayPseudonymise: {
    kind: 'right',
    test: (_, event) => may(event.actor, 'management.data-pseudonymisation'),
    holds: message('pseudonymisation', 'mayPseudonymise.holds'),
    fails: message('pseudonymisation', 'mayPseudonymise.fails', agency),
  },
  mayReset: {
    kind: 'right',
    test: (_, event) => may(event.actor, 'management.reset-pseudonymisation'),
    holds: message('pseudonymisation', 'mayReset.holds'),
    fails: message('pseudonymisation', 'mayReset.fails', agency),
  },
  isSystem: {
    kind: 'right',
    test: (_, event) => event.actor.kind === 'system',
    holds: message('pseudonymisation', 'isSystem.holds'),
    fails: message('pseudonymisation', 'isSystem.fails'),
  },
  isReady: {
    kind: 'condition',
    test: facts => facts.isReady,
    holds: message('pseudonymisation', 'isReady.holds'),
    fails: message('pseudonymisation', 'isReady.fails'),
  },
  hasFile: {
    kind: 'condition',
    test: facts => facts.hasFile,
    holds: message('pseudonymisation', 'hasFile.holds'),
    fails: message('pseudonymisation', 'hasFile.fails'),
  },
  isOfThisAttempt: {
    kind: 'condition',
    test: (facts, event) => 'attempt' in event && event.attempt === facts.attempt,
    holds: message('pseudonymisation', 'isOfThisAttempt.holds'),
    fails: message('pseudonymisation', 'isOfThisAttempt.fails'),
  },
} as const satisfies Record<string, PseudonymisationGuard>

export type PseudonymisationGuardName = keyof typeof guardTable

/** The guards of a task by name, each with the messages that explain it. */
export const pseudonymisationGuards: Record<PseudonymisationGuardName, PseudonymisationGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const pseudonymisationGuardImplementations = implementationsOf(pseudonymisationGuards)
