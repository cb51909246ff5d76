import { type SnapshotFrom, transition } from 'xstate'
import {
  type SpecificationStateName,
  specificationStateLabel,
  specificationStates,
} from '../../domain/specification.ts'
import { message } from '../../messages/message.ts'
import { answersOf, type Explanation } from '../support/answering.ts'
import { camelCase, placesIn } from '../support/leaves.ts'
import { type SpecificationGuardName, specificationGuards } from './guards.ts'
import { type SpecificationStateMachine, specificationStateMachine } from './machine.ts'
import {
  type SpecificationEvent,
  type SpecificationFacts,
  type SpecificationPlace,
  specificationEventMessage,
} from './types.ts'

export type SpecificationSnapshot = SnapshotFrom<SpecificationStateMachine>

/** Everywhere that a specification can stand. */
export const specificationPlaces: readonly SpecificationPlace[] = [
  ...specificationStates.map(({ name }) => name),
  'DELETED',
  'NONE',
]

const places = placesIn('specification', specificationStateMachine.root, specificationPlaces, camelCase)

/** The chart at a stored state with the facts of the moment. */
export const specificationAt = (
  place: SpecificationPlace,
  facts: SpecificationFacts,
): SpecificationSnapshot =>
  specificationStateMachine.resolveState({ value: places.stateValueOf(place), context: facts })

/** Effects that the chart asks for; the server applies each once. */
export const specificationEffects = ['keepConfiguration'] as const
export type SpecificationEffect = (typeof specificationEffects)[number]

const isEffect = (type: string): type is SpecificationEffect =>
  (specificationEffects as readonly string[]).includes(type)

/**
 * Where a specification stands after an event, and the effects that it asks for. Ask `explainSpecification` first: an event that the chart does not take
 * leaves it where it was.
 */
export const stepSpecification = (
  place: SpecificationPlace,
  facts: SpecificationFacts,
  event: SpecificationEvent,
): { place: SpecificationPlace; effects: SpecificationEffect[] } => {
  const [after, actions] = transition(specificationStateMachine, specificationAt(place, facts), event)
  return {
    place: places.nameAt(after.value),
    effects: actions.flatMap(({ type }) => (isEffect(type) ? [type] : [])),
  }
}

const answers = answersOf<SpecificationFacts, SpecificationEvent, SpecificationGuardName>(
  specificationStateMachine.root,
  specificationGuards,
)

const labelOf = (place: SpecificationPlace) =>
  place === 'DELETED' || place === 'NONE'
    ? message('specification', `place.${place}`)
    : specificationStateLabel(place)

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainSpecification = (
  place: SpecificationPlace,
  facts: SpecificationFacts,
  event: SpecificationEvent,
): Explanation<SpecificationGuardName> =>
  answers.explain(specificationAt(place, facts), facts, event, {
    wrongMoment: () =>
      message('specification', 'wrongMoment', {
        event: specificationEventMessage(event.type),
        state: labelOf(place),
      }),
    notNow: message('specification', 'notNow'),
  })

/** The event by which a person gives a specification this state; the others follow from what is done with it. */
export const specificationEventTo = { AVAILABLE: 'MAKE_AVAILABLE', DRAFT: 'MOVE_TO_DRAFT' } as const

/** The states that an actor may give to a specification next (`availableStates`, specification 1 §3). */
export const specificationStatesOffered = (
  place: SpecificationPlace,
  facts: SpecificationFacts,
  actor: SpecificationEvent['actor'],
): SpecificationStateName[] =>
  (['DRAFT', 'AVAILABLE'] as const).filter(
    name => explainSpecification(place, facts, { type: specificationEventTo[name], actor }).allowed,
  )
