/** A finite graph of the situations that a chart can be in: what every path criterion works on. */
export interface Edge {
  id: string
  from: string
  to: string
  /** What causes it, for people: event and who. */
  label: string
}

export interface Graph<E extends Edge = Edge> {
  start: string
  edges: readonly E[]
}

/** A walk from the start of the graph. */
export type Path<E extends Edge = Edge> = readonly E[]

/** Edges by the vertex that they leave. */
export const leaving = <E extends Edge>(graph: Graph<E>): Map<string, E[]> => {
  const byVertex = new Map<string, E[]>()
  for (const edge of graph.edges) {
    const list = byVertex.get(edge.from)
    if (list) list.push(edge)
    else byVertex.set(edge.from, [edge])
  }
  return byVertex
}

/** Every vertex of the graph, the start first. */
export const verticesOf = (graph: Graph): string[] => [
  ...new Set([graph.start, ...graph.edges.flatMap(({ from, to }) => [from, to])]),
]

/** A shortest path from `source` to each vertex that can be reached. */
export const shortestPathsFrom = <E extends Edge>(graph: Graph<E>, source: string): Map<string, E[]> => {
  const out = leaving(graph)
  const found = new Map<string, E[]>([[source, []]])
  const queue = [source]
  for (let vertex = queue.shift(); vertex !== undefined; vertex = queue.shift()) {
    for (const edge of out.get(vertex) ?? []) {
      if (found.has(edge.to)) continue
      found.set(edge.to, [...(found.get(vertex) ?? []), edge])
      queue.push(edge.to)
    }
  }
  return found
}
