import type { Principal } from '../../domain/principal.ts'
import { askedTransfer, transferPlaceLabel, transferPlaces } from '../../domain/transfer.ts'
import { message } from '../../messages/message.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { transferGuards } from './guards.ts'
import { transferMachine } from './machine.ts'
import { type TransferFacts, transferEventMessage } from './types.ts'

/** The chart as the server enforces it. */
export const transferChart = enforcedChart({
  name: 'transfer',
  machine: transferMachine,
  places: transferPlaces,
  guards: transferGuards,
  effects: {
    noteRequest: true,
    noteAgreement: true,
    forgetAgreement: true,
    noteReminder: true,
    keepMessage: true,
    notifyReceiver: true,
    notifySender: true,
    notifyOther: true,
  },
  wrongMoment: (place, event) =>
    message('transfer', 'wrongMoment', {
      event: transferEventMessage(event.type),
      state: transferPlaceLabel(place),
    }),
  notNow: message('transfer', 'notNow'),
})

/** Why somebody cannot agree to a request that waits for an answer; undefined if they can. */
export const agreementRefusal = (facts: TransferFacts, actor: Principal) =>
  transferChart.explain(askedTransfer, facts, { type: 'AGREE', actor }).refusal

export type TransferEffect = ReturnType<typeof transferChart.step>['effects'][number]
