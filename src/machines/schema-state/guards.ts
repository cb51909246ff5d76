import { may } from '../../domain/principal.ts'
import { product } from '../../domain/product.ts'
import { message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { ContentEvent, ContentFacts } from './types.ts'

export type ContentGuard = Guard<ContentFacts, ContentEvent>

const guardTable = {
  mayPublish: {
    kind: 'right',
    test: (_, event) => may(event.actor, 'management.content'),
    holds: message('specification', 'mayPublish.holds'),
    fails: message('specification', 'mayPublish.fails', { product: product.name }),
  },
  isNotNeeded: {
    kind: 'condition',
    test: ({ specifications }) => specifications === 0,
    holds: message('specification', 'isNotNeeded.holds'),
    fails: message('specification', 'isNotNeeded.fails'),
  },
  isVersionFree: {
    kind: 'condition',
    test: ({ isVersionFree }) => isVersionFree,
    holds: message('specification', 'isVersionFree.holds'),
    fails: message('specification', 'isVersionFree.fails'),
  },
} as const satisfies Record<string, ContentGuard>

export type ContentGuardName = keyof typeof guardTable

/** The guards of schemas and rulesets by name, each with the messages that explain it. */
export const contentGuards: Record<ContentGuardName, ContentGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const contentGuardImplementations = implementationsOf(contentGuards)
