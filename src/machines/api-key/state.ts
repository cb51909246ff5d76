import { apiKeyPlaceLabel, apiKeyPlaces } from '../../domain/apiKey.ts'
import { message } from '../../messages/message.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { apiKeyGuards } from './guards.ts'
import { apiKeyMachine } from './machine.ts'
import { apiKeyEventMessage } from './types.ts'

/** The chart as the server enforces it. */
export const apiKeyChart = enforcedChart({
  name: 'key',
  machine: apiKeyMachine,
  places: apiKeyPlaces,
  guards: apiKeyGuards,
  effects: { noteUse: true },
  wrongMoment: (place, event) =>
    message('apiKey', 'wrongMoment', {
      event: apiKeyEventMessage(event.type),
      state: apiKeyPlaceLabel(place),
    }),
  notNow: message('apiKey', 'notNow'),
})

export type ApiKeyEffect = ReturnType<typeof apiKeyChart.step>['effects'][number]

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainApiKey = apiKeyChart.explain
