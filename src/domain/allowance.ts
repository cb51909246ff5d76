import { toleranceTypes } from './tolerance.ts'

/** A tolerance as rules have it: parts of a type, joined by A (both have to be broken) or O (one is enough). */
interface ToleranceParts {
  conjunction: 'A' | 'O'
  /** Type 1 counts records, 2 is a percentage of the population, 3 a range of a measured percentage. */
  parts: readonly { type: number; from: number; to: number | null }[]
}

/** What is inside tolerance, in percent: of the population, or of the change that the rule measures. */
export interface Allowance {
  from: number
  to: number
}

/**
 * Between which percentages a rule stays inside tolerance (reference §3.1), as a picture shows it; null where any number is
 * tolerated. A number of records is held against the population.
 */
export const allowanceOf = ({ conjunction, parts }: ToleranceParts, population: number): Allowance | null => {
  const range = parts.find(({ type }) => type === toleranceTypes.range)
  if (range) return { from: range.from, to: range.to ?? range.from }
  const shares = parts.map(({ type, from }) =>
    type === toleranceTypes.percentage
      ? from
      : population === 0
        ? 100
        : Math.min(100, (from / population) * 100),
  )
  if (shares.length === 0) return null
  return { from: 0, to: conjunction === 'O' ? Math.min(...shares) : Math.max(...shares) }
}

/** How a rule that compares whole files holds two figures against each other: growth in percent or in points, or what is missing. */
export const measuredChanges = ['percent', 'points', 'missing'] as const
export type MeasuredChange = (typeof measuredChanges)[number]

/** The unit of such a change: two percentages differ by points (1 to 2% are 1 point, and not 1%). */
export const changeUnit = (change: MeasuredChange | null | undefined): 'percent' | 'points' =>
  change === 'points' ? 'points' : 'percent'

/** Between which figures of this file such a rule stays inside tolerance, beside the figure of the record before. */
export const allowedFigures = (before: number, allowed: Allowance, change: MeasuredChange): Allowance => {
  const { from, to } = allowed
  if (changeUnit(change) === 'points') return { from: before + from, to: before + to }
  const part = (percent: number) => before * (1 + percent / 100)
  return change === 'percent' ? { from: part(from), to: part(to) } : { from: part(-to), to: part(-from) }
}
