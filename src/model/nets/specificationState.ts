import {
  type SpecificationEvent,
  type SpecificationFacts,
  type SpecificationPlace,
  specificationStateMachine,
} from '../../machines/specification-state/index.ts'
import {
  everySpecificationEvent,
  specificationDeviations,
  specificationFacts,
} from '../charts/specificationState.ts'
import { specificationDecided } from '../collectionDecisions.ts'
import type { Net, Outcome, Question } from './net.ts'

/** Where each state stands in the chart: the decisions themselves are in `collectionDecisions`. */
const stateOf: Readonly<Record<SpecificationPlace, string>> = {
  CREATED: 'created',
  DRAFT: 'draft',
  AVAILABLE: 'available',
  IN_USE: 'inUse',
  DELETED: 'deleted',
  NONE: 'none',
}
const placeAt = new Map(Object.entries(stateOf).map(([place, state]) => [state, place as SpecificationPlace]))

const decided = ({
  state,
  facts,
  event,
}: Question<SpecificationFacts>): Outcome<SpecificationFacts> | undefined => {
  const place = placeAt.get(state)
  const after = place && specificationDecided(place, facts, event as SpecificationEvent)
  const effects =
    event.type === 'CONFIGURE' || event.type === 'APPLY_CONFIGURATION' ? ['keepConfiguration'] : []
  return after && { state: stateOf[after], facts, effects }
}

export const specificationStateNet: Net<SpecificationFacts> = {
  machine: specificationStateMachine,
  states: Object.values(stateOf),
  factsIn: () => specificationDeviations,
  events: everySpecificationEvent,
  decided,
  tags: Object.fromEntries(Object.values(stateOf).map(state => [state, []])),
  starts: [{ input: specificationFacts, outcome: { state: 'none', facts: specificationFacts, effects: [] } }],
}
