import type { PseudonymisationPlace } from '../../domain/pseudonymisation.ts'
import { pseudonymisationTaskMachine } from '../../machines/pseudonymisation-task/machine.ts'
import type {
  PseudonymisationEvent,
  PseudonymisationFacts,
} from '../../machines/pseudonymisation-task/types.ts'
import {
  everyPseudonymisationEvent,
  pseudonymisationDeviations,
  pseudonymisationFacts,
} from '../charts/pseudonymisationTask.ts'
import { pseudonymisationDecided } from '../pseudonymisationDecisions.ts'
import type { Net, Outcome, Question } from './net.ts'

/** Where each place stands in the chart: the decisions themselves are in `pseudonymisationDecisions`. */
const stateOf: Readonly<Record<PseudonymisationPlace, string>> = {
  NONE: 'none',
  WAITING: 'waiting',
  WORKING: 'working',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
}
const placeAt = new Map(
  Object.entries(stateOf).map(([place, state]) => [state, place as PseudonymisationPlace]),
)

const decided = ({
  state,
  facts,
  event,
}: Question<PseudonymisationFacts>): Outcome<PseudonymisationFacts> | undefined => {
  const place = placeAt.get(state)
  const after = place && pseudonymisationDecided(place, facts, event as PseudonymisationEvent)
  return after && { state: stateOf[after.place], facts, effects: after.effects }
}

export const pseudonymisationTaskNet: Net<PseudonymisationFacts> = {
  machine: pseudonymisationTaskMachine,
  states: Object.values(stateOf),
  factsIn: () => pseudonymisationDeviations,
  events: everyPseudonymisationEvent,
  decided,
  // What was made can be fetched; who has cancelled a task, and when, is shown as long as it stands so.
  tags: { none: [], waiting: [], working: [], succeeded: ['made'], failed: [], cancelled: ['cancelled'] },
  starts: [
    {
      input: pseudonymisationFacts,
      outcome: { state: 'none', facts: pseudonymisationFacts, effects: [] },
    },
  ],
}
