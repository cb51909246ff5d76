import { type ChartCoverage, type Level, levels, pairOf, splitPair } from './coverage.ts'

/** What the coverage layer shows of a chart. */
export type ShownCoverage = Pick<ChartCoverage, 'transitions' | 'pairs' | 'levels' | 'ruledOut'>

/**
 * The same for sending: the name of a transition stands in it once. Numbers are places in the list of transitions, in
 * `ruledOut` in the transitions followed by the pairs; counts stand in the order of what they count.
 */
export interface FoldedCoverage {
  transitions: string[]
  pairs: [first: number, second: number][]
  levels: Partial<Record<Level, Record<'transitions' | 'pairs', number[]>>>
  /** Places by the reason. */
  ruledOut: Partial<Record<Level, Record<string, number[]>>>
}

/** Values of the levels that have one. */
const eachLevel = <From, To>(
  from: Partial<Record<Level, From>>,
  make: (value: From) => To,
): Partial<Record<Level, To>> =>
  Object.fromEntries(levels.flatMap(level => (from[level] ? [[level, make(from[level])]] : [])))

/** What a chart's report says of its transitions and pairs; of a pair that cannot be, nothing. */
export const foldedCoverage = ({ transitions, pairs, ...found }: ShownCoverage): FoldedCoverage => {
  const ids = [...transitions, ...pairs]
  const placesByReason = (reasons: Readonly<Record<string, string>>): Record<string, number[]> => {
    const places: Record<string, number[]> = {}
    ids.forEach((id, at) => {
      const reason = reasons[id]
      if (reason !== undefined) places[reason] = [...(places[reason] ?? []), at]
    })
    return places
  }
  return {
    transitions,
    pairs: pairs.map(pair => {
      const [first, second] = splitPair(pair)
      return [transitions.indexOf(first), transitions.indexOf(second)]
    }),
    levels: eachLevel(found.levels, walked => ({
      transitions: transitions.map(id => walked.transitions[id] ?? 0),
      pairs: pairs.map(id => walked.pairs[id] ?? 0),
    })),
    ruledOut: eachLevel(found.ruledOut ?? {}, placesByReason),
  }
}

/** What was folded, as it was. */
export const unfoldedCoverage = ({ transitions, ...folded }: FoldedCoverage): ShownCoverage => {
  const pairs = folded.pairs.map(([first, second]) => pairOf(transitions[first]!, transitions[second]!))
  const ids = [...transitions, ...pairs]
  const counted = (names: readonly string[], counts: readonly number[]): Record<string, number> =>
    Object.fromEntries(
      names.flatMap((name, at): [string, number][] => (counts[at] ? [[name, counts[at]]] : [])),
    )
  return {
    transitions,
    pairs,
    levels: eachLevel(folded.levels, counts => ({
      transitions: counted(transitions, counts.transitions),
      pairs: counted(pairs, counts.pairs),
    })),
    ruledOut: eachLevel(folded.ruledOut, reasons =>
      Object.fromEntries(
        Object.entries(reasons).flatMap(([reason, places]) => places.map(at => [ids[at]!, reason])),
      ),
    ),
  }
}
