/** Kinds of tolerance: 1 count of records, 2 percentage of the population, 3 range of a measured percentage (specification 1 §4). */
export type ToleranceType = 1 | 2 | 3

export interface TolerancePart {
  type: ToleranceType
  from: number
  to: number | null
}

/** Parts joined by A (outside when every part is broken) or O (outside when any part is broken). Reference §3.1. */
export interface Tolerance {
  conjunction: 'A' | 'O'
  parts: readonly TolerancePart[]
}

/** Whether two tolerances judge alike; of a single part the conjunction says nothing. */
export const isSameTolerance = (one: Tolerance, other: Tolerance): boolean =>
  one.parts.length === other.parts.length &&
  (one.parts.length < 2 || one.conjunction === other.conjunction) &&
  one.parts.every((part, at) => {
    const { type, from, to } = other.parts[at] ?? part
    return part.type === type && part.from === from && part.to === to
  })

export interface Measured {
  populationCount: number
  failureCount: number
  /** What a range is held against, in percent; null when there is nothing to measure against. */
  measuredPercent: number | null
}

/**
 * Failures over population in percent, rounded to two decimals; 0 when both are 0 (specification 2 §5). Of a result whose
 * rule is at fault (`isRuleDefect`) it says nothing.
 */
export const failurePercent = (failureCount: number, populationCount: number): number =>
  populationCount === 0 ? 0 : Math.round((failureCount / populationCount) * 10_000) / 100

/** The share of a population that fails, in percent; null where more records fail than there are, so that they are no share of it. */
export const failureShare = (failureCount: number, populationCount: number): number | null =>
  failureCount < 0 || failureCount > populationCount ? null : failurePercent(failureCount, populationCount)

const isBroken = ({ type, from, to }: TolerancePart, measured: Measured): boolean => {
  if (type === 1) return measured.failureCount > from
  // The exact ratio, not the rounded one: 0.001 % of failures is outside a tolerance of 0 %.
  if (type === 2) return measured.failureCount * 100 > from * measured.populationCount
  return (
    measured.measuredPercent !== null &&
    (measured.measuredPercent < from || measured.measuredPercent > (to ?? from))
  )
}

/** Status of a rule's result: 1 outside tolerance, 0 inside (specification 2 §2.9). */
export const toleranceStatus = ({ conjunction, parts }: Tolerance, measured: Measured): 0 | 1 => {
  const broken = (part: TolerancePart) => isBroken(part, measured)
  return (conjunction === 'O' ? parts.some(broken) : parts.every(broken)) ? 1 : 0
}
