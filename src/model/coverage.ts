import type { PathStep } from './paths/testPath.ts'

/** Where a path was walked: on the chart, through the API, in a browser, or by hand from the QA export. */
export const levels = ['chart', 'api', 'browser', 'qa'] as const
export type Level = (typeof levels)[number]

/** How often each transition was walked, and each two in a row; absent is never. */
export interface Walked {
  transitions: Record<string, number>
  pairs: Record<string, number>
  /** What was shown of its screens, as `screensShown` names it; of the level that has some. */
  screens?: Record<string, number>
}

/** What of a chart was walked, and what there is to walk. */
export interface ChartCoverage {
  id: string
  states: { total: number; missed: string[] }
  /** Ids of every transition that counts. */
  transitions: string[]
  /** Every two transitions that can follow each other, as `pairOf` names them. */
  pairs: string[]
  /** Ways from a start on which no state comes twice. */
  simplePaths: { count: number; isCutOff: boolean }
  /** Steps of a shortest tour over every edge, its parts, and the steps of going to each edge from the start. */
  tour: { steps: number; paths: number; naiveSteps: number }
  /** Rows of the decision tables (MC/DC), and those that were shown to decide as written. */
  decisions: { rows: number; shown: number }
  /** Screens, and gestures at them, that there are in front of the portal; none of a chart that no screen shows. */
  screens: readonly string[]
  levels: Partial<Record<Level, Walked>>
  /** Transitions and pairs that the chart by itself takes but a level cannot cause, by name, and why. */
  ruledOut?: Partial<Record<Level, Readonly<Record<string, string>>>>
}

/** What one level walked, by chart: what its tests leave behind. */
export type LevelReport = Record<string, Walked>

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

/** Name of the pair of transitions that two steps in a row take; undefined where one of them takes none. */
export const pairBetween = (
  first: Pick<PathStep, 'transitions'> | undefined,
  second: Pick<PathStep, 'transitions'>,
): string | undefined => {
  const [last, next] = [first?.transitions.at(-1), second.transitions[0]]
  return last !== undefined && next !== undefined ? pairOf(last, next) : undefined
}

/** The counts before anything was walked. */
export const nothingWalked = (): Walked => ({ transitions: {}, pairs: {} })

const raise = (counts: Record<string, number>, ids: readonly string[]): void => {
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1
}

/** What counts of a path that was walked. */
export interface WalkedSteps {
  /** Absent in what was kept by an earlier version. */
  initial?: readonly string[]
  steps: readonly Pick<PathStep, 'transitions'>[]
  /** What it showed of the screens. */
  screens?: readonly string[]
}

/** Counts a walked path in. */
export const countPath = (walked: Walked, { initial = [], steps, screens }: WalkedSteps): void => {
  raise(walked.transitions, [...initial, ...steps.flatMap(({ transitions }) => transitions)])
  raise(
    walked.pairs,
    steps.flatMap((step, at) => pairBetween(steps[at - 1], step) ?? []),
  )
  if (screens) {
    walked.screens ??= {}
    raise(walked.screens, screens)
  }
}

/** Ids as they stand: walked at least once, possible but not walked, ruled out. */
export interface Standing {
  walked: string[]
  missed: string[]
  ruledOut: string[]
}

/** How transitions, or pairs, stand by the counts of a walk; what was walked after all is not ruled out. */
export const standingOf = (
  ids: readonly string[],
  counts: Readonly<Record<string, number>>,
  ruledOut: Readonly<Record<string, string>> = {},
): Standing => ({
  walked: ids.filter(id => counts[id]),
  missed: ids.filter(id => !counts[id] && !(id in ruledOut)),
  ruledOut: ids.filter(id => !counts[id] && id in ruledOut),
})

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
