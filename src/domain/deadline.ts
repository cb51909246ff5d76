import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { differenceInMinutes } from 'date-fns/differenceInMinutes'
import { parseISO } from 'date-fns/parseISO'
import { londonDate } from './dates.ts'

/** Days left until the end of a calendar date, in London: 0 on the day itself, negative when it has passed. */
export const daysUntil = (deadline: string, now: Date): number =>
  differenceInCalendarDays(parseISO(deadline), parseISO(londonDate(now)))

/** Calendar days in London from a moment to now; 0 on its own day. */
export const daysSince = (moment: Date, now: Date): number =>
  differenceInCalendarDays(parseISO(londonDate(now)), parseISO(londonDate(moment)))

/** Minutes for which a change is marked where many things change beside one another. */
const markedMinutes = 10

/** Whether something changed so lately that it is marked as changed. */
export const hasJustChanged = (changed: Date, now: Date): boolean => {
  const minutes = differenceInMinutes(now, changed)
  return minutes >= 0 && minutes < markedMinutes
}
