import { and, setup } from 'xstate'
import { type ConfigurationTag, configurationTags } from '../../domain/deliveryConfiguration.ts'
import { configurationGuardImplementations } from './guards.ts'
import type { ConfigurationEvent, ConfigurationFacts } from './types.ts'

const changed = { guard: and(['mayConfigure', 'isReasoned']), actions: 'keepDetails' } as const
const deleted = { target: 'deleted', guard: 'mayConfigure' } as const

/**
 * A chart, because the server enforces by it when a customer's configuration delivers. What a customer gets of its providers'
 * records (decisions §13). Pure: no invoke, no delay, no clock. Effects are named; the server applies them in the deciding
 * transaction.
 */
export const deliveryConfigurationMachine = setup({
  types: {
    context: {} as ConfigurationFacts,
    events: {} as ConfigurationEvent,
    input: {} as ConfigurationFacts,
    tags: {} as ConfigurationTag,
  },
  guards: configurationGuardImplementations,
  actions: {
    /** What is delivered, to whom and when, as it was given. */
    keepDetails: () => {},
  },
}).createMachine({
  id: 'deliveryConfiguration',
  description: "What a customer gets of its providers' records, and when.",
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
      tags: configurationTags.of('NONE'),
      description: 'There is no such configuration.',
      on: {
        CREATE: {
          target: 'disabled',
          ...changed,
          description: 'Nothing is sent before somebody has looked at it and enabled it.',
        },
      },
    },
    disabled: {
      tags: configurationTags.of('DISABLED'),
      description: 'Nothing is made by it. What was delivered stays for as long as it is kept.',
      on: {
        CHANGE: changed,
        ENABLE: { target: 'enabled', guard: and(['mayConfigure', 'isReasoned']) },
        DELETE: deleted,
      },
    },
    enabled: {
      tags: configurationTags.of('ENABLED'),
      description: 'Deliveries are made by it.',
      on: {
        CHANGE: {
          ...changed,
          description: 'What is being made keeps what it was asked for; the next one has the change.',
        },
        DISABLE: { target: 'disabled', guard: 'mayConfigure' },
        DELETE: deleted,
      },
    },
    deleted: {
      tags: configurationTags.of('DELETED'),
      description: 'It is gone for good; its deliveries still say what they held.',
    },
  },
})

export type DeliveryConfigurationMachine = typeof deliveryConfigurationMachine
