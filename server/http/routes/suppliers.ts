import type { FastifyInstance } from 'fastify'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { DeliveryState } from '../../../src/domain/webhook.ts'
import * as wire from '../../../src/domain/wire/suppliers.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { granted } from '../../decisions/decider.ts'
import { fromColumn, inLanguage } from '../../messages.ts'
import type { ApiKey, ApiKeys } from '../../suppliers/index.ts'
import type { Delivery, Endpoint, Webhooks } from '../../webhooks/index.ts'
import { openApiFile } from '../openapi.ts'
import { route } from '../route.ts'
import { uuidForm } from './submissionAccess.ts'

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

const keyWire = (key: ApiKey): wire.ApiKeyWire => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: [...key.scopes],
  state: key.place,
  made: key.made.toISOString(),
  madeBy: key.madeBy,
  expires: key.expires.toISOString(),
  lastUsed: isoOrNull(key.lastUsed),
  revoked: isoOrNull(key.revoked),
  revokedBy: key.revokedBy,
})

const webhookWire = (endpoint: Endpoint): wire.WebhookWire => ({
  id: endpoint.id,
  name: endpoint.name,
  url: endpoint.url,
  events: [...endpoint.events],
  state: endpoint.place,
  failingSince: isoOrNull(endpoint.failingSince),
  added: endpoint.added.toISOString(),
  addedBy: endpoint.addedBy,
})

const stateOf = ({ delivered, givenUp }: Delivery): DeliveryState => {
  if (delivered) return 'delivered'
  return givenUp ? 'givenUp' : 'waiting'
}

const deliveryWire = (language: Language, delivery: Delivery): wire.WebhookDeliveryWire => ({
  id: delivery.id,
  event: delivery.event,
  submissionId: delivery.submissionId,
  state: stateOf(delivery),
  created: delivery.created.toISOString(),
  attempts: delivery.attempts,
  lastAttempt: isoOrNull(delivery.attempted),
  answerStatus: delivery.answerStatus,
  fault: delivery.fault === null ? null : inLanguage(language, fromColumn(delivery.fault)),
  body: delivery.body,
})

/** Deliveries of a page where the caller does not say. */
const shownAtOnce = 25

const idIn = (text: string, missing: 'noSuchKey' | 'noWebhook'): string => {
  if (!uuidForm.test(text)) throw new ProblemError(problem('not-found', message('problems', missing)))
  return text
}

/** The calls by which a provider lets its software, or its supplier's, in. */
export const supplierRoutes = (
  app: FastifyInstance,
  { keys, webhooks }: { keys: ApiKeys; webhooks: Webhooks },
): void => {
  route(app, wire.listApiKeys, async ({ actor }) => ({ keys: (await keys.list(actor)).map(keyWire) }))

  route(app, wire.makeApiKey, async ({ actor, body }) => {
    const { record, secret } = await granted(keys.make(actor, { ...body, scopes: [...new Set(body.scopes)] }))
    return { key: keyWire(record), secret }
  })

  route(app, wire.revokeApiKey, async ({ actor, params }) => {
    const { record } = await granted(keys.revoke(actor, idIn(params.keyId, 'noSuchKey')))
    return keyWire(record)
  })

  const sendDescription = openApiFile(app.bedel.publicUrl)
  route(app, wire.getApiDescription, ({ request, reply }) => sendDescription(request, reply))

  webhookRoutes(app, webhooks)
}

const webhookRoutes = (app: FastifyInstance, webhooks: Webhooks): void => {
  const idOf = ({ webhookId }: { webhookId: string }): string => idIn(webhookId, 'noWebhook')

  route(app, wire.listWebhooks, async ({ actor }) => ({
    webhooks: (await webhooks.list(actor)).map(webhookWire),
  }))
  route(app, wire.addWebhook, async ({ actor, body }) => {
    const { record, secret } = await granted(
      webhooks.add(actor, { ...body, events: [...new Set(body.events)] }),
    )
    return { webhook: webhookWire(record), secret }
  })
  route(app, wire.changeWebhook, async ({ actor, params, body }) => {
    const { name, url, events } = body
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: [...new Set(events)] }),
    }
    return webhookWire((await granted(webhooks.change(actor, idOf(params), changes))).record)
  })
  route(app, wire.renewWebhookSecret, async ({ actor, params }) => {
    const { record, secret } = await granted(webhooks.renewSecret(actor, idOf(params)))
    return { webhook: webhookWire(record), secret }
  })
  for (const [call, event] of [
    [wire.switchWebhookOff, 'SWITCH_OFF'],
    [wire.switchWebhookOn, 'SWITCH_ON'],
  ] as const)
    route(app, call, async ({ actor, params }) =>
      webhookWire((await granted(webhooks.decide(actor, idOf(params), event))).record),
    )
  route(app, wire.removeWebhook, async ({ actor, params }) => {
    await granted(webhooks.decide(actor, idOf(params), 'REMOVE'))
    return undefined
  })
  route(app, wire.testWebhook, async ({ actor, params }) => {
    await granted(webhooks.sendTest(actor, idOf(params)))
    return undefined
  })
  route(app, wire.listWebhookDeliveries, async ({ actor, params, query, language }) => {
    const { offset = 0, limit = shownAtOnce } = query
    const found = await webhooks.deliveries(actor, idOf(params), { offset, limit })
    if (!found) throw new ProblemError(problem('not-found', message('problems', 'noWebhook')))
    return {
      deliveries: found.deliveries.map(delivery => deliveryWire(language, delivery)),
      pagingMetadata: { totalResultsCount: found.total, limit, offset },
    }
  })
  route(app, wire.sendWebhookAgain, async ({ actor, params }) => {
    await granted(webhooks.sendAgain(actor, idOf(params), idIn(params.deliveryId, 'noWebhook')))
    return undefined
  })
}
