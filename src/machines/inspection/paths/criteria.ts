import { type Edge, type Graph, leaving, type Path, shortestPathsFrom } from './graph.ts'

/** Two transitions that can follow each other. */
export interface Pair {
  first: Edge
  second: Edge
}

export const pairId = ({ first, second }: Pair): string => `${first.id} → ${second.id}`

/** Every pair of transitions that can follow each other, from what the start reaches. */
export const transitionPairs = (graph: Graph): Pair[] => {
  const reached = shortestPathsFrom(graph, graph.start)
  const out = leaving(graph)
  return graph.edges
    .filter(({ from }) => reached.has(from))
    .flatMap(first => (out.get(first.to) ?? []).map(second => ({ first, second })))
}

/** A path to each transition: shortest way to its source, then the transition itself. */
export const transitionPaths = (graph: Graph): Path[] => {
  const reached = shortestPathsFrom(graph, graph.start)
  return graph.edges.flatMap(edge => {
    const way = reached.get(edge.from)
    return way ? [[...way, edge]] : []
  })
}

/**
 * Paths that walk every pair of transitions. Each begins with the shortest way to a pair that is still open and goes on
 * greedily through open pairs, so that few paths cover many.
 */
export const pairPaths = (graph: Graph): Path[] => {
  const reached = shortestPathsFrom(graph, graph.start)
  const out = leaving(graph)
  const open = new Set(transitionPairs(graph).map(pairId))
  const paths: Path[] = []
  const settle = (path: Edge[]): void => {
    for (let index = 1; index < path.length; index += 1) {
      const [first, second] = [path[index - 1], path[index]]
      if (first && second) open.delete(pairId({ first, second }))
    }
  }
  for (const pair of transitionPairs(graph)) {
    if (!open.has(pairId(pair))) continue
    const path = [...(reached.get(pair.first.from) ?? []), pair.first, pair.second]
    settle(path)
    for (let last: Edge | undefined = pair.second; last; ) {
      const first: Edge = last
      const next: Edge | undefined = (out.get(first.to) ?? []).find(second =>
        open.has(pairId({ first, second })),
      )
      if (next) {
        path.push(next)
        open.delete(pairId({ first, second: next }))
      }
      last = next
    }
    paths.push(path)
  }
  return paths
}

/** Simple paths (no vertex twice) that cannot be prolonged, and whether the bound cut the search off. */
export interface SimplePaths {
  paths: Path[]
  isCutOff: boolean
}

/** All maximal simple paths from the start, at most `bound` of them: their number can grow without measure. */
export const maximalSimplePaths = (graph: Graph, bound = 10_000): SimplePaths => {
  const out = leaving(graph)
  const paths: Path[] = []
  let isCutOff = false
  const visit = (path: Edge[], seen: ReadonlySet<string>, vertex: string): void => {
    if (paths.length >= bound) {
      isCutOff = true
      return
    }
    const next = (out.get(vertex) ?? []).filter(({ to }) => !seen.has(to))
    if (next.length === 0 && path.length > 0) paths.push(path)
    for (const edge of next) visit([...path, edge], new Set([...seen, edge.to]), edge.to)
  }
  visit([], new Set([graph.start]), graph.start)
  return { paths, isCutOff }
}
