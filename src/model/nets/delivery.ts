import type { ConfigurationPlace } from '../../domain/deliveryConfiguration.ts'
import type { DeliveryPlace } from '../../domain/deliveryPlace.ts'
import { type DeliveryEvent, type DeliveryFacts, deliveryMachine } from '../../machines/delivery/index.ts'
import {
  type ConfigurationEvent,
  type ConfigurationFacts,
  deliveryConfigurationMachine,
} from '../../machines/delivery-configuration/index.ts'
import {
  configurationDeviations,
  configurationFacts,
  deliveryDeviations,
  deliveryFacts,
  everyConfigurationEvent,
  everyDeliveryEvent,
} from '../charts/delivery.ts'
import { configurationDecided, deliveryDecided } from '../deliveryDecisions.ts'
import type { Net, Outcome, Question } from './net.ts'

/** Where each place stands in the charts: the decisions themselves are in `deliveryDecisions`. */
const configurationStates: Readonly<Record<ConfigurationPlace, string>> = {
  NONE: 'none',
  ENABLED: 'enabled',
  DISABLED: 'disabled',
  DELETED: 'deleted',
}
const deliveryStates: Readonly<Record<DeliveryPlace, string>> = {
  NONE: 'none',
  WAITING: 'waiting',
  WORKING: 'working',
  READY: 'ready',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
}
const placeAt = <P extends string>(states: Readonly<Record<P, string>>, state: string): P | undefined =>
  (Object.keys(states) as P[]).find(place => states[place] === state)

export const deliveryConfigurationNet: Net<ConfigurationFacts> = {
  machine: deliveryConfigurationMachine,
  states: Object.values(configurationStates),
  factsIn: () => configurationDeviations,
  events: everyConfigurationEvent,
  decided: ({
    state,
    facts,
    event,
  }: Question<ConfigurationFacts>): Outcome<ConfigurationFacts> | undefined => {
    const place = placeAt(configurationStates, state)
    const after = place && configurationDecided(place, facts, event as ConfigurationEvent)
    return (
      after && {
        state: configurationStates[after.place],
        facts,
        effects: after.effects,
      }
    )
  },
  // "Edit, disable, delete": deliveries are made by what is enabled, and what is deleted is no longer there for anybody.
  tags: { none: [], enabled: ['enabled'], disabled: [], deleted: ['deleted'] },
  starts: [{ input: configurationFacts, outcome: { state: 'none', facts: configurationFacts, effects: [] } }],
}

export const deliveryNet: Net<DeliveryFacts> = {
  machine: deliveryMachine,
  states: Object.values(deliveryStates),
  factsIn: () => deliveryDeviations,
  events: everyDeliveryEvent,
  decided: ({ state, facts, event }: Question<DeliveryFacts>): Outcome<DeliveryFacts> | undefined => {
    const place = placeAt(deliveryStates, state)
    const after = place && deliveryDecided(place, facts, event as DeliveryEvent)
    return after && { state: deliveryStates[after.place], facts, effects: after.effects }
  },
  // "Kept 90 days": what is being made or is there keeps what it is made of; what came to nothing counts as not delivered.
  tags: {
    none: [],
    waiting: ['keepsPartitions', 'underWay'],
    working: ['keepsPartitions', 'underWay'],
    ready: ['keepsPartitions', 'ready'],
    failed: ['unmade'],
    cancelled: ['cancelled', 'unmade'],
    expired: ['expired'],
  },
  starts: [{ input: deliveryFacts, outcome: { state: 'none', facts: deliveryFacts, effects: [] } }],
}
