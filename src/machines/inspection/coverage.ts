/** Where a path was walked: on the chart, through the API, in a browser, or by hand from the QA export. */
export const levels = ['chart', 'api', 'browser', 'qa'] as const
export type Level = (typeof levels)[number]

/** How often each transition was walked, and each two in a row; absent is never. */
export interface Walked {
  transitions: Record<string, number>
  pairs: Record<string, number>
}

/** What of a chart was walked, and what there is to walk. */
export interface ChartCoverage {
  id: string
  states: { total: number; missed: string[] }
  /** Ids of every transition that counts. */
  transitions: string[]
  /** Every two transitions that can follow each other, as `pairOf` names them. */
  pairs: string[]
  /** Pairs that cannot happen after all, and why. */
  ruledOut?: Record<string, string>
  levels: Partial<Record<Level, Walked>>
}

/** What `npm run model` and the tests of the other levels found. */
export interface CoverageReport {
  charts: ChartCoverage[]
}

const arrow = ' → '

/** Name of two transitions in a row. */
export const pairOf = (first: string, second: string): string => `${first}${arrow}${second}`

/** The two transitions of a pair. */
export const splitPair = (pair: string): [first: string, second: string] => {
  const at = pair.indexOf(arrow)
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + arrow.length)]
}

const added = (one: Record<string, number>, other: Record<string, number>): Record<string, number> => {
  const sum = { ...one }
  for (const [id, count] of Object.entries(other)) sum[id] = (sum[id] ?? 0) + count
  return sum
}

/** Several walks as one, counts added. */
export const together = (walks: readonly Walked[]): Walked =>
  walks.reduce(
    (sum, walk) => ({
      transitions: added(sum.transitions, walk.transitions),
      pairs: added(sum.pairs, walk.pairs),
    }),
    { transitions: {}, pairs: {} },
  )
