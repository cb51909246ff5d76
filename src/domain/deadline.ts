import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { parseISO } from 'date-fns/parseISO'
import { londonDate } from './dates.ts'

/** Days left until the end of a calendar date, in London: 0 on the day itself, negative when it has passed. */
export const daysUntil = (deadline: string, now: Date): number =>
  differenceInCalendarDays(parseISO(deadline), parseISO(londonDate(now)))
