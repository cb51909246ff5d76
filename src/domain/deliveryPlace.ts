import { type Message, message } from '../messages/message.ts'
import type { JobPlace } from './jobPlace.ts'
import { type TagOf, taggedPlaces } from './places.ts'
import type { StatusTone } from './status.ts'

/**
 * Where a delivery stands. WAITING: no worker has begun; CANCELLED: a person ended it before it was made; EXPIRED: its file was
 * removed. keepsPartitions: what is kept of each submission for it stays; unmade: it came to nothing, so that the submissions
 * that it was to hold count as not delivered.
 */
export const deliveryTags = taggedPlaces({
  NONE: [],
  WAITING: ['underWay', 'keepsPartitions'],
  WORKING: ['underWay', 'keepsPartitions'],
  READY: ['ready', 'keepsPartitions'],
  FAILED: ['unmade'],
  CANCELLED: ['cancelled', 'unmade'],
  EXPIRED: ['expired'],
})
export type DeliveryTag = TagOf<typeof deliveryTags>
export const deliveryPlaces = deliveryTags.places
export type DeliveryPlace = (typeof deliveryPlaces)[number]

/** Whether a delivery waits for a worker or is with one. */
export const isDeliveryUnderWay = (place: DeliveryPlace): boolean => deliveryTags.has(place, 'underWay')

/** Whether its file is there to be fetched. */
export const isDeliveryReady = (place: DeliveryPlace): place is 'READY' => deliveryTags.has(place, 'ready')

/** Whether a person ended it before it was made. */
export const isDeliveryCancelled = (place: DeliveryPlace): boolean => deliveryTags.has(place, 'cancelled')

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

const jobPlacesOf: Readonly<Record<DeliveryPlace, JobPlace>> = {
  NONE: 'NONE',
  WAITING: 'NEW',
  WORKING: 'IN_PROGRESS',
  READY: 'COMPLETED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
  // It was made, and kept for its time.
  EXPIRED: 'COMPLETED',
}

/** Where a delivery stands as a job (decisions §10 "Jobs"). */
export const deliveryJobPlace = (place: DeliveryPlace): JobPlace => jobPlacesOf[place]

/** The state of a delivery, as people read it. */
export const deliveryPlaceLabel = (place: DeliveryPlace): Message => message('delivery', `states.${place}`)
