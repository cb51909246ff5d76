import { type AwaitingPartyId, awaitingParties } from './awaitingParty.ts'
import { acceptsSubmissions, type CollectionStateName } from './collection.ts'
import { daysSince, daysUntil } from './deadline.ts'

/*
 * Providers that keep a collection waiting (decisions §16 "Reminders").
 */

/** A provider that has done nothing for so many days, although it has to act, is late. */
export const silentDaysAtMost = 10
/** A provider that has not started with fewer days left than this is late. */
export const startDaysBefore = 30

const providerId = awaitingParties.find(({ code }) => code === 'provider')?.id

/** What decides whether a provider is late in a collection. */
export interface Pace {
  /** Who has to act next. */
  awaits: AwaitingPartyId | number
  /** The provider's own last action in the collection, or when the collection opened; null if neither is known. */
  silentSince: string | null
  hasStarted: boolean
  collectionState: CollectionStateName
}

/** Whether the provider has to act. */
export const isItsTurn = ({ awaits, collectionState }: Pace): boolean =>
  awaits === providerId && acceptsSubmissions(collectionState)

/** Days since the provider's own last action; null if the provider does not have to act. */
export const silentDays = (pace: Pace, now: Date): number | null =>
  isItsTurn(pace) && pace.silentSince !== null
    ? Math.max(0, daysSince(new Date(pace.silentSince), now))
    : null

/** Whether a provider has been silent for so long that the agency should remind it. */
export const isSilent = (pace: Pace, now: Date): boolean => (silentDays(pace, now) ?? 0) >= silentDaysAtMost

/** Whether the provider is late: it has to act and has done nothing for ten days, or has not started shortly before the deadline. */
export const isLate = (pace: Pace, { now, deadline }: { now: Date; deadline: string | null }): boolean =>
  isItsTurn(pace) &&
  (isSilent(pace, now) ||
    (!pace.hasStarted && deadline !== null && daysUntil(deadline, now) < startDaysBefore))

/** Reminders to a provider that was reminded so many days ago are skipped if the user wishes. */
export const recentReminderDays = 3

/** Why a provider gets no reminder. */
export const reminderSkips = ['notItsTurn', 'notOutside', 'noContact', 'recent'] as const
export type ReminderSkip = (typeof reminderSkips)[number]

/** What decides whether a provider gets a reminder, in addition to its pace. */
interface Reaching {
  contacts: number
  reminded: string | null
  skipsRecent: boolean
  /** Whether the provider is outside the rule that the reminder is about; absent if it is about none. */
  isOutside?: boolean | undefined
}

/** Why a provider gets no reminder; undefined if it gets one. Letters about a rule also go to providers that have nothing to do now. */
export const reminderSkip = (
  pace: Pace,
  { contacts, reminded, skipsRecent, isOutside }: Reaching,
  now: Date,
): ReminderSkip | undefined => {
  if (isOutside === undefined && !isItsTurn(pace)) return 'notItsTurn'
  if (isOutside === false) return 'notOutside'
  if (contacts === 0) return 'noContact'
  return skipsRecent && reminded !== null && daysSince(new Date(reminded), now) <= recentReminderDays
    ? 'recent'
    : undefined
}
