/** What the paths of a set walk between them: each transition, each pair of transitions, each way without a state twice. */
export const criteria = ['transitions', 'pairs', 'simple-paths'] as const
export type Criterion = (typeof criteria)[number]

/** One event and what it does. Everything is plain data. */
export interface PathStep {
  event: { type: string } & Record<string, unknown>
  /** Ids of the transitions taken (as in `chartOf`), in order. */
  transitions: readonly string[]
  /** Ids of the leaf states before and after. */
  from: string
  to: string
  /** What the guards read, after the step. */
  facts: unknown
}

/** A walk through a chart: what is replayed on the chart, sent to the API, clicked in a browser and given to testers. */
export interface TestPath {
  /** Eight characters that stay as long as the path takes the same transitions in the same scenario. */
  id: string
  chart: string
  /** The facts at the start, in words. */
  scenario: string
  /** The same as data: the input that the chart is started with. */
  given: unknown
  /** Id of the leaf state at the start. */
  start: string
  /** Ids of the transitions taken on the way to it, before the first step. */
  initial: readonly string[]
  steps: readonly PathStep[]
}

/** FNV-1a, 32 bits. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at)!
    // Beyond the first 65,536, a character takes two places.
    if (code > 0xffff) at++
    hash = Math.imul(hash ^ code, 0x01000193)
  }
  return hash >>> 0
}

/** The id of a path, from what it walks. */
export const pathIdOf = ({
  chart,
  scenario,
  steps,
}: Pick<TestPath, 'chart' | 'scenario' | 'steps'>): string =>
  hashOf([chart, scenario, ...steps.flatMap(({ transitions }) => transitions)].join('\n'))
    .toString(16)
    .padStart(8, '0')
