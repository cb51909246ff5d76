import type { AnyStateMachine } from 'xstate'
import { pairBetween } from './coverage.ts'
import type { ModelSpec } from './modelOf.ts'
import { coverAims } from './paths/cover.ts'
import { distinctEdges, possibleAfter, replay, type Situations, situationsOf } from './situations.ts'
import { allTransitions, stableLeaves } from './transitions.ts'

/** How often each of something was walked; what was missed stands in it with 0. */
export type Counts = Record<string, number>

/** What the walks of a chart have covered. */
export interface Coverage {
  chart: string
  situations: number
  edges: { total: number; missed: string[] }
  states: { total: number; missed: string[] }
  transitions: { total: number; missed: string[]; counts: Counts }
  pairs: { total: number; missed: string[]; counts: Counts }
  /** Where the live actor was not where the traversal said it would be. */
  diverged: string[]
}

const raise = (counts: Counts, ids: Iterable<string>): void => {
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1
}

/**
 * Pairs of transitions that can follow each other in this scenario, on a way that its actors allow: of the model, whatever the walks
 * have done.
 */
const possiblePairs = (spec: ModelSpec<AnyStateMachine>, situations: Situations): Set<string> => {
  const isPossible = possibleAfter(spec)
  const out = Map.groupBy(situations.edges, ({ from }) => from)
  return new Set(
    situations.edges.flatMap(first => {
      const way = situations.model.vertices.get(first.from)!.path
      const path = [...way.map(event => ({ ...first, event })), first]
      return (out.get(first.to) ?? []).flatMap(second =>
        isPossible && !isPossible(path, second) ? [] : (pairBetween(first, second) ?? []),
      )
    }),
  )
}

/** Walks every pair of one scenario on live actors, by few paths. */
const walkPairs = async <M extends AnyStateMachine>(
  spec: ModelSpec<M>,
  situations: Situations,
  expectedPairs: ReadonlySet<string>,
  into: Pick<Coverage, 'transitions' | 'pairs' | 'diverged'>,
): Promise<void> => {
  const isPossible = possibleAfter(spec)
  const { paths } = coverAims(
    { start: situations.start, edges: distinctEdges(situations) },
    {
      aimsOf: (edge, before) => {
        const pair = pairBetween(before, edge)
        return pair !== undefined && expectedPairs.has(pair) ? [pair] : []
      },
      ...(isPossible ? { isPossible } : {}),
    },
  )
  for (const path of paths) {
    let before: { transitions: readonly string[] } | undefined
    const fault = await replay(spec, situations.model, path, (_, taken) => {
      const step = { transitions: [...taken] }
      raise(into.transitions.counts, step.transitions)
      const pair = pairBetween(before, step)
      if (pair !== undefined && pair in into.pairs.counts) raise(into.pairs.counts, [pair])
      before = step
    })
    if (fault) into.diverged.push(fault)
  }
}

/**
 * Walks every edge of every scenario of a chart on a live actor, and every pair of transitions that can follow each
 * other. `explored` gets the situations of each scenario.
 */
export const walkChart = async <M extends AnyStateMachine>(
  spec: ModelSpec<M>,
  explored: (situations: Situations) => void = () => undefined,
): Promise<Coverage> => {
  const states = new Set<string>()
  const zero = (ids: Iterable<string>): Counts => Object.fromEntries([...ids].map(id => [id, 0]))
  const all = allTransitions(spec.machine).filter(id => !(id in (spec.unreachable ?? {})))
  const transitions = { total: all.length, missed: [] as string[], counts: zero(all) }
  const pairs = { total: 0, missed: [] as string[], counts: {} as Counts }
  const diverged: string[] = []
  let situationCount = 0
  const edges = { total: 0, missed: [] as string[] }
  for (const scenario of Object.keys(spec.inputs)) {
    const situations = await situationsOf(spec, scenario)
    explored(situations)
    situationCount += situations.model.vertices.size
    const walked = situations.edges.filter(({ id }) => situations.walked.has(id))
    edges.total += situations.edges.length
    edges.missed.push(
      ...situations.edges
        .filter(({ id }) => !situations.walked.has(id))
        .map(({ fromState, label, toState }) => `${scenario}: ${fromState} ${label} ${toState}`),
    )
    diverged.push(...situations.diverged)
    for (const state of situations.states) states.add(state)
    raise(transitions.counts, [...situations.initial, ...walked.flatMap(edge => edge.transitions)])
    const expectedPairs = possiblePairs(spec, situations)
    pairs.counts = { ...zero(expectedPairs), ...pairs.counts }
    await walkPairs(spec, situations, expectedPairs, { transitions, pairs, diverged })
  }
  const missedOf = (counts: Counts) => Object.keys(counts).filter(id => counts[id] === 0)
  const leaves = stableLeaves(spec.machine)
  return {
    chart: spec.machine.id,
    situations: situationCount,
    edges,
    states: { total: leaves.length, missed: leaves.filter(leaf => !states.has(leaf)) },
    transitions: { ...transitions, missed: missedOf(transitions.counts) },
    pairs: { ...pairs, total: Object.keys(pairs.counts).length, missed: missedOf(pairs.counts) },
    diverged,
  }
}
