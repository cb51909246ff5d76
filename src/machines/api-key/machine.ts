import { and, setup } from 'xstate'
import { type ApiKeyTag, apiKeyTags } from '../../domain/apiKey.ts'
import { apiKeyGuardImplementations } from './guards.ts'
import type { ApiKeyEvent, ApiKeyFacts } from './types.ts'

/**
 * A chart, because the server enforces the life of an API key by it, with each call that a key makes. Pure: no invoke, no delay,
 * no clock. Effects are named; the server applies them.
 */
export const apiKeyMachine = setup({
  types: {
    context: {} as ApiKeyFacts,
    events: {} as ApiKeyEvent,
    input: {} as ApiKeyFacts,
    tags: {} as ApiKeyTag,
  },
  guards: apiKeyGuardImplementations,
  actions: {
    /** When it was last used, to the minute. */
    noteUse: () => {},
  },
}).createMachine({
  id: 'apiKey',
  description: "What a provider's software, or its supplier's, calls the portal with.",
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
      tags: apiKeyTags.of('NONE'),
      description: 'There is no such key.',
      on: {
        MAKE: {
          target: 'active',
          guard: and(['mayManage', 'hasRoom']),
          description: 'Its secret is shown once; only the hash of it is kept.',
        },
      },
    },
    active: {
      tags: apiKeyTags.of('ACTIVE'),
      description: 'Calls can be made with it, as far as its scopes go.',
      on: {
        USE: {
          guard: and(['isSystem', 'isInTime']),
          actions: 'noteUse',
          description: 'Its time counts to the second, whenever the key is noted as expired.',
        },
        REVOKE: { target: 'revoked', guard: 'mayManage' },
        EXPIRE: { target: 'expired', guard: and(['isSystem', 'isOver']) },
      },
    },
    expired: {
      tags: apiKeyTags.of('EXPIRED'),
      description: 'Its time is over; another key takes its place.',
    },
    revoked: {
      tags: apiKeyTags.of('REVOKED'),
      description: 'It was taken back. It counts no more from that moment on, in every process.',
    },
  },
})

export type ApiKeyMachine = typeof apiKeyMachine
