import {
  type ContentEvent,
  type ContentFacts,
  type ContentPlace,
  schemaStateMachine,
} from '../../machines/schema-state/index.ts'
import { contentDeviations, contentFacts, everyContentEvent } from '../charts/schemaState.ts'
import { contentDecided } from '../collectionDecisions.ts'
import type { Net, Outcome, Question } from './net.ts'

/** Where each state stands in the chart: the decisions themselves are in `collectionDecisions`. */
const stateOf: Readonly<Record<ContentPlace, string>> = {
  NONE: 'none',
  DRAFT: 'draft',
  AVAILABLE: 'available',
  WITHDRAWN: 'withdrawn',
}
const placeAt = new Map(Object.entries(stateOf).map(([place, state]) => [state, place as ContentPlace]))

const effectOf: Readonly<Record<string, readonly string[]>> = {
  REPLACE: ['keepContent'],
  REVISE: ['publishNext'],
}

const decided = ({ state, facts, event }: Question<ContentFacts>): Outcome<ContentFacts> | undefined => {
  const place = placeAt.get(state)
  const after = place && contentDecided(place, facts, event as ContentEvent)
  const effects = effectOf[event.type] ?? []
  return after && { state: stateOf[after], facts, effects }
}

export const schemaStateNet: Net<ContentFacts> = {
  machine: schemaStateMachine,
  states: Object.values(stateOf),
  factsIn: () => contentDeviations,
  events: everyContentEvent,
  decided,
  tags: Object.fromEntries(Object.values(stateOf).map(state => [state, []])),
  starts: [{ input: contentFacts, outcome: { state: 'none', facts: contentFacts, effects: [] } }],
}
