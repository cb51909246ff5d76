import { deliveryPlaceLabel, deliveryPlaces } from '../../domain/deliveryPlace.ts'
import { message } from '../../messages/message.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { deliveryGuards } from './guards.ts'
import { deliveryMachine } from './machine.ts'
import { deliveryEventMessage } from './types.ts'

/** The chart as the server enforces it. */
export const deliveryChart = enforcedChart({
  name: 'delivery',
  machine: deliveryMachine,
  places: deliveryPlaces,
  guards: deliveryGuards,
  effects: {
    enqueueDelivery: true,
    countAttempt: true,
    keepPackage: true,
    keepFault: true,
    notify: true,
    removePackage: true,
    withdrawDelivery: true,
    removeParts: true,
  },
  wrongMoment: (place, event) =>
    message('delivery', 'wrongMoment', {
      event: deliveryEventMessage(event.type),
      state: deliveryPlaceLabel(place),
    }),
  notNow: message('delivery', 'notNow'),
})

export type DeliveryEffect = ReturnType<typeof deliveryChart.step>['effects'][number]

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainDelivery = deliveryChart.explain
