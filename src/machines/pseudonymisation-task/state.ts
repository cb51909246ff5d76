import { pseudonymisationPlaces } from '../../domain/pseudonymisation.ts'
import { message } from '../../messages/message.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { pseudonymisationGuards } from './guards.ts'
import { pseudonymisationTaskMachine } from './machine.ts'
import { pseudonymisationEventMessage } from './types.ts'

/** The chart as the server enforces it. */
export const pseudonymisationChart = enforcedChart({
  name: 'pseudonymisation',
  machine: pseudonymisationTaskMachine,
  places: pseudonymisationPlaces,
  guards: pseudonymisationGuards,
  effects: {
    enqueueTask: true,
    countAttempt: true,
    keepOutput: true,
    keepFault: true,
    withdrawTask: true,
    removeParts: true,
  },
  wrongMoment: (place, event) =>
    message('pseudonymisation', 'wrongMoment', {
      event: pseudonymisationEventMessage(event.type),
      state: message('pseudonymisation', `states.${place}`),
    }),
  notNow: message('pseudonymisation', 'notNow'),
})

export type PseudonymisationEffect = ReturnType<typeof pseudonymisationChart.step>['effects'][number]

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainPseudonymisation = pseudonymisationChart.explain
