import {
  type SpecificationStateName,
  specificationStateLabel,
  specificationStates,
} from '../../domain/specification.ts'
import { message } from '../../messages/message.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { specificationGuards } from './guards.ts'
import { specificationStateMachine } from './machine.ts'
import {
  type SpecificationEvent,
  type SpecificationFacts,
  type SpecificationPlace,
  specificationEventMessage,
} from './types.ts'

/** Everywhere that a specification can stand. */
export const specificationPlaces: readonly SpecificationPlace[] = [
  ...specificationStates.map(({ name }) => name),
  'DELETED',
  'NONE',
]

/** Whether a specification that stands there is one, so that it has a state: made, and not deleted. */
export const hasSpecificationState = (place: SpecificationPlace): place is SpecificationStateName =>
  place !== 'DELETED' && place !== 'NONE'

/** Whether a collection has it. */
export const isSpecificationInUse = (place: SpecificationPlace): boolean => place === 'IN_USE'

const labelOf = (place: SpecificationPlace) =>
  hasSpecificationState(place) ? specificationStateLabel(place) : message('specification', `place.${place}`)

/** The chart as the server enforces it. */
export const specificationChart = enforcedChart({
  name: 'specification',
  machine: specificationStateMachine,
  places: specificationPlaces,
  guards: specificationGuards,
  effects: { keepConfiguration: true },
  wrongMoment: (place, event) =>
    message('specification', 'wrongMoment', {
      event: specificationEventMessage(event.type),
      state: labelOf(place),
    }),
  notNow: message('specification', 'notNow'),
})

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainSpecification = specificationChart.explain

/** The event by which a person gives a specification this state; the others follow from what is done with it. */
export const specificationEventTo = { AVAILABLE: 'MAKE_AVAILABLE', DRAFT: 'MOVE_TO_DRAFT' } as const

/** Whether a person can ask for this state. */
export const isSpecificationStateGiven = (
  name: SpecificationStateName | undefined,
): name is keyof typeof specificationEventTo => name !== undefined && name in specificationEventTo

/** The states that an actor may give to a specification next (`availableStates`, specification 1 §3). */
export const specificationStatesOffered = (
  place: SpecificationPlace,
  facts: SpecificationFacts,
  actor: SpecificationEvent['actor'],
): SpecificationStateName[] =>
  (['DRAFT', 'AVAILABLE'] as const).filter(
    name => explainSpecification(place, facts, { type: specificationEventTo[name], actor }).allowed,
  )
