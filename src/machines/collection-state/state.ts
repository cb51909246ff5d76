import {
  type CollectionStateName,
  collectionStateById,
  collectionStateNames,
  collectionStateOf,
  referenceOfVersion,
} from '../../domain/collection.ts'
import { collectionStateLabel } from '../../domain/labels.ts'
import { type Message, message } from '../../messages/message.ts'
import type { Explanation } from '../support/answering.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { camelCase } from '../support/leaves.ts'
import { type CollectionGuardName, collectionGuards } from './guards.ts'
import { collectionStateMachine } from './machine.ts'
import {
  type CollectionEvent,
  type CollectionFacts,
  type CollectionPlace,
  type CollectionStateEvent,
  collectionEventMessage,
  eventTo,
  noCollectionFacts,
} from './types.ts'

/** Everywhere that a collection can stand. */
export const collectionPlaces: readonly CollectionPlace[] = ['none', ...collectionStateNames]

const labelOf = (place: CollectionPlace) => collectionStateLabel(place === 'none' ? undefined : place)

/** The chart as the server enforces it. */
export const collectionChart = enforcedChart({
  name: 'collection',
  machine: collectionStateMachine,
  places: collectionPlaces,
  keyOf: place => (place === 'none' ? place : camelCase(collectionStateOf(place).code)),
  guards: collectionGuards,
  effects: { releaseSpecification: true, useSpecification: true, keepDetails: true, discardFiles: true },
  wrongMoment: (place, event) =>
    message('collection', 'wrongMoment', {
      event: collectionEventMessage(event.type),
      state: labelOf(place),
    }),
  notNow: message('collection', 'notNow'),
})

export type CollectionEffect = ReturnType<typeof collectionChart.step>['effects'][number]

/** Why no collection can be made with a reference: one in this state has it. */
const referenceTaken = (place: CollectionPlace, name: string | Message) =>
  place === 'Deleted'
    ? message('collection', 'takenByDeleted', { name })
    : message('collection', 'taken', { name, state: labelOf(place) })

/**
 * Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). The name is that of
 * the collection, for whoever would give its reference to another.
 */
export const explainCollection = (
  place: CollectionPlace,
  facts: CollectionFacts,
  event: CollectionEvent,
  name: string | Message = message('collection', 'another'),
): Explanation<CollectionGuardName> =>
  collectionChart.explain(
    place,
    facts,
    event,
    event.type === 'CREATE' ? { wrongMoment: () => referenceTaken(place, name) } : {},
  )

/**
 * Why somebody cannot change the details of a collection now, or its period; undefined where they can. It follows from the
 * state and the right alone, so that a screen can ask without the facts.
 */
export const detailsRefusal = (
  place: CollectionPlace,
  actor: CollectionEvent['actor'],
  { changesPeriod }: { changesPeriod: boolean },
): Explanation<CollectionGuardName>['refusal'] =>
  explainCollection(place, noCollectionFacts, { type: 'CHANGE_DETAILS', changesPeriod, actor }).refusal

/** Whether a collection can be given a specification in this state at all, whatever else is the case. */
export const takesSpecification = (place: CollectionPlace): boolean =>
  collectionChart.expects(place, 'ASSIGN_SPECIFICATION')

/**
 * Whether a collection can be given a specification that was made for it: it takes one in its state, and has another one or
 * none. It follows from what a list shows, so that the page of a specification can offer it.
 */
export const assignableTo = (
  collection: { reference: string; state: { id: number }; specification: { id: number } | null },
  { id, version }: { id: number; version: string },
): boolean => {
  const state = collectionStateById(collection.state.id)
  return (
    collection.reference === referenceOfVersion(version) &&
    state !== undefined &&
    takesSpecification(state.name) &&
    collection.specification?.id !== id
  )
}

/**
 * The states that an actor may give to a collection next (`availableStates`, specification 1 §4): those whose event the
 * chart takes at this moment.
 */
export const statesOffered = (
  place: CollectionPlace,
  facts: CollectionFacts,
  actor: CollectionEvent['actor'],
): CollectionStateName[] =>
  collectionStateNames.filter(name => {
    const event: CollectionStateEvent = { type: eventTo[name], actor }
    return explainCollection(place, facts, event).allowed
  })
