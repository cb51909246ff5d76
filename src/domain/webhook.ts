import { type Message, message } from '../messages/message.ts'
import { failingHours, type SubmissionNoticeKind, submissionNoticeKinds } from './notice.ts'
import { type TagOf, taggedPlaces } from './places.ts'

/*
 * Webhooks: addresses of a provider's own, or of its software supplier, that are told of its live submissions as Standard
 * Webhooks are. What is told is what the provider's people are told (notices): the lifecycle says when. Nothing of a record.
 */

/** The state of an address. FAILING: the last call did not arrive. REMOVED is for good. */
export const webhookTags = taggedPlaces({
  NONE: [],
  ACTIVE: [],
  FAILING: [],
  SWITCHED_OFF: ['off'],
  REMOVED: ['removed'],
})
export type WebhookTag = TagOf<typeof webhookTags>
export const webhookPlaces = webhookTags.places
export type WebhookPlace = (typeof webhookPlaces)[number]

/** Whether nothing is sent to the address, because its calls failed for long or a person switched it off. */
export const isSwitchedOff = (place: WebhookPlace): boolean => webhookTags.has(place, 'off')

/** Whether it was stored before: of one that is being made there is nothing yet. */
export const isEndpointMade = (place: WebhookPlace): boolean => place !== 'NONE'

/** Whether it is no longer there for anybody, so that its secret goes. */
export const isEndpointRemoved = (place: WebhookPlace): boolean => webhookTags.has(place, 'removed')

/** Types of events that can be chosen, in the order of a submission's life. */
export type WebhookEventType = `submission.${SubmissionNoticeKind}`
/** The type of event that is sent for a kind of notice. */
export const webhookEventOf = (kind: SubmissionNoticeKind): WebhookEventType => `submission.${kind}`
export const webhookEventTypes: readonly WebhookEventType[] = submissionNoticeKinds.map(webhookEventOf)

/** What a person has sent to see whether it arrives. */
export const testEventType = 'webhook.test'

/** The state of a call. `givenUp`: each attempt has failed, and a person has to send it again. */
export const deliveryStates = ['waiting', 'delivered', 'givenUp'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Whether a try of the event is still to come. */
export const isToBeTried = (state: DeliveryState): boolean => state === 'waiting'

/** Tries of one event after the first. */
export const deliveryRetries = 10
/** So many addresses a provider can have. */
export const webhooksAtMost = 5
export const longestAddress = 500

/** Whether an address has failed for so long that it is switched off. */
export const isLongFailing = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= failingHours * 3_600_000

/** The state of an address, as people read it. */
export const webhookPlaceLabel = (place: WebhookPlace): Message => message('webhook', `states.${place}`)
/** A type of event, in the words of the notice that it follows. */
export const webhookEventLabel = (type: WebhookEventType): Message =>
  message('notices', `kind.${type.slice('submission.'.length) as SubmissionNoticeKind}`)
