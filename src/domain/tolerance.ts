/** Types of tolerance: a count of records, a percentage of the population, a range of a measured percentage (specification 1 §3). */
export const toleranceTypes = { count: 1, percentage: 2, range: 3 } as const
export type ToleranceType = (typeof toleranceTypes)[keyof typeof toleranceTypes]

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
  if (type === toleranceTypes.count) return measured.failureCount > from
  // The exact ratio, not the rounded one: 0.001 % of failures is outside a tolerance of 0 %.
  if (type === toleranceTypes.percentage) return measured.failureCount * 100 > from * measured.populationCount
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

/** Whether a result that was judged is outside its tolerance. */
export const isOutside = ({ status }: { status: 0 | 1 }): boolean => status === 1

/** Whether a rule is outside its tolerance: it is when one of the regulators that set it says so. */
export const isOutsideForAny = (results: readonly { status: 0 | 1 }[]): boolean => results.some(isOutside)

/** Whether a row of the quality report is outside its tolerance; there the status is text (specification 2 §3). */
export const isOutsideRow = ({ Status }: { Status: '0' | '1' }): boolean => Status === '1'

/** Whether a rule compares whole files: what it measures of them is held against a range. */
export const comparesFiles = ({ parts }: Pick<Tolerance, 'parts'>): boolean =>
  parts.some(({ type }) => type === toleranceTypes.range)
