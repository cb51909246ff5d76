import { transition } from 'xstate'
import { type WebhookPlace, webhookPlaceLabel, webhookPlaces } from '../../domain/webhook.ts'
import { message } from '../../messages/message.ts'
import { answersOf, type Explanation } from '../support/answering.ts'
import { camelCase, placesIn } from '../support/leaves.ts'
import { type WebhookGuardName, webhookGuards } from './guards.ts'
import { webhookEndpointMachine } from './machine.ts'
import { type WebhookEvent, type WebhookFacts, webhookEventMessage } from './types.ts'

const places = placesIn('webhook', webhookEndpointMachine.root, webhookPlaces, camelCase)

/** The chart at a stored state with the facts of the moment. */
const webhookAt = (place: WebhookPlace, facts: WebhookFacts) =>
  webhookEndpointMachine.resolveState({ value: places.stateValueOf(place), context: facts })

/** Effects that the chart asks for; the server applies each once. */
const webhookEffects = [
  'enqueueDelivery',
  'renewSecret',
  'keepDetails',
  'noteFailing',
  'forgetFailing',
  'notify',
] as const
export type WebhookEffect = (typeof webhookEffects)[number]

const isEffect = (type: string): type is WebhookEffect => webhookEffects.some(effect => effect === type)

/**
 * Where a webhook stands after an event, and the effects that the chart asks for. Ask `explainWebhook` first: an event that
 * the chart does not take leaves everything as it was.
 */
export const stepWebhook = (
  place: WebhookPlace,
  facts: WebhookFacts,
  event: WebhookEvent,
): { place: WebhookPlace; effects: WebhookEffect[] } => {
  const [after, actions] = transition(webhookEndpointMachine, webhookAt(place, facts), event)
  return {
    place: places.nameAt(after.value),
    effects: actions.flatMap(({ type }) => (isEffect(type) ? [type] : [])),
  }
}

const answers = answersOf<WebhookFacts, WebhookEvent, WebhookGuardName>(
  webhookEndpointMachine.root,
  webhookGuards,
)

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainWebhook = (
  place: WebhookPlace,
  facts: WebhookFacts,
  event: WebhookEvent,
): Explanation<WebhookGuardName> =>
  answers.explain(webhookAt(place, facts), facts, event, {
    wrongMoment: () =>
      message('webhook', 'wrongMoment', {
        event: webhookEventMessage(event.type),
        state: webhookPlaceLabel(place),
      }),
    notNow: message('webhook', 'notNow'),
  })
