import type { ApiKeyPlace } from '../domain/apiKey.ts'
import type { Principal } from '../domain/principal.ts'
import type { WebhookPlace } from '../domain/webhook.ts'
import type { ApiKeyEffect, ApiKeyEvent, ApiKeyFacts } from '../machines/api-key/index.ts'
import type { WebhookEffect, WebhookEvent, WebhookFacts } from '../machines/webhook-endpoint/index.ts'

/*
 * What was decided about the supplier's door, written a second time from there and apart from the charts.
 */

/** "Made by the provider's sign-off role"; a key is nobody's role, and makes no other. */
const managesSuppliers = (actor: Principal): boolean =>
  actor.kind === 'user' &&
  actor.organisationType === 'provider' &&
  actor.roles.includes('sign-off') &&
  actor.scopes === undefined

/** "API keys for software suppliers of a provider (scoped; expiry, last use, revoke)." */
export const apiKeyDecided = (
  place: ApiKeyPlace,
  facts: ApiKeyFacts,
  { type, actor }: ApiKeyEvent,
): { place: ApiKeyPlace; effects: ApiKeyEffect[] } | undefined => {
  const isSystem = actor.kind === 'system'
  switch (type) {
    case 'MAKE':
      return place === 'NONE' && managesSuppliers(actor) && facts.hasRoom
        ? { place: 'ACTIVE', effects: [] }
        : undefined
    case 'USE':
      return place === 'ACTIVE' && isSystem && !facts.isOver
        ? { place: 'ACTIVE', effects: ['noteUse'] }
        : undefined
    case 'REVOKE':
      return place === 'ACTIVE' && managesSuppliers(actor) ? { place: 'REVOKED', effects: [] } : undefined
    case 'EXPIRE':
      return place === 'ACTIVE' && isSystem && facts.isOver ? { place: 'EXPIRED', effects: [] } : undefined
  }
}

const isCalled = (place: WebhookPlace): boolean => place === 'ACTIVE' || place === 'FAILING'
const isThere = (place: WebhookPlace): boolean => isCalled(place) || place === 'SWITCHED_OFF'

const bySystem = (
  place: WebhookPlace,
  facts: WebhookFacts,
  type: WebhookEvent['type'],
): { place: WebhookPlace; effects: WebhookEffect[] } | undefined => {
  switch (type) {
    case 'TELL':
      return isCalled(place) ? { place, effects: ['enqueueDelivery'] } : undefined
    case 'DELIVERED':
      return place === 'FAILING' ? { place: 'ACTIVE', effects: ['forgetFailing'] } : undefined
    case 'FAILED':
      if (place === 'ACTIVE') return { place: 'FAILING', effects: ['noteFailing'] }
      return place === 'FAILING' && facts.isLongFailing
        ? { place: 'SWITCHED_OFF', effects: ['forgetFailing', 'notify'] }
        : undefined
    default:
      return undefined
  }
}

const byManager = (
  place: WebhookPlace,
  facts: WebhookFacts,
  type: WebhookEvent['type'],
): { place: WebhookPlace; effects: WebhookEffect[] } | undefined => {
  const wasFailing: WebhookEffect[] = place === 'FAILING' ? ['forgetFailing'] : []
  switch (type) {
    case 'ADD':
      return place === 'NONE' && facts.hasRoom
        ? { place: 'ACTIVE', effects: ['keepDetails', 'renewSecret'] }
        : undefined
    case 'CHANGE': {
      const after = place === 'FAILING' ? 'ACTIVE' : place
      return isThere(place) ? { place: after, effects: ['keepDetails', ...wasFailing] } : undefined
    }
    case 'RENEW_SECRET':
      return isThere(place) ? { place, effects: ['renewSecret'] } : undefined
    case 'SEND_TEST':
    case 'SEND_AGAIN':
      return isCalled(place) ? { place, effects: ['enqueueDelivery'] } : undefined
    case 'SWITCH_OFF':
      return isCalled(place) ? { place: 'SWITCHED_OFF', effects: wasFailing } : undefined
    case 'SWITCH_ON':
      return place === 'SWITCHED_OFF' ? { place: 'ACTIVE', effects: [] } : undefined
    case 'REMOVE':
      return isThere(place) ? { place: 'REMOVED', effects: [] } : undefined
    default:
      return undefined
  }
}

/**
 * "Webhooks with HMAC signature and retries; log of deliveries with redeliver; switched off after long failure and told by a
 * notice."
 */
export const webhookDecided = (place: WebhookPlace, facts: WebhookFacts, { type, actor }: WebhookEvent) => {
  if (actor.kind === 'system') return bySystem(place, facts, type)
  return managesSuppliers(actor) ? byManager(place, facts, type) : undefined
}
