import { type ContentStateName, contentStateLabel, contentStates } from '../../domain/content.ts'
import { message } from '../../messages/message.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { contentGuards } from './guards.ts'
import { schemaStateMachine } from './machine.ts'
import { type ContentEvent, type ContentFacts, type ContentPlace, contentEventMessage } from './types.ts'

/** Everywhere that a schema or a ruleset can stand. */
export const contentPlaces: readonly ContentPlace[] = [...contentStates.map(({ name }) => name), 'NONE']

/** Whether a schema or a ruleset that stands there is one, so that it has a state. */
export const hasContentState = (place: ContentPlace): place is ContentStateName => place !== 'NONE'

const labelOf = (place: ContentPlace) =>
  hasContentState(place) ? contentStateLabel(place) : message('specification', 'place.NONE')

/** The chart as the server enforces it. */
export const contentChart = enforcedChart({
  name: 'schema',
  machine: schemaStateMachine,
  places: contentPlaces,
  guards: contentGuards,
  effects: { keepContent: true, publishNext: true },
  wrongMoment: (place, event) =>
    message('specification', 'contentWrongMoment', {
      event: contentEventMessage(event.type),
      state: labelOf(place),
    }),
  notNow: message('specification', 'notNow'),
})

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainContent = contentChart.explain

/** The event that leads to a state, as the call names it by the state's id; a Draft is only what was just published. */
export const contentEventTo = { AVAILABLE: 'MAKE_AVAILABLE', WITHDRAWN: 'WITHDRAW' } as const

/** Whether a person can ask for this state. */
export const isContentStateGiven = (
  name: ContentStateName | undefined,
): name is keyof typeof contentEventTo => name !== undefined && name in contentEventTo

/** The states that an actor may give to a schema or a ruleset next (`availableStates`, specification 1 §3). */
export const contentStatesOffered = (
  place: ContentPlace,
  facts: ContentFacts,
  actor: ContentEvent['actor'],
): ContentStateName[] =>
  (['AVAILABLE', 'WITHDRAWN'] as const).filter(
    name => explainContent(place, facts, { type: contentEventTo[name], actor }).allowed,
  )
