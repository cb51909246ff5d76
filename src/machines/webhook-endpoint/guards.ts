import { may } from '../../domain/principal.ts'
import { webhooksAtMost } from '../../domain/webhook.ts'
import { message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { WebhookEvent, WebhookFacts } from './types.ts'

export type WebhookGuard = Guard<WebhookFacts, WebhookEvent>

const guardTable = {
  mayManage: {
    kind: 'right',
    test: (_, event) => may(event.actor, 'suppliers.manage'),
    holds: message('webhook', 'mayManage.holds'),
    fails: message('webhook', 'mayManage.fails'),
  },
  isSystem: {
    kind: 'right',
    test: (_, event) => event.actor.kind === 'system',
    holds: message('webhook', 'isSystem.holds'),
    fails: message('webhook', 'isSystem.fails'),
  },
  hasRoom: {
    kind: 'condition',
    test: facts => facts.hasRoom,
    holds: message('webhook', 'hasRoom.holds'),
    fails: message('webhook', 'hasRoom.fails', { most: webhooksAtMost }),
  },
  isLongFailing: {
    kind: 'route',
    test: facts => facts.isLongFailing,
    holds: message('webhook', 'isLongFailing.holds'),
    fails: message('webhook', 'isLongFailing.fails'),
  },
} as const satisfies Record<string, WebhookGuard>

export type WebhookGuardName = keyof typeof guardTable

/** The guards of a webhook by name, each with the messages that explain it. */
export const webhookGuards: Record<WebhookGuardName, WebhookGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const webhookGuardImplementations = implementationsOf(webhookGuards)
