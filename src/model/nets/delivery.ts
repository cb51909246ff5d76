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

const noTags = (states: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.values(states).map(state => [state, []]))

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
  tags: noTags(configurationStates),
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
  tags: noTags(deliveryStates),
  starts: [{ input: deliveryFacts, outcome: { state: 'none', facts: deliveryFacts, effects: [] } }],
}
