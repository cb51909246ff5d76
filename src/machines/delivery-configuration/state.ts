import { type SnapshotFrom, transition } from 'xstate'
import {
  type ConfigurationPlace,
  configurationPlaceLabel,
  configurationPlaces,
} from '../../domain/deliveryConfiguration.ts'
import { message } from '../../messages/message.ts'
import { answersOf, type Explanation } from '../support/answering.ts'
import { camelCase, placesIn } from '../support/leaves.ts'
import { type ConfigurationGuardName, configurationGuards } from './guards.ts'
import { type DeliveryConfigurationMachine, deliveryConfigurationMachine } from './machine.ts'
import { type ConfigurationEvent, type ConfigurationFacts, configurationEventMessage } from './types.ts'

const places = placesIn('configuration', deliveryConfigurationMachine.root, configurationPlaces, camelCase)

/** The chart at a stored state with the facts of the moment. */
const configurationAt = (
  place: ConfigurationPlace,
  facts: ConfigurationFacts,
): SnapshotFrom<DeliveryConfigurationMachine> =>
  deliveryConfigurationMachine.resolveState({ value: places.stateValueOf(place), context: facts })

/**
 * Where a configuration stands after an event. Ask `explainConfiguration` first: an event that the chart does not take leaves
 * everything as it was.
 */
export const stepConfiguration = (
  place: ConfigurationPlace,
  facts: ConfigurationFacts,
  event: ConfigurationEvent,
): { place: ConfigurationPlace; keepsDetails: boolean } => {
  const [after, actions] = transition(deliveryConfigurationMachine, configurationAt(place, facts), event)
  return {
    place: places.nameAt(after.value),
    keepsDetails: actions.some(({ type }) => type === 'keepDetails'),
  }
}

const answers = answersOf<ConfigurationFacts, ConfigurationEvent, ConfigurationGuardName>(
  deliveryConfigurationMachine.root,
  configurationGuards,
)

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainConfiguration = (
  place: ConfigurationPlace,
  facts: ConfigurationFacts,
  event: ConfigurationEvent,
): Explanation<ConfigurationGuardName> =>
  answers.explain(configurationAt(place, facts), facts, event, {
    wrongMoment: () =>
      message('delivery', 'configuration.wrongMoment', {
        event: configurationEventMessage(event.type),
        state: configurationPlaceLabel(place),
      }),
    notNow: message('delivery', 'notNow'),
  })
