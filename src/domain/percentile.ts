/** The fewest stays with a 95th percentile: with fewer it is the longest stay, or close to it. */
export const leastStays = 20

/** A 95th percentile in seconds, or the number of stays if they are too few for one. */
export type Percentile = { kind: 'known'; seconds: number } | { kind: 'tooFew'; stays: number }

/** Stays of other submissions in a status, and their 95th percentile in seconds; null without a stay. */
export interface OtherStays {
  visits: number
  p95: number | null
}

/**
 * The 95th percentile to show or compare with, from 20 stays of other submissions. The caller leaves out the stays of the submission
 * that is compared.
 */
export const percentileOf = ({ visits, p95 }: OtherStays): Percentile =>
  p95 !== null && visits >= leastStays ? { kind: 'known', seconds: p95 } : { kind: 'tooFew', stays: visits }
