import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate'
import { isSelfContained, live, stepper } from './live.ts'
import {
  eventText,
  keyOf,
  type Model,
  type ModelEdge,
  type ModelSpec,
  modelOf,
  type Vertex,
} from './modelOf.ts'
import type { Edge, Graph, Path } from './paths/graph.ts'
import { onceOnly } from './transitions.ts'

/** An event that a chart takes in a situation: a state with the facts that its guards read. */
export interface SituationEdge extends Edge {
  scenario: string
  event: AnyEventObject
  /** Ids of the transitions taken, in order, eventless ones among them. */
  transitions: readonly string[]
  fromState: string
  toState: string
}

/** Everything that a chart can do in one scenario, as a graph whose edges know the transitions that they take. */
export interface Situations extends Graph<SituationEdge> {
  scenario: string
  model: Model
  /** Transitions taken before the first event. */
  initial: readonly string[]
  startState: string
  /** Leaf states that a live actor has reached. */
  states: ReadonlySet<string>
  /** Ids of the edges that a live actor has walked as the model says. */
  walked: ReadonlySet<string>
  /** Where the live actor was not where the traversal said it would be. */
  diverged: readonly string[]
}

const leafIds = (value: AnyMachineSnapshot['value']): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([key, inner]) =>
        inner === undefined ? [key] : leafIds(inner).map(leaf => `${key}.${leaf}`),
      )

const stateIdOf = (value: AnyMachineSnapshot['value']): string => leafIds(value).join(' + ')

/** A step of a walk that a live actor is asked to do. */
export interface ExpectedStep {
  event: AnyEventObject
  /** Key of the situation in which it must end. */
  to: string
}

/**
 * Runs a walk on a live actor, and compares status, state and projected context after each step. Tells the transitions
 * that each step took, and where it ended; gives the first difference in words, or undefined. `begin` says how many of the
 * steps were done before, and where they ended.
 */
export const replay = async <M extends AnyStateMachine>(
  spec: ModelSpec<M>,
  model: Model,
  steps: readonly ExpectedStep[],
  note: (step: number, taken: readonly string[], end: AnyMachineSnapshot) => void,
  begin?: { steps: number; end: AnyMachineSnapshot },
): Promise<string | undefined> => {
  const walk = live(spec.machine, model.input as InputFrom<M>, begin?.end)
  try {
    for (const [at, { event, to }] of steps.entries()) {
      if (at < (begin?.steps ?? 0)) continue
      await walk.cause(event)
      const end: AnyMachineSnapshot = walk.actor.getSnapshot()
      const found = keyOf(spec, end)
      note(at, walk.taken(), end)
      if (found === to) continue
      const way = steps.slice(0, at + 1).map(step => eventText(step.event))
      const fault = walk.fault() ? `\n  fault    ${walk.fault()}` : ''
      return `${model.scenario}: after ${way.join(' → ')}\n  expected ${to}\n  found    ${found}${fault}`
    }
    return undefined
  } finally {
    walk.stop()
  }
}

const startOf = ({ vertices }: Model): Vertex => [...vertices.values()].find(({ path }) => path.length === 0)!

const edgeOf = (
  { scenario, vertices }: Model,
  at: number,
  { from, event, to }: ModelEdge,
  transitions: readonly string[],
): SituationEdge => {
  const stateOf = (key: string) => stateIdOf(vertices.get(key)!.snapshot.value)
  return {
    id: `${scenario} ${at}`,
    scenario,
    from,
    to,
    label: eventText(event),
    event,
    transitions,
    fromState: stateOf(from),
    toState: stateOf(to),
  }
}

const situationsFrom = (
  spec: ModelSpec<AnyStateMachine>,
  model: Model,
  edges: SituationEdge[],
  { reached, ...walks }: Pick<Situations, 'walked' | 'diverged'> & { reached: readonly string[] },
): Situations => {
  const birth = live(spec.machine, model.input as InputFrom<AnyStateMachine>)
  const initial = birth.taken()
  const born = leafIds((birth.actor.getSnapshot() as AnyMachineSnapshot).value)
  birth.stop()
  const start = startOf(model)
  return {
    scenario: model.scenario,
    model,
    start: start.key,
    startState: stateIdOf(start.snapshot.value),
    initial,
    edges,
    states: new Set([...born, ...reached]),
    ...walks,
  }
}

/** Tells the transitions that an edge of a model takes, by one step from its situation put together. */
const transitionsIn = (
  spec: ModelSpec<AnyStateMachine>,
  model: Model,
): ((edge: ModelEdge) => readonly string[]) => {
  const take = stepper(spec.machine)
  return ({ from, event }) => take(model.vertices.get(from)!.snapshot, event)
}

/**
 * Explores one scenario of a chart without walking to each situation: every edge by one step from its situation put
 * together. For whoever only needs the paths; the tests walk (`situationsOf`).
 */
export const quickSituationsOf = <M extends AnyStateMachine>(
  spec: ModelSpec<M>,
  scenario: string,
): Situations => {
  const model = modelOf(spec, scenario)
  const transitionsOf = transitionsIn(spec, model)
  const edges = model.edges.map((edge, at) => edgeOf(model, at, edge, transitionsOf(edge)))
  return situationsFrom(spec, model, edges, { reached: [], walked: new Set(), diverged: [] })
}

/**
 * Explores one scenario of a chart, and takes each of its edges once on a live actor, by a shortest way. The way is gone on
 * from where an earlier walk of it was, if nothing was under way there. An edge that the actor does not walk is as the model has
 * it, and not among those that were walked. That the others take what the model says is for the tests of the paths.
 */
export const situationsOf = async <M extends AnyStateMachine>(
  spec: ModelSpec<M>,
  scenario: string,
): Promise<Situations> => {
  const model = modelOf(spec, scenario)
  const diverged: string[] = []
  const walked = new Set<string>()
  const reached = new Set<string>()
  const edges: SituationEdge[] = []
  const transitionsOf = transitionsIn(spec, model)
  const targets = new Map(model.edges.map(edge => [`${edge.from} ${eventText(edge.event)}`, edge.to]))
  const start = startOf(model)
  const alongKeys = (events: readonly AnyEventObject[]): ExpectedStep[] => {
    let at = start.key
    return events.map(event => {
      at = targets.get(`${at} ${eventText(event)}`)!
      return { event, to: at }
    })
  }
  const ends = new Map<string, AnyMachineSnapshot>()
  for (const modelEdge of model.edges) {
    const { from, event, to } = modelEdge
    const way = alongKeys(model.vertices.get(from)!.path)
    const known = way.findLastIndex(step => ends.has(step.to))
    const begin = known < 0 ? undefined : { steps: known + 1, end: ends.get(way[known]!.to)! }
    let transitions: readonly string[] = []
    const note = (at: number, taken: readonly string[], end: AnyMachineSnapshot): void => {
      for (const leaf of leafIds(end.value)) reached.add(leaf)
      if (at === way.length) transitions = [...taken]
      else if (isSelfContained(end) && keyOf(spec, end) === way[at]!.to) ends.set(way[at]!.to, end)
    }
    const fault = await replay(spec, model, [...way, { event, to }], note, begin)
    const edge = edgeOf(model, edges.length, modelEdge, fault ? transitionsOf(modelEdge) : transitions)
    edges.push(edge)
    if (fault) diverged.push(fault)
    else walked.add(edge.id)
  }
  return situationsFrom(spec, model, edges, { reached: [...reached], walked, diverged })
}

/**
 * The edges without those that only differ in the event's details: the first of those that take the same transitions
 * from one situation to the same other.
 */
export const distinctEdges = ({ edges }: Pick<Situations, 'edges'>): SituationEdge[] => {
  const seen = new Set<string>()
  return edges.filter(({ from, to, transitions }) => {
    if (transitions.length === 0) return false
    const key = JSON.stringify([from, to, transitions])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Whether a walk can go on with an edge: an actor that has ended without its state being left ends no second time. */
export const possibleAfter = (
  spec: Pick<ModelSpec<AnyStateMachine>, 'machine'>,
): ((path: Path<SituationEdge>, edge: SituationEdge) => boolean) | undefined => {
  const once = onceOnly(spec.machine)
  if (once.size === 0) return undefined
  return (path, edge) =>
    !once.has(edge.event.type) || path.every(({ event }) => event.type !== edge.event.type)
}
