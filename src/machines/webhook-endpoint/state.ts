import { webhookPlaceLabel, webhookPlaces } from '../../domain/webhook.ts'
import { message } from '../../messages/message.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { webhookGuards } from './guards.ts'
import { webhookEndpointMachine } from './machine.ts'
import { webhookEventMessage } from './types.ts'

/** The chart as the server enforces it. */
export const webhookChart = enforcedChart({
  name: 'webhook',
  machine: webhookEndpointMachine,
  places: webhookPlaces,
  guards: webhookGuards,
  effects: {
    enqueueDelivery: true,
    renewSecret: true,
    keepDetails: true,
    noteFailing: true,
    forgetFailing: true,
    notify: true,
  },
  wrongMoment: (place, event) =>
    message('webhook', 'wrongMoment', {
      event: webhookEventMessage(event.type),
      state: webhookPlaceLabel(place),
    }),
  notNow: message('webhook', 'notNow'),
})

export type WebhookEffect = ReturnType<typeof webhookChart.step>['effects'][number]
