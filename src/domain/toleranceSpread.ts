import {
  type Measured,
  type Tolerance,
  type ToleranceType,
  toleranceStatus,
  toleranceTypes,
} from './tolerance.ts'

/*
 * How the results of many providers are spread beside a tolerance, and what another one would decide otherwise.
 */

/** What becomes of a provider's result: it stays where it is, or turns. */
export const spreadTurns = ['inside', 'newlyInside', 'newlyOutside', 'outside'] as const
export type SpreadTurn = (typeof spreadTurns)[number]
export type SpreadCounts = Record<SpreadTurn, number>

/** What is drawn from left to right: the first kind of these that the tolerance has. */
const drawnFirst = [2, 3, 1] as const satisfies readonly ToleranceType[]

/** One bar: values above `from`, up to and with `to`; null where it has no end at that side. */
export interface SpreadBin {
  from: number | null
  to: number | null
  counts: SpreadCounts
}

export interface Spread {
  /** 1 failing records, 2 failing percent of the population, 3 change in percent. */
  type: ToleranceType
  bins: readonly SpreadBin[]
  /** Values of the tolerances, in the unit of the bins; two for a range. */
  marks: { today: readonly number[]; changed: readonly number[] }
  /** Of the results without any failing record, which have no bar. */
  clean: SpreadCounts
  /** Of all results. */
  totals: SpreadCounts
}

/** What a changed tolerance makes of a result; without one of today the rule is new. */
export const spreadTurnOf = (
  measured: Measured,
  today: Tolerance | undefined,
  changed: Tolerance,
): SpreadTurn => {
  const was = today !== undefined && toleranceStatus(today, measured) === 1
  const is = toleranceStatus(changed, measured) === 1
  if (was === is) return is ? 'outside' : 'inside'
  return is ? 'newlyOutside' : 'newlyInside'
}

/** The value of a result on the axis; null where there is none. */
const placeOf = (type: ToleranceType, measured: Measured): number | null => {
  const { failureCount, populationCount, measuredPercent } = measured
  if (type === toleranceTypes.range) return measuredPercent
  if (type === toleranceTypes.count) return failureCount
  return populationCount === 0 ? 0 : (failureCount / populationCount) * 100
}

const marksOf = (type: ToleranceType, tolerance: Tolerance | undefined): number[] =>
  (tolerance?.parts ?? [])
    .filter(part => part.type === type)
    .flatMap(({ from, to }) => (to === null ? [from] : [from, to]))

/** At most so many bars on each side of nothing. */
const mostBins = 12

/** The smallest of 1, 2, 5, 10, … that so many steps of reach as far as wanted; of records at least 1. */
const stepFor = (reach: number, most: number, type: ToleranceType): number => {
  const least = reach / most
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map(times => times * power).find(one => one >= least * (1 - 1e-9)) ?? least
  return type === toleranceTypes.count ? Math.max(1, step) : step
}

/** How far from nothing the bars go: well past the tolerances, and so far that most results have a bar of their own. */
const reachOf = (type: ToleranceType, values: readonly number[], marks: readonly number[]): number => {
  const sizes = values
    .map(Math.abs)
    .filter(size => size > 0)
    .sort((one, other) => one - other)
  const farthest = sizes.at(-1) ?? 0
  const most = sizes[Math.ceil(sizes.length * 0.9) - 1] ?? 0
  const past = 1.5 * Math.max(0, ...marks.map(Math.abs))
  const extent = Math.max(
    Math.min(Math.max(past, most), Math.max(farthest, past / 1.2)),
    type === toleranceTypes.count ? 1 : 0.01,
  )
  return type === toleranceTypes.percentage ? Math.min(100, extent) : extent
}

/**
 * The results that a tolerance puts outside, or turns, the worst first: those that somebody wants to look at one by one. Inside stay
 * too many to be read.
 */
export const spreadList = <Result extends Measured>(
  results: readonly Result[],
  today: Tolerance | undefined,
  changed: Tolerance,
): { result: Result; turn: SpreadTurn }[] => {
  const size = ({ failureCount, populationCount, measuredPercent }: Result): number =>
    measuredPercent === null ? failureCount / Math.max(1, populationCount) : Math.abs(measuredPercent)
  return results
    .map(result => ({ result, turn: spreadTurnOf(result, today, changed) }))
    .filter(({ turn }) => turn !== 'inside')
    .toSorted((one, other) => size(other.result) - size(one.result))
}

const noCounts = (): SpreadCounts => ({ inside: 0, newlyInside: 0, newlyOutside: 0, outside: 0 })

/** A number without the dust of adding up decimals. */
const tidy = (value: number): number => Number(value.toPrecision(9))

/**
 * Results beside the tolerance of today and a changed one. A result that cannot be measured, because there is nothing to compare
 * with, is counted and has no bar.
 */
export const spreadOf = (
  results: readonly Measured[],
  today: Tolerance | undefined,
  changed: Tolerance,
): Spread => {
  const types = new Set(changed.parts.map(part => part.type))
  const type = drawnFirst.find(one => types.has(one)) ?? 2
  const marks = { today: marksOf(type, today), changed: marksOf(type, changed) }
  const placed = results.map(measured => ({
    value: placeOf(type, measured),
    turn: spreadTurnOf(measured, today, changed),
  }))
  const isClean = (value: number | null) => type !== toleranceTypes.range && value === 0
  const drawn = placed.flatMap(({ value, turn }) =>
    value === null || isClean(value) ? [] : [{ value, turn }],
  )
  const reach = reachOf(
    type,
    drawn.map(({ value }) => value),
    [...marks.today, ...marks.changed],
  )
  const step = stepFor(reach, type === toleranceTypes.range ? mostBins / 2 : mostBins, type)
  const steps = Math.ceil(tidy(reach / step))
  const edges = Array.from({ length: (type === toleranceTypes.range ? 2 : 1) * steps + 1 }, (_, at) =>
    tidy((type === toleranceTypes.range ? at - steps : at) * step),
  )
  const bins: SpreadBin[] = edges.slice(1).map((to, at) => ({ from: edges[at] ?? 0, to, counts: noCounts() }))
  const [least = 0, last = 0] = [edges[0], edges.at(-1)]
  // Bars without an end stand only where something lies there.
  if (drawn.some(({ value }) => value > last)) bins.push({ from: last, to: null, counts: noCounts() })
  if (type === toleranceTypes.range && drawn.some(({ value }) => value <= least))
    bins.unshift({ from: null, to: least, counts: noCounts() })
  for (const { value, turn } of drawn) {
    const bin = bins.find(({ from, to }) => (from === null || value > from) && (to === null || value <= to))
    if (bin) bin.counts[turn] += 1
  }
  const sum = (of: readonly { turn: SpreadTurn }[]): SpreadCounts => {
    const counts = noCounts()
    for (const { turn } of of) counts[turn] += 1
    return counts
  }
  return {
    type,
    bins,
    marks,
    clean: sum(placed.filter(({ value }) => isClean(value))),
    totals: sum(placed),
  }
}

/** Where a value stands among the bars, in widths of a bar from the left edge of the first; at its side where it lies beyond them. */
export const placeAmong = (bins: readonly SpreadBin[], value: number): number => {
  const [first] = bins.flatMap(({ from, to }, at) => (from !== null && to !== null ? [{ from, to, at }] : []))
  if (!first) return 0
  const width = first.to - first.from
  const place = first.at + (value - first.from) / width
  return Math.min(Math.max(place, 0), bins.length)
}
