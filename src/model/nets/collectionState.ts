import {
  type CollectionEvent,
  type CollectionFacts,
  type CollectionPlace,
  collectionStateMachine,
} from '../../machines/collection-state/index.ts'
import { collectionDeviations, collectionFacts, everyCollectionEvent } from '../charts/collectionState.ts'
import { collectionDecided } from '../collectionDecisions.ts'
import type { Net, Outcome, Question } from './net.ts'

/** Where each state stands in the chart: the decisions themselves are in `collectionDecisions`. */
const stateOf: Readonly<Record<CollectionPlace, string>> = {
  none: 'none',
  Draft: 'draft',
  Validation: 'validation',
  Open: 'open',
  Closed: 'closed',
  'Historic amendment': 'historicAmendment',
  Archived: 'archived',
  Deleted: 'deleted',
}
const placeAt = new Map(Object.entries(stateOf).map(([place, state]) => [state, place as CollectionPlace]))

const decided = ({
  state,
  facts,
  event,
}: Question<CollectionFacts>): Outcome<CollectionFacts> | undefined => {
  const place = placeAt.get(state)
  const after = place && collectionDecided(place, facts, event as CollectionEvent)
  return after && { state: stateOf[after.place], facts, effects: after.effects }
}

export const collectionStateNet: Net<CollectionFacts> = {
  machine: collectionStateMachine,
  states: Object.values(stateOf),
  factsIn: () => collectionDeviations,
  events: everyCollectionEvent,
  decided,
  tags: Object.fromEntries(Object.values(stateOf).map(state => [state, []])),
  starts: [{ input: collectionFacts, outcome: { state: 'none', facts: collectionFacts, effects: [] } }],
}
