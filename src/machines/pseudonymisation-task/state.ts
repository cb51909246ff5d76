import { type SnapshotFrom, transition } from 'xstate'
import { type PseudonymisationPlace, pseudonymisationPlaces } from '../../domain/pseudonymisation.ts'
import { message } from '../../messages/message.ts'
import { answersOf, type Explanation } from '../support/answering.ts'
import { camelCase, placesIn } from '../support/leaves.ts'
import { type PseudonymisationGuardName, pseudonymisationGuards } from './guards.ts'
import { type PseudonymisationTaskMachine, pseudonymisationTaskMachine } from './machine.ts'
import {
  type PseudonymisationEvent,
  type PseudonymisationFacts,
  pseudonymisationEventMessage,
} from './types.ts'

const places = placesIn(
  'pseudonymisation',
  pseudonymisationTaskMachine.root,
  pseudonymisationPlaces,
  camelCase,
)

/** The chart at a stored state with the facts of the moment. */
const taskAt = (
  place: PseudonymisationPlace,
  facts: PseudonymisationFacts,
): SnapshotFrom<PseudonymisationTaskMachine> =>
  pseudonymisationTaskMachine.resolveState({ value: places.stateValueOf(place), context: facts })

/** Effects that the chart asks for; the server applies each once. */
export const pseudonymisationEffects = [
  'enqueueTask',
  'countAttempt',
  'keepOutput',
  'keepFault',
  'withdrawTask',
  'removeParts',
] as const
export type PseudonymisationEffect = (typeof pseudonymisationEffects)[number]

const isEffect = (type: string): type is PseudonymisationEffect =>
  (pseudonymisationEffects as readonly string[]).includes(type)

/**
 * Where a task stands after an event, and the effects that the chart asks for. Ask `explainPseudonymisation` first: an event
 * that the chart does not take leaves everything as it was.
 */
export const stepPseudonymisation = (
  place: PseudonymisationPlace,
  facts: PseudonymisationFacts,
  event: PseudonymisationEvent,
): { place: PseudonymisationPlace; effects: PseudonymisationEffect[] } => {
  const [after, actions] = transition(pseudonymisationTaskMachine, taskAt(place, facts), event)
  return {
    place: places.nameAt(after.value),
    effects: actions.flatMap(({ type }) => (isEffect(type) ? [type] : [])),
  }
}

const answers = answersOf<PseudonymisationFacts, PseudonymisationEvent, PseudonymisationGuardName>(
  pseudonymisationTaskMachine.root,
  pseudonymisationGuards,
)

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainPseudonymisation = (
  place: PseudonymisationPlace,
  facts: PseudonymisationFacts,
  event: PseudonymisationEvent,
): Explanation<PseudonymisationGuardName> =>
  answers.explain(taskAt(place, facts), facts, event, {
    wrongMoment: () =>
      message('pseudonymisation', 'wrongMoment', {
        event: pseudonymisationEventMessage(event.type),
        state: message('pseudonymisation', `states.${place}`),
      }),
    notNow: message('pseudonymisation', 'notNow'),
  })
