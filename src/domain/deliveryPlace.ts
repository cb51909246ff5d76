import { type Message, message } from '../messages/message.ts'
import type { StatusTone } from './status.ts'

/**
 * Where a delivery stands. WAITING: no worker has begun; CANCELLED: a person ended it before it was made; EXPIRED: its file was
 * removed.
 */
export const deliveryPlaces = [
  'NONE',
  'WAITING',
  'WORKING',
  'READY',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
] as const
export type DeliveryPlace = (typeof deliveryPlaces)[number]

/** Whether a delivery waits for a worker or is with one. */
export const isDeliveryUnderWay = (place: DeliveryPlace): boolean =>
  place === 'WAITING' || place === 'WORKING'

/** Whether its file is there to be fetched. */
export const isDeliveryReady = (place: DeliveryPlace): place is 'READY' => place === 'READY'

/** Whether a person ended it before it was made. */
export const isDeliveryCancelled = (place: DeliveryPlace): boolean => place === 'CANCELLED'

const deliveryTones: Readonly<Record<DeliveryPlace, StatusTone>> = {
  NONE: 'neutral',
  WAITING: 'waiting',
  WORKING: 'waiting',
  READY: 'good',
  FAILED: 'failed',
  CANCELLED: 'neutral',
  EXPIRED: 'neutral',
}

/** Colour and icon of a delivery's state. */
export const deliveryTone = (place: DeliveryPlace): StatusTone => deliveryTones[place]

/** Where deliveries stand that came to nothing: the submissions that they were to hold count as not delivered. */
export const unmadePlaces = ['FAILED', 'CANCELLED'] as const satisfies readonly DeliveryPlace[]

/** The state of a delivery, as people read it. */
export const deliveryPlaceLabel = (place: DeliveryPlace): Message => message('delivery', `states.${place}`)
