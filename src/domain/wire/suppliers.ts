import * as z from 'zod/mini'
import { apiKeyPlaces, keyDays, keyScopes, longestKeyName } from '../apiKey.ts'
import { deliveryStates, longestAddress, webhookEventTypes, webhookPlaces } from '../webhook.ts'
import { call, openApiType } from './call.ts'
import { instant, limit, offset, pagingMetadata, uuid } from './common.ts'

/** An API key, without its secret. */
export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  /** The part by which the key is known: what stands before its secret. */
  prefix: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  state: z.enum(apiKeyPlaces),
  made: instant,
  madeBy: z.string(),
  expires: instant,
  /** To the minute; null where it was never used. */
  lastUsed: z.nullable(instant),
  revoked: z.nullable(instant),
  revokedBy: z.nullable(z.string()),
})
export type ApiKeyWire = z.output<typeof apiKey>

export const listApiKeys = call({
  method: 'GET',
  path: '/suppliers/keys',
  summary: "The API keys of the reader's provider: those that count first.",
  permission: 'suppliers.manage',
  response: z.object({ keys: z.array(apiKey) }),
})

export const makeApiKey = call({
  method: 'POST',
  path: '/suppliers/keys',
  summary: 'Makes an API key of these scopes for so many days. Its secret is answered this once.',
  permission: 'suppliers.manage',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestKeyName)),
    scopes: z.array(z.enum(keyScopes)).check(z.minLength(1), z.maxLength(keyScopes.length)),
    days: z.literal(keyDays),
  }),
  response: z.object({
    key: apiKey,
    /** The key as it is sent: `Authorization: Bearer <secret>`. */
    secret: z.string(),
  }),
})

export const revokeApiKey = call({
  method: 'POST',
  path: '/suppliers/keys/{keyId}/revoke',
  summary: 'Takes an API key back. It counts no more from that moment on.',
  permission: 'suppliers.manage',
  response: apiKey,
})

export const getApiDescription = call({
  method: 'GET',
  path: '/suppliers/openapi',
  summary: 'The description of the API (OpenAPI 3.1), as a file.',
  permission: ['suppliers.manage', 'online-validation.online-validation'],
  produces: [openApiType],
})

const eventTypes = z.enum(webhookEventTypes as [(typeof webhookEventTypes)[number]])
const webhookDetails = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestKeyName)),
  /** Where events are posted to. */
  url: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestAddress)),
  events: z.array(eventTypes).check(z.minLength(1), z.maxLength(webhookEventTypes.length)),
}

/** An address that is called about the provider's submissions, without its secret. */
export const webhook = z.object({
  id: uuid,
  name: z.string(),
  url: z.string(),
  events: z.array(eventTypes),
  state: z.enum(webhookPlaces),
  /** Since when calls do not arrive; null where they do. */
  failingSince: z.nullable(instant),
  added: instant,
  addedBy: z.string(),
})
export type WebhookWire = z.output<typeof webhook>

const withSecret = z.object({
  webhook,
  /** The secret that signs, as Standard Webhooks writes it. */
  secret: z.string(),
})

const permission = 'suppliers.manage'
const path = '/suppliers/webhooks/{webhookId}'

export const listWebhooks = call({
  method: 'GET',
  path: '/suppliers/webhooks',
  summary: "The webhooks of the reader's provider.",
  permission,
  response: z.object({ webhooks: z.array(webhook) }),
})

export const addWebhook = call({
  method: 'POST',
  path: '/suppliers/webhooks',
  summary: 'Adds a webhook. Its secret is answered this once.',
  permission,
  body: z.object(webhookDetails),
  response: withSecret,
})

export const changeWebhook = call({
  method: 'PATCH',
  path,
  summary: 'Changes name, address or events of a webhook; what is not given stays.',
  permission,
  body: z.partial(z.object(webhookDetails)),
  response: webhook,
})

export const renewWebhookSecret = call({
  method: 'POST',
  path: `${path}/secret`,
  summary: 'Signs by another secret from now on. It is answered this once.',
  permission,
  response: withSecret,
})

export const switchWebhookOff = call({
  method: 'POST',
  path: `${path}/switch-off`,
  summary: 'Calls the address no more until it is switched on again.',
  permission,
  response: webhook,
})

export const switchWebhookOn = call({
  method: 'POST',
  path: `${path}/switch-on`,
  summary: 'Calls the address again. What happened meanwhile is not sent.',
  permission,
  response: webhook,
})

export const removeWebhook = call({
  method: 'DELETE',
  path,
  summary: 'Removes a webhook, with its secret.',
  permission,
})

export const testWebhook = call({
  method: 'POST',
  path: `${path}/test`,
  summary: 'Sends an event that tells of nothing, to see whether it arrives.',
  permission,
  status: 202,
})

/** What was sent to an address, or is to be sent; its id is the header `webhook-id` of each try. */
export const webhookDelivery = z.object({
  id: uuid,
  event: z.string(),
  submissionId: z.nullable(uuid),
  state: z.enum(deliveryStates),
  created: instant,
  attempts: z.number(),
  lastAttempt: z.nullable(instant),
  /** HTTP status of the last answer; null where none came. */
  answerStatus: z.nullable(z.number()),
  /** Why the last try failed. */
  fault: z.nullable(z.string()),
  /** What was sent. */
  body: z.string(),
})
export type WebhookDeliveryWire = z.output<typeof webhookDelivery>

export const listWebhookDeliveries = call({
  method: 'GET',
  path: `${path}/deliveries`,
  summary:
    'What was sent to the address in the last 90 days, the newest first; offset 0 and limit 25 without arguments.',
  permission,
  query: z.object({ offset, limit }),
  response: z.object({ deliveries: z.array(webhookDelivery), pagingMetadata }),
})

export const sendWebhookAgain = call({
  method: 'POST',
  path: `${path}/deliveries/{deliveryId}/send`,
  summary: 'Sends once more what was sent, or could not be.',
  permission,
  status: 202,
})
