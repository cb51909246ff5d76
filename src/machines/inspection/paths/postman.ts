import { type Edge, type Graph, leaving, type Path, shortestPathsFrom, verticesOf } from './graph.ts'

/** A tour over every transition, cut where it begins afresh. */
export interface Tour {
  paths: Path[]
  /** Steps of the tour, beginnings not counted. */
  steps: number
  /** Steps of the naive way: the shortest path to each transition, then the transition. */
  naiveSteps: number
}

const restart = '\u0000restart'

/**
 * A shortest tour that walks every transition at least once (the directed Chinese postman). A chart has states without
 * a way back, so beginning afresh is a transition of its own from every vertex to the start; it costs one step, like
 * any other, and cuts the tour into paths.
 */
export const shortestTour = (graph: Graph): Tour => {
  const reached = shortestPathsFrom(graph, graph.start)
  const walked = graph.edges.filter(({ from }) => reached.has(from))
  const naiveSteps = walked.reduce((sum, edge) => sum + (reached.get(edge.from)?.length ?? 0) + 1, 0)
  if (walked.length === 0) return { paths: [], steps: 0, naiveSteps }
  const restarts: Edge[] = verticesOf({ start: graph.start, edges: walked })
    .filter(vertex => vertex !== graph.start)
    .map(vertex => ({ id: `${restart}${vertex}`, from: vertex, to: graph.start, label: 'begin afresh' }))
  const whole: Graph = { start: graph.start, edges: [...walked, ...restarts] }
  const tour = eulerCircuit(graph.start, [...walked, ...duplicatesNeeded(whole, walked)])
  const paths = cutAtRestarts(tour)
  return { paths, steps: paths.reduce((sum, path) => sum + path.length, 0), naiveSteps }
}

/** Shortest extra walks that give each vertex as many ways out as in: a minimum-cost flow over unit supplies. */
const duplicatesNeeded = (whole: Graph, walked: readonly Edge[]): Edge[] => {
  const balance = new Map<string, number>()
  for (const { from, to } of walked) {
    balance.set(to, (balance.get(to) ?? 0) + 1)
    balance.set(from, (balance.get(from) ?? 0) - 1)
  }
  // Extra use of each edge so far; it may be taken back while a better way is sought.
  const flow = new Map<Edge, number>()
  const surplus = [...balance].filter(([, value]) => value > 0)
  for (const [source, count] of surplus) {
    for (let unit = 0; unit < count; unit += 1) augment(whole, source, balance, flow)
  }
  return [...flow].flatMap(([edge, count]) => Array.from({ length: count }, () => edge))
}

interface Arc {
  edge: Edge
  to: string
  cost: number
  by: 1 | -1
}

/** Sends one unit from `source` along a cheapest way of the residual graph to a vertex that lacks one (Bellman–Ford). */
const augment = (
  whole: Graph,
  source: string,
  balance: Map<string, number>,
  flow: Map<Edge, number>,
): void => {
  const arcs = new Map<string, Arc[]>()
  const add = (from: string, arc: Arc) => arcs.set(from, [...(arcs.get(from) ?? []), arc])
  for (const edge of whole.edges) {
    add(edge.from, { edge, to: edge.to, cost: 1, by: 1 })
    if ((flow.get(edge) ?? 0) > 0) add(edge.to, { edge, to: edge.from, cost: -1, by: -1 })
  }
  const cost = new Map<string, number>([[source, 0]])
  const via = new Map<string, { from: string; arc: Arc }>()
  const queue = [source]
  for (let vertex = queue.shift(); vertex !== undefined; vertex = queue.shift()) {
    for (const arc of arcs.get(vertex) ?? []) {
      const offered = (cost.get(vertex) ?? 0) + arc.cost
      if (offered >= (cost.get(arc.to) ?? Number.POSITIVE_INFINITY)) continue
      cost.set(arc.to, offered)
      via.set(arc.to, { from: vertex, arc })
      queue.push(arc.to)
    }
  }
  const lacking = [...balance].filter(([vertex, value]) => value < 0 && cost.has(vertex))
  const target = lacking.toSorted(([a], [b]) => (cost.get(a) ?? 0) - (cost.get(b) ?? 0))[0]?.[0]
  if (target === undefined) throw new Error(`No way leads from "${source}" back to what lacks a way in.`)
  for (let vertex = target; vertex !== source; ) {
    const step = via.get(vertex)
    if (!step) break
    flow.set(step.arc.edge, (flow.get(step.arc.edge) ?? 0) + step.arc.by)
    vertex = step.from
  }
  balance.set(source, (balance.get(source) ?? 0) - 1)
  balance.set(target, (balance.get(target) ?? 0) + 1)
}

/** A closed walk over each edge exactly once (Hierholzer). */
const eulerCircuit = (start: string, edges: readonly Edge[]): Edge[] => {
  const open = leaving({ start, edges })
  const stack: { vertex: string; by: Edge | undefined }[] = [{ vertex: start, by: undefined }]
  const circuit: Edge[] = []
  while (stack.length > 0) {
    const top = stack.at(-1)
    const next = top && open.get(top.vertex)?.pop()
    if (next) stack.push({ vertex: next.to, by: next })
    else {
      const done = stack.pop()
      if (done?.by) circuit.push(done.by)
    }
  }
  return circuit.toReversed()
}

const cutAtRestarts = (tour: readonly Edge[]): Path[] => {
  const paths: Edge[][] = [[]]
  for (const edge of tour) {
    if (edge.id.startsWith(restart)) paths.push([])
    else paths.at(-1)?.push(edge)
  }
  return paths.filter(path => path.length > 0)
}
