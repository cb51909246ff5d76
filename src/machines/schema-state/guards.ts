import { may } from '../../domain/principal.ts'
import { withheld } from '../../domain/privacy.ts'
import { product } from '../../domain/product.ts'
import { listOf, message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { ContentEvent, ContentFacts } from './types.ts'

export type ContentGuard = Guard<ContentFacts, ContentEvent>

/** Of many fields the first are named. */
const fieldsNamed = 5

const guardTable = {
  mayPublish: {
    kind: 'right',
    test: (_, event) => may(event.actor, 'management.content'),
    holds: message('specification', 'mayPublish.holds'),
    fails: message('specification', 'mayPublish.fails', { product: product.name }),
  },
  /** Nobody opens to others, and so to themselves, what they may not read. */
  readsWhatItOpens: {
    kind: 'right',
    test: ({ lowered = [] }, { actor }) =>
      lowered.length === 0 ||
      (actor.kind === 'user' &&
        withheld(
          actor,
          'page',
          lowered.map(({ from }) => from),
        ) === undefined),
    holds: message('specification', 'readsWhatItOpens.holds'),
    fails: ({ lowered = [] }) =>
      message('specification', 'readsWhatItOpens.fails', {
        count: lowered.length,
        fields: listOf(lowered.slice(0, fieldsNamed).map(({ field }) => field)),
      }),
  },
  isNotNeeded: {
    kind: 'condition',
    test: ({ specifications }) => specifications === 0,
    holds: message('specification', 'isNotNeeded.holds'),
    fails: message('specification', 'isNotNeeded.fails'),
  },
  hasNoSubmissions: {
    kind: 'condition',
    test: ({ hasSubmissions }) => !hasSubmissions,
    holds: message('specification', 'hasNoSubmissions.holds'),
    fails: message('specification', 'hasNoSubmissions.fails'),
  },
  isNoBase: {
    kind: 'condition',
    test: ({ dependants = [] }) => dependants.length === 0,
    holds: message('specification', 'isNoBase.holds'),
    fails: ({ dependants = [] }) =>
      message('specification', 'isNoBase.fails', { versions: listOf(dependants) }),
  },
  isAsChecked: {
    kind: 'condition',
    test: ({ isAsChecked }) => isAsChecked !== false,
    holds: message('specification', 'isAsChecked.holds'),
    fails: message('specification', 'isAsChecked.fails'),
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
