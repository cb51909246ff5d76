import { configurationPlaceLabel, configurationPlaces } from '../../domain/deliveryConfiguration.ts'
import { message } from '../../messages/message.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { configurationGuards } from './guards.ts'
import { deliveryConfigurationMachine } from './machine.ts'
import { configurationEventMessage } from './types.ts'

/** The chart as the server enforces it. */
export const configurationChart = enforcedChart({
  name: 'configuration',
  machine: deliveryConfigurationMachine,
  places: configurationPlaces,
  guards: configurationGuards,
  effects: { keepDetails: true },
  wrongMoment: (place, event) =>
    message('delivery', 'configuration.wrongMoment', {
      event: configurationEventMessage(event.type),
      state: configurationPlaceLabel(place),
    }),
  notNow: message('delivery', 'notNow'),
})

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainConfiguration = configurationChart.explain
