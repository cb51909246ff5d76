import { type SnapshotFrom, transition } from 'xstate'
import { type DeliveryPlace, deliveryPlaceLabel, deliveryPlaces } from '../../domain/deliveryConfiguration.ts'
import { message } from '../../messages/message.ts'
import { answersOf, type Explanation } from '../support/answering.ts'
import { camelCase, placesIn } from '../support/leaves.ts'
import { type DeliveryGuardName, deliveryGuards } from './guards.ts'
import { type DeliveryMachine, deliveryMachine } from './machine.ts'
import { type DeliveryEvent, type DeliveryFacts, deliveryEventMessage } from './types.ts'

const places = placesIn('delivery', deliveryMachine.root, deliveryPlaces, camelCase)

/** The chart at a stored state with the facts of the moment. */
const deliveryAt = (place: DeliveryPlace, facts: DeliveryFacts): SnapshotFrom<DeliveryMachine> =>
  deliveryMachine.resolveState({ value: places.stateValueOf(place), context: facts })

/** Effects that the chart asks for; the server applies each once. */
const deliveryEffects = [
  'enqueueDelivery',
  'countAttempt',
  'keepPackage',
  'keepFault',
  'notify',
  'removePackage',
  'withdrawDelivery',
  'removeParts',
] as const
export type DeliveryEffect = (typeof deliveryEffects)[number]

const isEffect = (type: string): type is DeliveryEffect => deliveryEffects.some(effect => effect === type)

/**
 * Where a delivery stands after an event, and the effects that the chart asks for. Ask `explainDelivery` first: an event that
 * the chart does not take leaves everything as it was.
 */
export const stepDelivery = (
  place: DeliveryPlace,
  facts: DeliveryFacts,
  event: DeliveryEvent,
): { place: DeliveryPlace; effects: DeliveryEffect[] } => {
  const [after, actions] = transition(deliveryMachine, deliveryAt(place, facts), event)
  return {
    place: places.nameAt(after.value),
    effects: actions.flatMap(({ type }) => (isEffect(type) ? [type] : [])),
  }
}

const answers = answersOf<DeliveryFacts, DeliveryEvent, DeliveryGuardName>(
  deliveryMachine.root,
  deliveryGuards,
)

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainDelivery = (
  place: DeliveryPlace,
  facts: DeliveryFacts,
  event: DeliveryEvent,
): Explanation<DeliveryGuardName> =>
  answers.explain(deliveryAt(place, facts), facts, event, {
    wrongMoment: () =>
      message('delivery', 'wrongMoment', {
        event: deliveryEventMessage(event.type),
        state: deliveryPlaceLabel(place),
      }),
    notNow: message('delivery', 'notNow'),
  })
