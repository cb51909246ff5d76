import { type Edge, type Graph, leaving, type Path, shortestPathsFrom, verticesOf } from './graph.ts'

/** A tour over every transition, cut where it begins afresh. */
export interface Tour<E extends Edge = Edge> {
  paths: Path<E>[]
  /** Steps of the tour, beginnings not counted. */
  steps: number
  /** Steps of the naive way: the shortest path to each transition, then the transition. */
  naiveSteps: number
}

/** The way back to the start that no transition of the chart is. */
interface Restart extends Edge {
  isRestart: true
}

type Leg<E extends Edge> = E | Restart
const isRestart = <E extends Edge>(leg: Leg<E>): leg is Restart => 'isRestart' in leg

/**
 * A shortest tour that walks every transition at least once (the directed Chinese postman). A chart has states without
 * a way back, so beginning afresh is a transition of its own from every vertex to the start; it costs one step, like
 * any other, and cuts the tour into paths.
 */
export const shortestTour = <E extends Edge>(graph: Graph<E>): Tour<E> => {
  const reached = shortestPathsFrom(graph, graph.start)
  const walked = graph.edges.filter(({ from }) => reached.has(from))
  const naiveSteps = walked.reduce((sum, edge) => sum + (reached.get(edge.from)?.length ?? 0) + 1, 0)
  if (walked.length === 0) return { paths: [], steps: 0, naiveSteps }
  const restarts: Restart[] = verticesOf({ start: graph.start, edges: walked })
    .filter(vertex => vertex !== graph.start)
    .map(vertex => ({
      id: `restart ${vertex}`,
      from: vertex,
      to: graph.start,
      label: 'begin afresh',
      isRestart: true,
    }))
  const whole: Graph<Leg<E>> = { start: graph.start, edges: [...walked, ...restarts] }
  const tour = eulerCircuit<Leg<E>>(graph.start, [...walked, ...duplicatesNeeded(whole, walked)])
  const paths = cutAtRestarts(tour)
  return { paths, steps: paths.reduce((sum, path) => sum + path.length, 0), naiveSteps }
}

/** Shortest extra walks that give each vertex as many ways out as in: a minimum-cost flow. */
const duplicatesNeeded = <E extends Edge>(whole: Graph<Leg<E>>, walked: readonly E[]): Leg<E>[] => {
  const balance = new Map<string, number>()
  const change = (vertex: string, by: number) => balance.set(vertex, (balance.get(vertex) ?? 0) + by)
  for (const { from, to } of walked) {
    change(to, 1)
    change(from, -1)
  }
  // Extra use of each edge so far; it may be taken back while a better way is sought.
  const flow = new Map<Leg<E>, number>()
  for (const [source, surplus] of [...balance].filter(([, value]) => value > 0)) {
    for (let left = surplus; left > 0; ) {
      const { target, amount } = augment(whole, source, left, balance, flow)
      change(source, -amount)
      change(target, amount)
      left -= amount
    }
  }
  return [...flow].flatMap(([edge, count]) => Array.from({ length: count }, () => edge))
}

interface Arc<E extends Edge> {
  edge: Leg<E>
  to: string
  cost: number
  by: 1 | -1
}

/** Edges that can be used once more, and uses that can be taken back, by vertex. */
const residual = <E extends Edge>(whole: Graph<Leg<E>>, flow: ReadonlyMap<Leg<E>, number>) => {
  const arcs = new Map<string, Arc<E>[]>()
  const add = (from: string, arc: Arc<E>) => {
    const list = arcs.get(from)
    if (list) list.push(arc)
    else arcs.set(from, [arc])
  }
  for (const edge of whole.edges) {
    add(edge.from, { edge, to: edge.to, cost: 1, by: 1 })
    if ((flow.get(edge) ?? 0) > 0) add(edge.to, { edge, to: edge.from, cost: -1, by: -1 })
  }
  return arcs
}

/**
 * Sends up to `supply` units from `source` along a cheapest way of the residual graph (Bellman–Ford) to a vertex that
 * lacks a way in; gives that vertex and how much went.
 */
const augment = <E extends Edge>(
  whole: Graph<Leg<E>>,
  source: string,
  supply: number,
  balance: ReadonlyMap<string, number>,
  flow: Map<Leg<E>, number>,
): { target: string; amount: number } => {
  const arcs = residual(whole, flow)
  const cost = new Map<string, number>([[source, 0]])
  const via = new Map<string, { from: string; arc: Arc<E> }>()
  const queue = [source]
  for (let head = 0; head < queue.length; head += 1) {
    const vertex = queue[head]!
    for (const arc of arcs.get(vertex) ?? []) {
      const offered = (cost.get(vertex) ?? 0) + arc.cost
      if (offered >= (cost.get(arc.to) ?? Number.POSITIVE_INFINITY)) continue
      cost.set(arc.to, offered)
      via.set(arc.to, { from: vertex, arc })
      queue.push(arc.to)
    }
  }
  const target = [...balance]
    .filter(([vertex, value]) => value < 0 && cost.has(vertex))
    .toSorted(([a], [b]) => (cost.get(a) ?? 0) - (cost.get(b) ?? 0))[0]?.[0]
  if (target === undefined) throw new Error(`No way leads from "${source}" back to what lacks a way in.`)
  const way: Arc<E>[] = []
  for (let vertex = target; vertex !== source; ) {
    const step = via.get(vertex)!
    way.push(step.arc)
    vertex = step.from
  }
  const limits = way.map(({ edge, by }) => (by === 1 ? supply : (flow.get(edge) ?? 0)))
  const amount = Math.min(supply, -(balance.get(target) ?? 0), ...limits)
  for (const { edge, by } of way) flow.set(edge, (flow.get(edge) ?? 0) + by * amount)
  return { target, amount }
}

/** A closed walk over each edge exactly once (Hierholzer). */
const eulerCircuit = <E extends Edge>(start: string, edges: readonly E[]): E[] => {
  const open = leaving<E>({ start, edges })
  const stack: { vertex: string; by: E | undefined }[] = [{ vertex: start, by: undefined }]
  const circuit: E[] = []
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

const cutAtRestarts = <E extends Edge>(tour: readonly Leg<E>[]): Path<E>[] => {
  const paths: E[][] = [[]]
  for (const leg of tour) {
    if (isRestart<E>(leg)) paths.push([])
    else paths.at(-1)?.push(leg)
  }
  return paths.filter(path => path.length > 0)
}
