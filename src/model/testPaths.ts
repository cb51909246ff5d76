import type { AnyEventObject, AnyStateMachine } from 'xstate'
import { countPath, nothingWalked, pairBetween } from './coverage.ts'
import { type ModelSpec, plain } from './modelOf.ts'
import { coverAims } from './paths/cover.ts'
import { maximalSimplePaths } from './paths/criteria.ts'
import { type Graph, leaving, type Path } from './paths/graph.ts'
import { type Criterion, type PathStep, pathIdOf, type TestPath } from './paths/testPath.ts'
import { screensShown } from './screens.ts'
import {
  distinctEdges,
  possibleAfter,
  quickSituationsOf,
  type SituationEdge,
  type Situations,
  situationsOf,
} from './situations.ts'

/** What a level can walk of a chart. */
export interface World {
  /** Why it cannot go on with an edge that the chart takes; undefined where it can. */
  whyNot: (path: Path<SituationEdge>, edge: SituationEdge) => string | undefined
}

/** Simple paths of one scenario are counted up to this number. */
export const simplePathBound = 10_000
/** A path is as long as the chart has states at most: together the paths have no more steps than fit into one text of V8. */
const simpleStepsAtMost = 300_000

const eventOf = (event: AnyEventObject): PathStep['event'] => JSON.parse(JSON.stringify(event, plain))

const givenOf = (input: unknown): unknown =>
  input === undefined ? null : JSON.parse(JSON.stringify(input, plain))

const factsOf = (situation: string): unknown => (JSON.parse(situation) as unknown[])[2] ?? null

/** Makes paths of one scenario plain data; a step that many of them take is made once. */
const asTestPaths = (
  chart: string,
  { scenario, startState, initial, model }: Situations,
): ((path: Path<SituationEdge>) => TestPath) => {
  const given = givenOf(model.input)
  const known = new Map<SituationEdge, PathStep>()
  const stepOf = (edge: SituationEdge): PathStep => {
    const found = known.get(edge)
    if (found) return found
    const { event, transitions, fromState, toState, to } = edge
    const step = { event: eventOf(event), transitions, from: fromState, to: toState, facts: factsOf(to) }
    known.set(edge, step)
    return step
  }
  return path => {
    const bare = { chart, scenario, given, start: startState, initial, steps: path.map(stepOf) }
    return { id: pathIdOf(bare), ...bare }
  }
}

/** The situations of one scenario as a graph, in which edges that are the same stand once. */
export const graphOf = (situations: Situations): Graph<SituationEdge> => ({
  start: situations.start,
  edges: distinctEdges(situations),
})

/** The paths of one scenario on which no state comes twice, and which cannot be prolonged. */
export const simplePathsOf = (situations: Situations) => {
  const graph = graphOf(situations)
  const states = new Map([[situations.start, situations.startState]])
  for (const { to, toState } of graph.edges) states.set(to, toState)
  const bound = Math.min(simplePathBound, Math.floor(simpleStepsAtMost / new Set(states.values()).size))
  return maximalSimplePaths(graph, bound, vertex => states.get(vertex) ?? vertex)
}

const aims: Record<
  Exclude<Criterion, 'simple-paths'>,
  (edge: SituationEdge, before?: SituationEdge) => string[]
> = {
  transitions: ({ transitions }) => [...transitions],
  pairs: (edge, before) => [...edge.transitions, ...[pairBetween(before, edge) ?? []].flat()],
}

/** Whether a walk of a level can go on with an edge; undefined where each can. */
const possibleIn = (spec: ModelSpec<AnyStateMachine>, world: World | undefined) => {
  const allowed = possibleAfter(spec)
  if (!allowed && !world) return undefined
  return (path: Path<SituationEdge>, edge: SituationEdge): boolean =>
    (allowed?.(path, edge) ?? true) && world?.whyNot(path, edge) === undefined
}

/** Few paths that show every aim, over all scenarios; each aim once. */
const pathsShowing = (
  spec: ModelSpec<AnyStateMachine>,
  scenarios: readonly Situations[],
  aimsOf: (edge: SituationEdge, before: SituationEdge | undefined, situations: Situations) => string[],
  world: World | undefined,
): { paths: TestPath[]; shown: ReadonlySet<string> } => {
  const isPossible = possibleIn(spec, world)
  let shown: ReadonlySet<string> = new Set()
  const paths = scenarios.flatMap(situations => {
    const covered = coverAims(graphOf(situations), {
      aimsOf: (edge, before) => aimsOf(edge, before, situations),
      shown,
      ...(isPossible ? { isPossible } : {}),
    })
    shown = covered.shown
    return covered.paths.map(asTestPaths(spec.machine.id, situations))
  })
  return { paths, shown }
}

/** Few paths that show everything that the criterion asks for, over all scenarios; each aim once. */
export const testPathsIn = (
  spec: ModelSpec<AnyStateMachine>,
  scenarios: readonly Situations[],
  criterion: Criterion,
  world?: World,
): TestPath[] => {
  if (criterion !== 'simple-paths') {
    const { paths } = pathsShowing(
      spec,
      scenarios,
      (edge, before, { initial }) => [...(before ? [] : initial), ...aims[criterion](edge, before)],
      world,
    )
    return paths
  }
  const isPossible = possibleIn(spec, world)
  // By numbers: the words of ten thousand long ways would be more than is worth holding.
  const numbers = new Map<string, number>()
  const numberOf = (words: string): number => {
    const number = numbers.get(words) ?? numbers.size
    numbers.set(words, number)
    return number
  }
  const seen = new Set<string>()
  return scenarios.flatMap(situations => {
    const start = numberOf(situations.startState)
    const numbersOf = new Map(situations.edges.map(edge => [edge, edge.transitions.map(numberOf)] as const))
    const isNew = (path: Path<SituationEdge>): boolean => {
      const way = [start, ...path.flatMap(edge => numbersOf.get(edge) ?? [])].join()
      if (seen.has(way)) return false
      seen.add(way)
      return true
    }
    return simplePathsOf(situations)
      .paths.filter(path => !isPossible || path.every((edge, at) => isPossible(path.slice(0, at), edge)))
      .filter(isNew)
      .map(asTestPaths(spec.machine.id, situations))
  })
}

/**
 * Few paths that lead to every screen and do every gesture at each, as far as a level can, and what they show between
 * them; none of a chart that no screen shows.
 */
export const screenPathsIn = (
  spec: ModelSpec<AnyStateMachine>,
  scenarios: readonly Situations[],
  world?: World,
): { paths: TestPath[]; shown: readonly string[] } => {
  const shows = screensShown[spec.machine.id]
  if (!shows) return { paths: [], shown: [] }
  const { paths, shown } = pathsShowing(
    spec,
    scenarios,
    ({ event, fromState, toState, transitions }) =>
      shows({ type: event.type, from: fromState, to: toState, transitions }),
    world,
  )
  return { paths, shown: [...shown] }
}

/**
 * The transitions and pairs of a chart that a level cannot walk, by name, each with its reasons in words; without one
 * where its world gives none.
 */
export const ruledOutIn = (
  spec: ModelSpec<AnyStateMachine>,
  scenarios: readonly Situations[],
  world: World,
): Record<string, string> => {
  const walked = nothingWalked()
  for (const path of testPathsIn(spec, scenarios, 'pairs', world)) countPath(walked, path)
  const reasons = new Map<string, Set<string>>()
  const note = (aim: string, reason: string | undefined): void => {
    if (aim in walked.transitions || aim in walked.pairs) return
    const known = reasons.get(aim) ?? new Set()
    reasons.set(aim, reason === undefined ? known : known.add(reason))
  }
  for (const situations of scenarios) {
    const graph = graphOf(situations)
    const out = leaving(graph)
    for (const first of graph.edges) {
      const reason = world.whyNot([], first)
      if (first.from === graph.start) for (const id of situations.initial) note(id, reason)
      for (const id of first.transitions) note(id, reason)
      for (const second of out.get(first.to) ?? []) {
        const pair = pairBetween(first, second)
        if (pair !== undefined) note(pair, reason ?? world.whyNot([first], second))
      }
    }
  }
  return Object.fromEntries([...reasons].map(([aim, found]) => [aim, [...found].join(' ')]))
}

/** The situations of every scenario of a chart. */
export const explore = async (spec: ModelSpec<AnyStateMachine>): Promise<Situations[]> => {
  const scenarios: Situations[] = []
  for (const scenario of Object.keys(spec.inputs)) scenarios.push(await situationsOf(spec, scenario))
  return scenarios
}

/** What was found of each scenario, but for the model itself: to hold two ways of exploring against each other. */
export const seenIn = (scenarios: readonly Situations[]) =>
  scenarios.map(({ scenario, start, initial, edges }) => ({ scenario, start, initial, edges }))

/** The same without walking to each of them. */
export const exploreQuickly = (spec: ModelSpec<AnyStateMachine>): Situations[] =>
  Object.keys(spec.inputs).map(scenario => quickSituationsOf(spec, scenario))
