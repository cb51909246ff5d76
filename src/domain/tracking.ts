import { londonDate } from './dates.ts'

interface Entry {
  event: string
  occurredAt: string
}

/** Events by day, London time, newest first. */
export const byDay = <E extends Entry>(events: readonly E[]): { day: string; events: E[] }[] =>
  [...Map.groupBy(events.toReversed(), ({ occurredAt }) => londonDate(new Date(occurredAt)))].map(
    ([day, each]) => ({ day, events: each }),
  )

/** The moment at which the present status began: that of the last event which changed it. */
export const statusSince = (
  events: readonly (Entry & { fromStatusId: number; toStatusId: number })[],
): string | undefined =>
  events.findLast(({ fromStatusId, toStatusId }) => fromStatusId !== toStatusId)?.occurredAt
