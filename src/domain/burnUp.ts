import { addYears } from 'date-fns/addYears'
import { londonDate } from './dates.ts'
import { type SummaryStepCode, summaryStepOf, summarySteps } from './progress.ts'
import type { StatusName } from './status.ts'

/** When a submission of a provider first came to a status. */
export interface Arrival {
  instId: string
  status: StatusName
  at: Date
}

/** The steps that are counted. The upload is left out, since every provider starts there. */
export const burnUpSteps = ['processing', 'qualityAssurance', 'approval', 'signedOff'] as const
export type BurnUpStep = (typeof burnUpSteps)[number]

/** How many providers had come at least as far as each step at the end of a day. */
export interface BurnUpDay {
  /** In London, yyyy-MM-dd. */
  day: string
  reached: Record<BurnUpStep, number>
}

/** The same day of the calendar a year later, to hold the collection before against this one. */
export const aYearLater = ({ day, reached }: BurnUpDay): BurnUpDay => ({
  day: londonDate(addYears(new Date(`${day}T12:00:00Z`), 1)),
  reached,
})

const rankOf = (code: SummaryStepCode): number => summarySteps.findIndex(step => step.code === code)

/**
 * The burn-up of a collection: for each day on which something changes, how many providers had ever come at least as far
 * as each step of the step summary. Who is declined and begins anew has come so far all the same, so no line falls.
 */
export const burnUp = (arrivals: readonly Arrival[]): BurnUpDay[] => {
  const furthest = new Map<string, number>()
  const byDay = Map.groupBy(
    arrivals.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    ({ at }) => londonDate(at),
  )
  const days: BurnUpDay[] = []
  for (const [day, arrived] of byDay) {
    for (const { instId, status } of arrived)
      furthest.set(instId, Math.max(furthest.get(instId) ?? 0, rankOf(summaryStepOf(status).code)))
    const count = (step: BurnUpStep): number =>
      [...furthest.values()].filter(rank => rank >= rankOf(step)).length
    const reached = {
      processing: count('processing'),
      qualityAssurance: count('qualityAssurance'),
      approval: count('approval'),
      signedOff: count('signedOff'),
    }
    const last = days.at(-1)?.reached
    const hasMoved = burnUpSteps.some(step => reached[step] !== (last?.[step] ?? 0))
    if (hasMoved) days.push({ day, reached })
  }
  return days
}
