import type { WebhookPlace } from '../../domain/webhook.ts'
import {
  type WebhookEvent,
  type WebhookFacts,
  webhookEndpointMachine,
} from '../../machines/webhook-endpoint/index.ts'
import { everyWebhookEvent, webhookDeviations, webhookFacts } from '../charts/webhookEndpoint.ts'
import { webhookDecided } from '../supplierDecisions.ts'
import type { Net, Outcome, Question } from './net.ts'

/** Where each place stands in the chart: the decisions themselves are in `supplierDecisions`. */
const stateOf: Readonly<Record<WebhookPlace, string>> = {
  NONE: 'none',
  ACTIVE: 'active',
  FAILING: 'failing',
  SWITCHED_OFF: 'switchedOff',
  REMOVED: 'removed',
}
const placeAt = new Map(Object.entries(stateOf).map(([place, state]) => [state, place as WebhookPlace]))

const decided = ({ state, facts, event }: Question<WebhookFacts>): Outcome<WebhookFacts> | undefined => {
  const place = placeAt.get(state)
  const after = place && webhookDecided(place, facts, event as WebhookEvent)
  return after && { state: stateOf[after.place], facts, effects: after.effects }
}

export const webhookEndpointNet: Net<WebhookFacts> = {
  machine: webhookEndpointMachine,
  states: Object.values(stateOf),
  factsIn: () => webhookDeviations,
  events: everyWebhookEvent,
  decided,
  // "Switched off after long failure": it stays in the list, and is not called; what was removed is in no list.
  tags: { none: [], active: [], failing: [], switchedOff: ['off'], removed: ['removed'] },
  starts: [{ input: webhookFacts, outcome: { state: 'none', facts: webhookFacts, effects: [] } }],
}
