import { jobPlaces } from '../../domain/jobPlace.ts'
import { message } from '../../messages/message.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { jobGuards } from './guards.ts'
import { jobMachine } from './machine.ts'
import { jobEventMessage } from './types.ts'

/** The chart as the server enforces it. */
export const jobChart = enforcedChart({
  name: 'job',
  machine: jobMachine,
  places: jobPlaces,
  guards: jobGuards,
  effects: { enqueueJob: true, keepRow: true, leaveRows: true },
  wrongMoment: (place, event) =>
    message('job', 'wrongMoment', {
      event: jobEventMessage(event.type),
      state: message('job', `states.${place}`),
    }),
  notNow: message('job', 'notNow'),
})

export type JobEffect = ReturnType<typeof jobChart.step>['effects'][number]

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainJob = jobChart.explain
