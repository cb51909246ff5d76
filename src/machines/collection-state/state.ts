import { type SnapshotFrom, transition } from 'xstate'
import { type CollectionStateName, collectionStateNames, collectionStateOf } from '../../domain/collection.ts'
import { collectionStateLabel } from '../../domain/labels.ts'
import { type Message, message } from '../../messages/message.ts'
import { answersOf, type Explanation } from '../support/answering.ts'
import { camelCase, placesIn } from '../support/leaves.ts'
import { type CollectionGuardName, collectionGuards } from './guards.ts'
import { type CollectionStateMachine, collectionStateMachine } from './machine.ts'
import {
  type CollectionEvent,
  type CollectionFacts,
  type CollectionPlace,
  type CollectionStateEvent,
  collectionEventMessage,
  eventTo,
  noCollectionFacts,
} from './types.ts'

export type CollectionSnapshot = SnapshotFrom<CollectionStateMachine>

/** Everywhere that a collection can stand. */
export const collectionPlaces: readonly CollectionPlace[] = ['none', ...collectionStateNames]

const places = placesIn('collection', collectionStateMachine.root, collectionPlaces, place =>
  place === 'none' ? place : camelCase(collectionStateOf(place).code),
)

/** The chart at a stored state with the facts of the moment. */
export const collectionAt = (place: CollectionPlace, facts: CollectionFacts): CollectionSnapshot =>
  collectionStateMachine.resolveState({ value: places.stateValueOf(place), context: facts })

/** Effects that the chart asks for; the server applies each once. */
export const collectionEffects = [
  'releaseSpecification',
  'useSpecification',
  'keepDetails',
  'discardFiles',
] as const
export type CollectionEffect = (typeof collectionEffects)[number]

const isEffect = (type: string): type is CollectionEffect =>
  (collectionEffects as readonly string[]).includes(type)

/**
 * One step of the chart: where the collection stands after the event, and the effects that it asks for. Ask
 * `explainCollection` first: an event that the chart does not take leaves everything as it was.
 */
export const stepCollection = (
  place: CollectionPlace,
  facts: CollectionFacts,
  event: CollectionEvent,
): { place: CollectionPlace; effects: CollectionEffect[] } => {
  const [after, actions] = transition(collectionStateMachine, collectionAt(place, facts), event)
  return {
    place: places.nameAt(after.value),
    effects: actions.flatMap(({ type }) => (isEffect(type) ? [type] : [])),
  }
}

const answers = answersOf<CollectionFacts, CollectionEvent, CollectionGuardName>(
  collectionStateMachine.root,
  collectionGuards,
)

/** Why no collection can be made with a reference: one in this state has it. */
const referenceTaken = (place: CollectionPlace, name: string | Message) =>
  place === 'Deleted'
    ? message('collection', 'takenByDeleted', { name })
    : message('collection', 'taken', {
        name,
        state: collectionStateLabel(place === 'none' ? undefined : place),
      })

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
  answers.explain(collectionAt(place, facts), facts, event, {
    wrongMoment: () =>
      event.type === 'CREATE'
        ? referenceTaken(place, name)
        : message('collection', 'wrongMoment', {
            event: collectionEventMessage(event.type),
            state: collectionStateLabel(place === 'none' ? undefined : place),
          }),
    notNow: message('collection', 'notNow'),
  })

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
  answers.expects(places.idOf(place), 'ASSIGN_SPECIFICATION')

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
