import { addDays } from 'date-fns/addDays'
import { londonDate } from './dates.ts'

/*
 * What has changed in a collection since yesterday, for who comes to work: files that arrived, submissions that were submitted,
 * and those that were signed off.
 */

/** The event of the lifecycle that each kind counts. */
export const newsEvents = {
  uploads: 'FILE_STORED',
  submitted: 'SUBMIT',
  signedOff: 'SIGN_OFF',
} as const
export type NewsKind = keyof typeof newsEvents

/** Yesterday in London, yyyy-MM-dd. The list begins with what happened at the start of that day. */
export const yesterdayOf = (now: Date): string =>
  londonDate(addDays(new Date(`${londonDate(now)}T12:00:00Z`), -1))

/** How many there were of each kind. */
export const newsOf = (
  counts: readonly { event: string; count: number }[],
): Readonly<Record<NewsKind, number>> => {
  const of = (kind: NewsKind): number => counts.find(({ event }) => event === newsEvents[kind])?.count ?? 0
  return { uploads: of('uploads'), submitted: of('submitted'), signedOff: of('signedOff') }
}
