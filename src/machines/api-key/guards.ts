import { activeKeysAtMost } from '../../domain/apiKey.ts'
import { may } from '../../domain/principal.ts'
import { message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { ApiKeyEvent, ApiKeyFacts } from './types.ts'

export type ApiKeyGuard = Guard<ApiKeyFacts, ApiKeyEvent>

const guardTable = {
  mayManage: {
    kind: 'right',
    test: (_, event) => may(event.actor, 'suppliers.manage'),
    holds: message('apiKey', 'mayManage.holds'),
    fails: message('apiKey', 'mayManage.fails'),
  },
  isSystem: {
    kind: 'right',
    test: (_, event) => event.actor.kind === 'system',
    holds: message('apiKey', 'isSystem.holds'),
    fails: message('apiKey', 'isSystem.fails'),
  },
  hasRoom: {
    kind: 'condition',
    test: facts => facts.hasRoom,
    holds: message('apiKey', 'hasRoom.holds'),
    fails: message('apiKey', 'hasRoom.fails', { most: activeKeysAtMost }),
  },
  isInTime: {
    kind: 'condition',
    test: facts => !facts.isOver,
    holds: message('apiKey', 'isInTime.holds'),
    fails: message('apiKey', 'isInTime.fails'),
  },
  isOver: {
    kind: 'condition',
    test: facts => facts.isOver,
    holds: message('apiKey', 'isOver.holds'),
    fails: message('apiKey', 'isOver.fails'),
  },
} as const satisfies Record<string, ApiKeyGuard>

export type ApiKeyGuardName = keyof typeof guardTable

/** The guards of an API key by name, each with the messages that explain it. */
export const apiKeyGuards: Record<ApiKeyGuardName, ApiKeyGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const apiKeyGuardImplementations = implementationsOf(apiKeyGuards)
