import { type SnapshotFrom, transition } from 'xstate'
import { type ContentStateName, contentStateLabel, contentStates } from '../../domain/content.ts'
import { message } from '../../messages/message.ts'
import { answersOf, type Explanation } from '../support/answering.ts'
import { camelCase, placesIn } from '../support/leaves.ts'
import { type ContentGuardName, contentGuards } from './guards.ts'
import { type SchemaStateMachine, schemaStateMachine } from './machine.ts'
import { type ContentEvent, type ContentFacts, type ContentPlace, contentEventMessage } from './types.ts'

/** Everywhere that a schema or a ruleset can stand. */
export const contentPlaces: readonly ContentPlace[] = [...contentStates.map(({ name }) => name), 'NONE']

const places = placesIn('schema', schemaStateMachine.root, contentPlaces, camelCase)

const contentAt = (place: ContentPlace, facts: ContentFacts): SnapshotFrom<SchemaStateMachine> =>
  schemaStateMachine.resolveState({ value: places.stateValueOf(place), context: facts })

/**
 * Where a schema or a ruleset stands after an event. Ask `explainContent` first: an event that the chart does not take
 * leaves it where it was.
 */
export const stepContent = (place: ContentPlace, facts: ContentFacts, event: ContentEvent): ContentPlace => {
  const [after] = transition(schemaStateMachine, contentAt(place, facts), event)
  return places.nameAt(after.value)
}

const answers = answersOf<ContentFacts, ContentEvent, ContentGuardName>(
  schemaStateMachine.root,
  contentGuards,
)

const labelOf = (place: ContentPlace) =>
  place === 'NONE' ? message('specification', 'place.NONE') : contentStateLabel(place)

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainContent = (
  place: ContentPlace,
  facts: ContentFacts,
  event: ContentEvent,
): Explanation<ContentGuardName> =>
  answers.explain(contentAt(place, facts), facts, event, {
    wrongMoment: () =>
      message('specification', 'contentWrongMoment', {
        event: contentEventMessage(event.type),
        state: labelOf(place),
      }),
    notNow: message('specification', 'notNow'),
  })

/** The event that leads to a state, as the call names it by the state's id; a Draft is only what was just published. */
export const contentEventTo = { AVAILABLE: 'MAKE_AVAILABLE', WITHDRAWN: 'WITHDRAW' } as const

/** The states that an actor may give to a schema or a ruleset next (`availableStates`, specification 1 §3). */
export const contentStatesOffered = (
  place: ContentPlace,
  facts: ContentFacts,
  actor: ContentEvent['actor'],
): ContentStateName[] =>
  (['AVAILABLE', 'WITHDRAWN'] as const).filter(
    name => explainContent(place, facts, { type: contentEventTo[name], actor }).allowed,
  )
