import type { SupportSessionPlace } from '../../domain/supportSession.ts'
import {
  type SupportSessionEvent,
  type SupportSessionFacts,
  supportSessionMachine,
} from '../../machines/support-session/index.ts'
import {
  everySupportSessionEvent,
  supportSessionDeviations,
  supportSessionFacts,
} from '../charts/supportSession.ts'
import { supportSessionDecided } from '../supportDecisions.ts'
import type { Net, Outcome, Question } from './net.ts'

/** The state of the chart for each stored state: the decisions themselves are in `supportDecisions`. */
const stateOf: Readonly<Record<SupportSessionPlace, string>> = {
  NONE: 'none',
  OFFERED: 'offered',
  WATCHED: 'watched',
  ENDED: 'ended',
  EXPIRED: 'expired',
}
const placeAt = new Map(
  Object.entries(stateOf).map(([place, state]) => [state, place as SupportSessionPlace]),
)

const decided = ({
  state,
  facts,
  event,
}: Question<SupportSessionFacts>): Outcome<SupportSessionFacts> | undefined => {
  const place = placeAt.get(state)
  const after = place && supportSessionDecided(place, facts, event as SupportSessionEvent)
  return after && { state: stateOf[after.place], facts, effects: after.effects }
}

export const supportSessionNet: Net<SupportSessionFacts> = {
  machine: supportSessionMachine,
  states: Object.values(stateOf),
  factsIn: () => supportSessionDeviations,
  events: everySupportSessionEvent,
  decided,
  // Support sees nothing before it has entered the code, and nothing after the end.
  tags: { none: [], offered: ['open'], watched: ['open', 'watched'], ended: [], expired: [] },
  starts: [
    { input: supportSessionFacts, outcome: { state: 'none', facts: supportSessionFacts, effects: [] } },
  ],
}
