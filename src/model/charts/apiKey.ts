import { keyScopes } from '../../domain/apiKey.ts'
import { type Principal, systemPrincipal, type UserPrincipal } from '../../domain/principal.ts'
import { type ApiKeyEvent, type ApiKeyFacts, apiKeyMachine } from '../../machines/api-key/index.ts'
import type { ModelSpec, Samples } from '../modelOf.ts'
import { people } from '../people.ts'

/** A key that has every scope, of a role that may manage keys: still it manages none. */
const key: UserPrincipal = { ...people.signOff, userId: 'key:abc', scopes: keyScopes }

/** Everybody who can knock at what a provider's suppliers use. */
export const everybodyAndAKey: readonly Principal[] = [...Object.values(people), key]

export const apiKeyFacts: ApiKeyFacts = { hasRoom: true, isOver: false }

/** Facts that differ in one thing each. */
export const apiKeyDeviations: readonly ApiKeyFacts[] = [
  apiKeyFacts,
  { ...apiKeyFacts, hasRoom: false },
  { ...apiKeyFacts, isOver: true },
]

/** Every event by everybody. */
export const everyApiKeyEvent: readonly ApiKeyEvent[] = everybodyAndAKey.flatMap(actor =>
  (['MAKE', 'USE', 'REVOKE', 'EXPIRE'] as const).map(type => ({ type, actor })),
)

const samples: Samples<ApiKeyEvent> = {
  MAKE: [{ type: 'MAKE', actor: people.signOff }],
  USE: [{ type: 'USE', actor: systemPrincipal }],
  REVOKE: [{ type: 'REVOKE', actor: people.signOff }],
  EXPIRE: [{ type: 'EXPIRE', actor: systemPrincipal }],
}

export const apiKeySpec: ModelSpec<typeof apiKeyMachine> = {
  machine: apiKeyMachine,
  samples,
  probes: { contexts: apiKeyDeviations, events: everyApiKeyEvent },
  project: facts => facts,
  inputs: {
    'a key that is in time': apiKeyFacts,
    'a key whose time is over': { ...apiKeyFacts, isOver: true },
  },
}
