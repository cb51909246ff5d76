import { transition } from 'xstate'
import { type ApiKeyPlace, apiKeyPlaceLabel, apiKeyPlaces } from '../../domain/apiKey.ts'
import { message } from '../../messages/message.ts'
import { answersOf, type Explanation } from '../support/answering.ts'
import { camelCase, placesIn } from '../support/leaves.ts'
import { type ApiKeyGuardName, apiKeyGuards } from './guards.ts'
import { apiKeyMachine } from './machine.ts'
import { type ApiKeyEvent, type ApiKeyFacts, apiKeyEventMessage } from './types.ts'

const places = placesIn('key', apiKeyMachine.root, apiKeyPlaces, camelCase)

/** The chart at a stored state with the facts of the moment. */
const keyAt = (place: ApiKeyPlace, facts: ApiKeyFacts) =>
  apiKeyMachine.resolveState({ value: places.stateValueOf(place), context: facts })

/** Effects that the chart asks for; the server applies each once. */
export type ApiKeyEffect = 'noteUse'

/**
 * Where a key stands after an event, and the effects that the chart asks for. Ask `explainApiKey` first: an event that the
 * chart does not take leaves everything as it was.
 */
export const stepApiKey = (
  place: ApiKeyPlace,
  facts: ApiKeyFacts,
  event: ApiKeyEvent,
): { place: ApiKeyPlace; effects: ApiKeyEffect[] } => {
  const [after, actions] = transition(apiKeyMachine, keyAt(place, facts), event)
  return {
    place: places.nameAt(after.value),
    effects: actions.flatMap(({ type }) => (type === 'noteUse' ? [type] : [])),
  }
}

const answers = answersOf<ApiKeyFacts, ApiKeyEvent, ApiKeyGuardName>(apiKeyMachine.root, apiKeyGuards)

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainApiKey = (
  place: ApiKeyPlace,
  facts: ApiKeyFacts,
  event: ApiKeyEvent,
): Explanation<ApiKeyGuardName> =>
  answers.explain(keyAt(place, facts), facts, event, {
    wrongMoment: () =>
      message('apiKey', 'wrongMoment', {
        event: apiKeyEventMessage(event.type),
        state: apiKeyPlaceLabel(place),
      }),
    notNow: message('apiKey', 'notNow'),
  })
