import { systemPrincipal } from '../../domain/principal.ts'
import {
  type WebhookEvent,
  type WebhookFacts,
  webhookEndpointMachine,
} from '../../machines/webhook-endpoint/index.ts'
import type { ModelSpec, Samples } from '../modelOf.ts'
import { people } from '../people.ts'
import { everybodyAndAKey } from './apiKey.ts'

export const webhookFacts: WebhookFacts = { hasRoom: true, isLongFailing: false }

/** Facts that differ in one thing each. */
export const webhookDeviations: readonly WebhookFacts[] = [
  webhookFacts,
  { ...webhookFacts, hasRoom: false },
  { ...webhookFacts, isLongFailing: true },
]

const bySystem = (type: WebhookEvent['type']) => [{ type, actor: systemPrincipal }]
const byManager = (type: WebhookEvent['type']) => [{ type, actor: people.signOff }]

const samples = {
  ADD: byManager('ADD'),
  CHANGE: byManager('CHANGE'),
  RENEW_SECRET: byManager('RENEW_SECRET'),
  TELL: bySystem('TELL'),
  SEND_TEST: byManager('SEND_TEST'),
  SEND_AGAIN: byManager('SEND_AGAIN'),
  DELIVERED: bySystem('DELIVERED'),
  FAILED: bySystem('FAILED'),
  SWITCH_OFF: byManager('SWITCH_OFF'),
  SWITCH_ON: byManager('SWITCH_ON'),
  REMOVE: byManager('REMOVE'),
} as Samples<WebhookEvent>

/** Every event by everybody. */
export const everyWebhookEvent: readonly WebhookEvent[] = everybodyAndAKey.flatMap(actor =>
  (Object.keys(samples) as WebhookEvent['type'][]).map(type => ({ type, actor })),
)

export const webhookEndpointSpec: ModelSpec<typeof webhookEndpointMachine> = {
  machine: webhookEndpointMachine,
  samples,
  probes: { contexts: webhookDeviations, events: everyWebhookEvent },
  project: facts => facts,
  inputs: {
    'an address that has not failed for long': webhookFacts,
    'an address that has failed for long': { ...webhookFacts, isLongFailing: true },
  },
}
