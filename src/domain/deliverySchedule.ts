import { formatISO } from 'date-fns/formatISO'
import { parseISO } from 'date-fns/parseISO'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { londonDate } from './dates.ts'
import {
  type DeliveryFormat,
  type DeliverySchedule,
  deliveryKeptDays,
  isWholeCollection,
} from './deliveryConfiguration.ts'

/* When a delivery is made, and for how long it is kept (decisions §13). */

/** The last delivery of a configuration: when it was asked for, and whether it came to nothing: given up, or cancelled. */
export interface LastDelivery {
  requestedAt: Date
  isUnmade: boolean
}

/**
 * Whether a configuration that has submissions which were never delivered makes a delivery now: at once where it follows the
 * signing off, otherwise with the first look on a day, or in a week from Monday on, in London, after the day or week of the
 * last one. One that was given up or cancelled is made on the next day. What is made on request alone never is.
 */
export const isDeliveryDue = (schedule: DeliverySchedule, last: LastDelivery | null, now: Date): boolean => {
  if (schedule === 'ON_REQUEST') return false
  if (last === null) return true
  const [lastDay, today] = [londonDate(last.requestedAt), londonDate(now)]
  if (last.isUnmade || schedule === 'DAILY') return lastDay < today
  if (schedule === 'SIGNED_OFF') return true
  return lastDay < formatISO(startOfISOWeek(parseISO(today)), { representation: 'date' })
}

/** Submissions that deliveries of a configuration hold, but for those that came to nothing. */
export interface Delivered {
  /** In any of them. */
  ever: ReadonlySet<string>
  /** In the last one. */
  last: ReadonlySet<string>
}

/**
 * Of the submissions that a configuration chooses, those that a delivery by its schedule holds: what was never delivered. A set of
 * the whole collection holds all of them, as soon as they are others than those of the last one; none means that there is nothing
 * to make.
 */
export const submissionsDue = <Chosen extends { submissionId: string }>(
  format: DeliveryFormat,
  chosen: readonly Chosen[],
  { ever, last }: Delivered,
): Chosen[] => {
  if (!isWholeCollection(format)) return chosen.filter(({ submissionId }) => !ever.has(submissionId))
  const isAsBefore = chosen.length === last.size && chosen.every(({ submissionId }) => last.has(submissionId))
  return isAsBefore ? [] : [...chosen]
}

/** When a delivery that was made at this time is removed. */
export const deliveryKeptUntil = (made: Date): Date =>
  new Date(made.getTime() + deliveryKeptDays * 86_400_000)

/** The day in London on which it is removed, yyyy-MM-dd. */
export const deliveryKeptUntilDay = (made: Date): string => londonDate(deliveryKeptUntil(made))

/** Whether a delivery that was made at this time has been kept for long enough. */
export const isDeliveryExpired = (made: Date, now: Date): boolean =>
  now.getTime() >= deliveryKeptUntil(made).getTime()
