import type { ApiKeyPlace } from '../../domain/apiKey.ts'
import { type ApiKeyEvent, type ApiKeyFacts, apiKeyMachine } from '../../machines/api-key/index.ts'
import { apiKeyDeviations, apiKeyFacts, everyApiKeyEvent } from '../charts/apiKey.ts'
import { apiKeyDecided } from '../supplierDecisions.ts'
import type { Net, Outcome, Question } from './net.ts'

/** Where each place stands in the chart: the decisions themselves are in `supplierDecisions`. */
const stateOf: Readonly<Record<ApiKeyPlace, string>> = {
  NONE: 'none',
  ACTIVE: 'active',
  EXPIRED: 'expired',
  REVOKED: 'revoked',
}
const placeAt = new Map(Object.entries(stateOf).map(([place, state]) => [state, place as ApiKeyPlace]))

const decided = ({ state, facts, event }: Question<ApiKeyFacts>): Outcome<ApiKeyFacts> | undefined => {
  const place = placeAt.get(state)
  const after = place && apiKeyDecided(place, facts, event as ApiKeyEvent)
  return after && { state: stateOf[after.place], facts, effects: after.effects }
}

export const apiKeyNet: Net<ApiKeyFacts> = {
  machine: apiKeyMachine,
  states: Object.values(stateOf),
  factsIn: () => apiKeyDeviations,
  events: everyApiKeyEvent,
  decided,
  // "Scoped; expiry, revoke": only what is neither over nor taken back counts.
  tags: { none: [], active: ['active'], expired: [], revoked: [] },
  starts: [{ input: apiKeyFacts, outcome: { state: 'none', facts: apiKeyFacts, effects: [] } }],
}
