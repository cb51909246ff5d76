import { supportSessionPlaceLabel, supportSessionPlaces } from '../../domain/supportSession.ts'
import { message } from '../../messages/message.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { supportSessionGuards } from './guards.ts'
import { supportSessionMachine } from './machine.ts'
import { supportSessionEventMessage } from './types.ts'

/** The chart as the server enforces it. */
export const supportSessionChart = enforcedChart({
  name: 'session',
  machine: supportSessionMachine,
  places: supportSessionPlaces,
  guards: supportSessionGuards,
  effects: { noteWatcher: true, keepEntries: true, giveEntries: true, deleteEntries: true },
  wrongMoment: (place, event) =>
    message('supportSession', 'wrongMoment', {
      event: supportSessionEventMessage(event.type),
      state: supportSessionPlaceLabel(place),
    }),
  notNow: message('supportSession', 'notNow'),
})

export type SupportSessionEffect = ReturnType<typeof supportSessionChart.step>['effects'][number]
