import { type Message, message } from '../messages/message.ts'
import { type TagOf, taggedPlaces } from './places.ts'

/*
 * A support session: a person lets support see the actors of their browser, with a code and for a short time. Support sees names, states
 * and times (`recording.ts`), never record data or tokens.
 */

/** States of a support session. ENDED and EXPIRED are final. */
export const supportSessionTags = taggedPlaces({
  NONE: [],
  OFFERED: ['open'],
  WATCHED: ['open', 'watched'],
  ENDED: [],
  EXPIRED: [],
})
export type SupportSessionTag = TagOf<typeof supportSessionTags>
export const supportSessionPlaces = supportSessionTags.places
export type SupportSessionPlace = (typeof supportSessionPlaces)[number]

/** Whether it has neither ended nor expired. */
export const isSupportOpen = (place: SupportSessionPlace): boolean => supportSessionTags.has(place, 'open')
/** Whether support looks on. */
export const isSupportWatched = (place: SupportSessionPlace): boolean =>
  supportSessionTags.has(place, 'watched')

/** Support looks on for at most so long. */
export const supportMinutes = 15
/** A code can be used for so long. */
export const supportCodeMinutes = 5

/** Entries in one call: a body has 1000 keys at most. */
export const supportEntriesAtOnce = 50
/** Entries a second, on average over the session; more are dropped. */
export const supportEntriesPerSecond = 100
/** Entries beyond the average: the actors that run when support begins to look on, and bursts. */
export const supportEntriesBurst = 2000

/** How many more entries a session may relay, so many seconds after support began to look on. */
export const supportEntriesLeft = (relayed: number, seconds: number): number =>
  Math.max(Math.floor(supportEntriesBurst + supportEntriesPerSecond * Math.max(seconds, 0)) - relayed, 0)

/** Characters of a code: none that people confuse when they read it out. */
export const supportCodeDigits = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const supportCodeLength = 8

/** A code as the server compares it, however somebody typed it. */
export const plainSupportCode = (typed: string): string => typed.toUpperCase().replace(/[^0-9A-Z]/g, '')

/** A code as people read it out: ABCD-EFGH. */
export const shownSupportCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** The state of a support session, as people read it. */
export const supportSessionPlaceLabel = (place: SupportSessionPlace): Message =>
  message('supportSession', `states.${place}`)
