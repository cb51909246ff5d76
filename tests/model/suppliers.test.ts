import { describe, expect, it } from 'vitest'
import { apiKeyPlaces } from '../../src/domain/apiKey.ts'
import { webhookPlaces } from '../../src/domain/webhook.ts'
import { apiKeyChart, explainApiKey } from '../../src/machines/api-key/index.ts'
import { webhookChart } from '../../src/machines/webhook-endpoint/index.ts'
import { apiKeyDeviations, apiKeySpec, everyApiKeyEvent } from '../../src/model/charts/apiKey.ts'
import {
  everyWebhookEvent,
  webhookDeviations,
  webhookEndpointSpec,
} from '../../src/model/charts/webhookEndpoint.ts'
import { apiKeyDecided, webhookDecided } from '../../src/model/supplierDecisions.ts'
import { isAsDecided } from './support/asDecided.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('API key', () => {
  isWalkedWhole(apiKeySpec)

  it('answers every event by everybody in every state as was decided, with a reason where it refuses', () => {
    const faults = apiKeyPlaces.flatMap(place =>
      apiKeyDeviations.flatMap(facts =>
        everyApiKeyEvent
          .filter(
            event =>
              !isAsDecided(
                explainApiKey(place, facts, event),
                apiKeyChart.step(place, facts, event),
                apiKeyDecided(place, facts, event),
              ),
          )
          .map(event => `${place} ${event.type}`),
      ),
    )
    expect(faults).toEqual([])
  })
})

describe('webhook', () => {
  isWalkedWhole(webhookEndpointSpec)

  it('answers every event by everybody in every state as was decided, with a reason where it refuses', () => {
    const faults = webhookPlaces.flatMap(place =>
      webhookDeviations.flatMap(facts =>
        everyWebhookEvent
          .filter(
            event =>
              !isAsDecided(
                webhookChart.explain(place, facts, event),
                webhookChart.step(place, facts, event),
                webhookDecided(place, facts, event),
              ),
          )
          .map(event => `${place} ${event.type}`),
      ),
    )
    expect(faults).toEqual([])
  })
})
