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

export interface Measured {
  populationCount: number
  failureCount: number
  /** What a range is held against, in percent; null when there is nothing to measure against. */
  measuredPercent: number | null
}

const count = /^(\d{1,5}) records?$/
const percentage = /^(\d{1,3}(?:\.\d{1,2})?)%$/
const range = /^(-?\d{1,3}(?:\.\d{1,2})?)% to (-?\d{1,3}(?:\.\d{1,2})?)%$/

const parsePart = (text: string): TolerancePart | undefined => {
  const number = (match: RegExpMatchArray, group: number) => Number(match[group])
  const counted = text.match(count)
  if (counted) return { type: 1, from: number(counted, 1), to: null }
  const percent = text.match(percentage)
  if (percent) return { type: 2, from: number(percent, 1), to: null }
  const ranged = text.match(range)
  if (ranged && number(ranged, 1) <= number(ranged, 2))
    return { type: 3, from: number(ranged, 1), to: number(ranged, 2) }
  return undefined
}

/**
 * Reads the form an analyst writes: "0%", "5 records", "0 records and 20%", "5 records or 10%", "-10% to 10%".
 * Undefined when it is none of these.
 */
export const parseTolerance = (text: string): Tolerance | undefined => {
  const [, first, word, second] = text.trim().match(/^(.+?)(?: (and|or) (.+))?$/i) ?? []
  if (first === undefined) return undefined
  const parts = [first, second].filter(part => part !== undefined).map(part => parsePart(part.trim()))
  if (parts.some(part => part === undefined)) return undefined
  return {
    conjunction: word?.toLowerCase() === 'or' ? 'O' : 'A',
    parts: parts.filter(part => part !== undefined),
  }
}

const partText = ({ type, from, to }: TolerancePart): string => {
  if (type === 1) return `${from} ${from === 1 ? 'record' : 'records'}`
  return type === 2 ? `${from}%` : `${from}% to ${to}%`
}

/** The words of the quality report's Tolerance column, as "0 records and 20%". */
export const toleranceText = ({ conjunction, parts }: Tolerance): string =>
  parts.map(partText).join(conjunction === 'O' ? ' or ' : ' and ')

/** Failures over population in percent, rounded to two decimals; 0 when both are 0 (specification 2 §5). */
export const failurePercent = (failureCount: number, populationCount: number): number =>
  populationCount === 0 ? 0 : Math.round((failureCount / populationCount) * 10_000) / 100

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
