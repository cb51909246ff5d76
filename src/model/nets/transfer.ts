import type { TransferPlace } from '../../domain/transfer.ts'
import { type TransferEvent, type TransferFacts, transferMachine } from '../../machines/transfer/index.ts'
import { everyTransferEvent, transferDeviations, transferFacts } from '../charts/transfer.ts'
import { transferDecided } from '../transferDecisions.ts'
import type { Net, Outcome, Question } from './net.ts'

/** The chart's state of each stored one: the decisions themselves are in `transferDecisions`. */
const stateOf: Readonly<Record<TransferPlace, string>> = {
  NONE: 'none',
  ASKED: 'asked',
  AGREED: 'agreed',
  CHANGED: 'changed',
  WITHDRAWN: 'withdrawn',
}
const placeAt = new Map(Object.entries(stateOf).map(([place, state]) => [state, place as TransferPlace]))

const decided = ({ state, facts, event }: Question<TransferFacts>): Outcome<TransferFacts> | undefined => {
  const place = placeAt.get(state)
  const after = place && transferDecided(place, facts, event as TransferEvent)
  return after && { state: stateOf[after.place], facts, effects: after.effects }
}

export const transferNet: Net<TransferFacts> = {
  machine: transferMachine,
  states: Object.values(stateOf),
  factsIn: () => transferDeviations,
  events: everyTransferEvent,
  decided,
  // "The sender's … blocks while a receiver … has not consented"; the agreement is kept if the number changes.
  tags: {
    none: [],
    asked: [],
    agreed: ['agreed'],
    changed: ['agreed', 'changed'],
    withdrawn: ['withdrawn'],
  },
  starts: [{ input: transferFacts, outcome: { state: 'none', facts: transferFacts, effects: [] } }],
}
