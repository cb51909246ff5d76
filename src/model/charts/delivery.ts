import { type Principal, systemPrincipal } from '../../domain/principal.ts'
import { type DeliveryEvent, type DeliveryFacts, deliveryMachine } from '../../machines/delivery/index.ts'
import {
  type ConfigurationEvent,
  type ConfigurationFacts,
  deliveryConfigurationMachine,
} from '../../machines/delivery-configuration/index.ts'
import type { ModelSpec, Samples } from '../modelOf.ts'
import { people } from '../people.ts'

const everybody: readonly Principal[] = Object.values(people)

export const configurationFacts: ConfigurationFacts = { isReasoned: true }

/** Facts that differ in one thing each. */
export const configurationDeviations: readonly ConfigurationFacts[] = [
  configurationFacts,
  { isReasoned: false },
]

const byAdmin = (type: ConfigurationEvent['type']) => [{ type, actor: people.admin }]

const configurationSamples = {
  CREATE: byAdmin('CREATE'),
  CHANGE: byAdmin('CHANGE'),
  ENABLE: byAdmin('ENABLE'),
  DISABLE: byAdmin('DISABLE'),
  DELETE: byAdmin('DELETE'),
} as Samples<ConfigurationEvent>

/** Every event by everybody. */
export const everyConfigurationEvent: readonly ConfigurationEvent[] = everybody.flatMap(actor =>
  (Object.keys(configurationSamples) as ConfigurationEvent['type'][]).map(type => ({ type, actor })),
)

export const deliveryConfigurationSpec: ModelSpec<typeof deliveryConfigurationMachine> = {
  machine: deliveryConfigurationMachine,
  samples: configurationSamples,
  probes: { contexts: configurationDeviations, events: everyConfigurationEvent },
  project: facts => facts,
  inputs: { 'every field with its reason': configurationFacts, 'a field without one': { isReasoned: false } },
}

/** Facts of a delivery of two submissions, in the hands of its first attempt. */
export const deliveryFacts: DeliveryFacts = { isEnabled: true, submissions: 2, attempt: 1, isExpired: false }

/** Facts that differ in one thing each. */
export const deliveryDeviations: readonly DeliveryFacts[] = [
  deliveryFacts,
  { ...deliveryFacts, isEnabled: false },
  { ...deliveryFacts, submissions: 0 },
  { ...deliveryFacts, attempt: 2 },
  { ...deliveryFacts, isExpired: true },
]

/** Every event by everybody. */
export const everyDeliveryEvent: readonly DeliveryEvent[] = everybody.flatMap(actor => [
  ...(['REQUEST', 'START', 'CANCEL', 'EXPIRE'] as const).map(type => ({ type, actor })),
  ...(['MADE', 'GIVEN_UP'] as const).map(type => ({ type, actor, attempt: 1 })),
])

const deliverySamples: Samples<DeliveryEvent> = {
  REQUEST: [{ type: 'REQUEST', actor: people.admin }],
  START: [{ type: 'START', actor: systemPrincipal }],
  MADE: [{ type: 'MADE', actor: systemPrincipal, attempt: 1 }],
  GIVEN_UP: [{ type: 'GIVEN_UP', actor: systemPrincipal, attempt: 1 }],
  CANCEL: [{ type: 'CANCEL', actor: people.admin }],
  EXPIRE: [{ type: 'EXPIRE', actor: systemPrincipal }],
}

export const deliverySpec: ModelSpec<typeof deliveryMachine> = {
  machine: deliveryMachine,
  samples: deliverySamples,
  probes: { contexts: deliveryDeviations, events: everyDeliveryEvent },
  project: facts => facts,
  inputs: {
    'two submissions': deliveryFacts,
    'kept for its time': { ...deliveryFacts, isExpired: true },
    'nothing to deliver': { ...deliveryFacts, submissions: 0 },
  },
}
