import { type Edge, type Graph, leaving, type Path, shortestPathsFrom } from './graph.ts'

/** Two transitions that can follow each other. */
export interface Pair {
  first: Edge
  second: Edge
}

/** The name of a pair, the same in every run. */
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
export const transitionPaths = <E extends Edge>(graph: Graph<E>): Path<E>[] => {
  const reached = shortestPathsFrom(graph, graph.start)
  return graph.edges.flatMap(edge => {
    const way = reached.get(edge.from)
    return way ? [[...way, edge]] : []
  })
}

/** Simple paths that cannot be prolonged, and whether the bound cut the search off. */
export interface SimplePaths<E extends Edge = Edge> {
  paths: Path<E>[]
  isCutOff: boolean
}

/**
 * All maximal simple paths from the start, at most `bound` of them: their number can grow without measure. Simple: no
 * place twice. A place is a vertex, or what several vertices have in common, such as the state of a chart whose
 * situations differ in facts only.
 */
export const maximalSimplePaths = <E extends Edge>(
  graph: Graph<E>,
  bound = 10_000,
  placeOf: (vertex: string) => string = vertex => vertex,
): SimplePaths<E> => {
  const out = leaving(graph)
  const paths: Path<E>[] = []
  const path: E[] = []
  const seen = new Set([placeOf(graph.start)])
  let isCutOff = false
  const visit = (vertex: string): void => {
    if (paths.length >= bound) {
      isCutOff = true
      return
    }
    const next = (out.get(vertex) ?? []).filter(({ to }) => !seen.has(placeOf(to)))
    if (next.length === 0 && path.length > 0) paths.push([...path])
    for (const edge of next) {
      const place = placeOf(edge.to)
      seen.add(place)
      path.push(edge)
      visit(edge.to)
      path.pop()
      seen.delete(place)
      if (isCutOff) return
    }
  }
  visit(graph.start)
  return { paths, isCutOff }
}
