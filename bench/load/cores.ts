import { shareThatWaits } from './queueing.ts'

/*
 * What readers and live connections would see with other numbers of cores, or at more of the load than was measured. All that
 * computes shares the cores, but workers give way to the rest. In a queue with such priorities the first class waits as if it were
 * alone, so a time is its own work and a wait that grows with how crowded the cores are with what goes before files. In the queue M/M/c
 * the mean wait is Erlang's formula C over what is left of the cores, in units of one service (`crowding`). How much work a share of the
 * load is, and how long a time takes at each crowding, are straight lines through what was measured.
 */

/** The mean wait for one of so many cores in units of one service, where so many are busy on average; without end from all of them on. */
export const crowding = (cores: number, busy: number): number =>
  busy >= cores ? Number.POSITIVE_INFINITY : shareThatWaits(cores, busy) / (cores - busy)

export interface Line {
  /** The value at 0. */
  start: number
  /** What is added by each unit. */
  slope: number
}

/** The straight line of least squares through points (x, y) of at least two different x; undefined for fewer. */
export const lineThrough = (points: readonly (readonly [number, number])[]): Line | undefined => {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  if (!(spread > 0)) return undefined
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
  return { start: meanY - slope * meanX, slope }
}

const at = ({ start, slope }: Line, x: number): number => start + slope * x

/** What one run showed. */
export interface Measured {
  /** Share of the whole load that it was. */
  share: number
  cores: number
  /** Cores that were busy on average, with all that ran. */
  busy: number
  /** The same without the workers. */
  busyFirst: number
  /** The time looked at, a quantile say, in ms. */
  ms: number
}

export interface Expected {
  /** Cores that would be busy on average. */
  busy: number
  /** The time in ms; infinite where more is to be done than the cores can. */
  ms: number
}

/**
 * The model fitted to runs of at least two different shares: what is to be expected with so many cores at such a share of the
 * load. Undefined for fewer, and where one of the runs had more to do than its cores could.
 */
export const fitCores = (
  runs: readonly Measured[],
): ((cores: number, share: number) => Expected) | undefined => {
  const work = lineThrough(runs.map(({ share, busy }) => [share, busy]))
  const first = lineThrough(runs.map(({ share, busyFirst }) => [share, busyFirst]))
  const delay = lineThrough(runs.map(({ cores, busyFirst, ms }) => [crowding(cores, busyFirst), ms]))
  if (!work || !first || !delay || runs.some(({ cores, busy }) => busy >= cores)) return undefined
  return (cores, share) => {
    const busy = at(work, share)
    const isEnough = busy < cores
    return { busy, ms: isEnough ? at(delay, crowding(cores, at(first, share))) : Number.POSITIVE_INFINITY }
  }
}
