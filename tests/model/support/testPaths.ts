import type { AnyEventObject, AnyStateMachine } from 'xstate'
import { pairBetween } from '../../../src/machines/inspection/coverage.ts'
import { coverAims } from '../../../src/machines/inspection/paths/cover.ts'
import { maximalSimplePaths } from '../../../src/machines/inspection/paths/criteria.ts'
import type { Graph, Path } from '../../../src/machines/inspection/paths/graph.ts'
import {
  type Criterion,
  type PathStep,
  pathIdOf,
  type TestPath,
} from '../../../src/machines/inspection/paths/testPath.ts'
import { type ModelSpec, plain } from './modelOf.ts'
import {
  distinctEdges,
  possibleAfter,
  quickSituationsOf,
  type SituationEdge,
  type Situations,
  situationsOf,
} from './situations.ts'

/** Which walks a level can do at all, where the chart would allow more. */
export interface World {
  isPossible?: (path: Path<SituationEdge>, edge: SituationEdge) => boolean
  /** Names of the scenarios that can be set up; all by default. */
  scenarios?: readonly string[]
  maxSteps?: number
}

/** Simple paths of one scenario are counted up to this number. */
export const simplePathBound = 10_000

const eventOf = (event: AnyEventObject): PathStep['event'] => JSON.parse(JSON.stringify(event, plain))

const givenOf = (input: unknown): unknown =>
  input === undefined ? null : JSON.parse(JSON.stringify(input, plain))

const factsOf = (situation: string): unknown => (JSON.parse(situation) as unknown[])[2] ?? null

export const testPathOf = (
  chart: string,
  { scenario, startState, model }: Pick<Situations, 'scenario' | 'startState' | 'model'>,
  path: Path<SituationEdge>,
): TestPath => {
  const bare = {
    chart,
    scenario,
    given: givenOf(model.input),
    start: startState,
    steps: path.map(({ event, transitions, fromState, toState, to }) => ({
      event: eventOf(event),
      transitions,
      from: fromState,
      to: toState,
      facts: factsOf(to),
    })),
  }
  return { id: pathIdOf(bare), ...bare }
}

export const graphOf = (situations: Situations): Graph<SituationEdge> => ({
  start: situations.start,
  edges: distinctEdges(situations),
})

/** The paths of one scenario on which no state comes twice, and which cannot be prolonged. */
export const simplePathsOf = (situations: Situations) => {
  const graph = graphOf(situations)
  const states = new Map([[situations.start, situations.startState]])
  for (const { to, toState } of graph.edges) states.set(to, toState)
  return maximalSimplePaths(graph, simplePathBound, vertex => states.get(vertex) ?? vertex)
}

const aims: Record<
  Exclude<Criterion, 'simple-paths'>,
  (edge: SituationEdge, before?: SituationEdge) => string[]
> = {
  transitions: ({ transitions }) => [...transitions],
  pairs: (edge, before) => [...edge.transitions, ...[pairBetween(before, edge) ?? []].flat()],
}

/** Few paths that show everything that the criterion asks for, over all scenarios; each aim once. */
export const testPathsIn = (
  spec: ModelSpec<AnyStateMachine>,
  scenarios: readonly Situations[],
  criterion: Criterion,
  world: World = {},
): TestPath[] => {
  const { id } = spec.machine
  const allowed = possibleAfter(spec)
  const isPossible = (path: Path<SituationEdge>, edge: SituationEdge): boolean =>
    (allowed?.(path, edge) ?? true) && (world.isPossible?.(path, edge) ?? true)
  const restricted = allowed || world.isPossible ? { isPossible } : {}
  let shown: ReadonlySet<string> = new Set()
  const seen = new Set<string>()
  return scenarios
    .filter(({ scenario }) => world.scenarios?.includes(scenario) ?? true)
    .flatMap(situations => {
      if (criterion === 'simple-paths') {
        return simplePathsOf(situations)
          .paths.filter(path => path.every((edge, at) => isPossible(path.slice(0, at), edge)))
          .map(path => testPathOf(id, situations, path))
          .filter(({ start, steps }) => {
            const way = [start, ...steps.flatMap(({ transitions }) => transitions)].join(' ')
            return !seen.has(way) && seen.add(way)
          })
      }
      const covered = coverAims(graphOf(situations), {
        aimsOf: aims[criterion],
        shown,
        ...restricted,
        ...(world.maxSteps === undefined ? {} : { maxSteps: world.maxSteps }),
      })
      shown = covered.shown
      return covered.paths.map(path => testPathOf(id, situations, path))
    })
}

/** The situations of every scenario of a chart. */
export const explore = async (spec: ModelSpec<AnyStateMachine>): Promise<Situations[]> => {
  const scenarios: Situations[] = []
  for (const scenario of Object.keys(spec.inputs)) scenarios.push(await situationsOf(spec, scenario))
  return scenarios
}

/** The same without walking to each of them. */
export const exploreQuickly = (spec: ModelSpec<AnyStateMachine>): Situations[] =>
  Object.keys(spec.inputs).map(scenario => quickSituationsOf(spec, scenario))
