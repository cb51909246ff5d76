import { isPerson, may } from '../../domain/principal.ts'
import { message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { SupportSessionEvent, SupportSessionFacts } from './types.ts'

export type SupportSessionGuard = Guard<SupportSessionFacts, SupportSessionEvent>

const guardTable = {
  isSharer: {
    kind: 'right',
    test: ({ sharerId }, { actor }) => isPerson(sharerId, actor),
    holds: message('supportSession', 'isSharer.holds'),
    fails: message('supportSession', 'isSharer.fails'),
  },
  isWatcher: {
    kind: 'right',
    test: ({ watcherId }, { actor }) => isPerson(watcherId, actor),
    holds: message('supportSession', 'isWatcher.holds'),
    fails: message('supportSession', 'isWatcher.fails'),
  },
  isParty: {
    kind: 'right',
    test: ({ sharerId, watcherId }, { actor }) => isPerson(sharerId, actor) || isPerson(watcherId, actor),
    holds: message('supportSession', 'isParty.holds'),
    fails: message('supportSession', 'isParty.fails'),
  },
  mayInspect: {
    kind: 'right',
    test: (_, { actor }) => may(actor, 'monitoring.inspector'),
    holds: message('supportSession', 'mayInspect.holds'),
    fails: message('supportSession', 'mayInspect.fails'),
  },
  isSystem: {
    kind: 'right',
    test: (_, { actor }) => actor.kind === 'system',
    holds: message('supportSession', 'isSystem.holds'),
    fails: message('supportSession', 'isSystem.fails'),
  },
  isInTime: {
    kind: 'condition',
    test: ({ isOver }) => !isOver,
    holds: message('supportSession', 'isInTime.holds'),
    fails: message('supportSession', 'isInTime.fails'),
  },
  isOver: {
    kind: 'condition',
    test: ({ isOver }) => isOver,
    holds: message('supportSession', 'isInTime.fails'),
    fails: message('supportSession', 'isInTime.holds'),
  },
} as const satisfies Record<string, SupportSessionGuard>

export type SupportSessionGuardName = keyof typeof guardTable

/** The guards of a support session by name, each with the messages that explain it. */
export const supportSessionGuards: Record<SupportSessionGuardName, SupportSessionGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const supportSessionGuardImplementations = implementationsOf(supportSessionGuards)
