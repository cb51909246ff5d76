import type { Chart } from './chart.ts'

/** How often something was used; 0 for never. */
export interface TransitionUse {
  id: string
  used: number
}

/** Two transitions, one right after the other. */
export interface PairUse {
  first: string
  second: string
  used: number
}

/** What of a chart was used, by the walks of the tests or by real traffic. */
export interface ChartUse {
  chart: string
  transitions: TransitionUse[]
  /** Pairs that can follow each other; of real traffic those that did. */
  pairs: PairUse[]
}

/** What `npm run model` writes to `coverage/model.json`, and the inspector lays over the drawing. */
export interface CoverageReport {
  charts: ChartUse[]
}

/** Transitions of a chart that were used and those that were not; what the chart no longer has is passed over. */
export const usedOf = (
  chart: Chart,
  use: ChartUse | undefined,
): { used: TransitionUse[]; missed: string[] } => {
  const counts = new Map(use?.transitions.map(({ id, used }) => [id, used]))
  const all = chart.transitions.map(({ id }) => ({ id, used: counts.get(id) ?? 0 }))
  return {
    used: all.filter(({ used }) => used > 0),
    missed: all.filter(({ used }) => used === 0).map(({ id }) => id),
  }
}

/** One use after another, counts added: tests and traffic together. */
export const together = (one: ChartUse, other: ChartUse): ChartUse => {
  const transitions = new Map<string, TransitionUse>()
  for (const { id, used } of [...one.transitions, ...other.transitions])
    transitions.set(id, { id, used: used + (transitions.get(id)?.used ?? 0) })
  const pairs = new Map<string, PairUse>()
  for (const { first, second, used } of [...one.pairs, ...other.pairs]) {
    const key = `${first} ${second}`
    pairs.set(key, { first, second, used: used + (pairs.get(key)?.used ?? 0) })
  }
  return { chart: one.chart, transitions: [...transitions.values()], pairs: [...pairs.values()] }
}
