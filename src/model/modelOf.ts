import { type DirectedGraphNode, getAdjacencyMap, toDirectedGraph } from '@xstate/graph'
import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  InputFrom,
  SnapshotFrom,
} from 'xstate'

import { onceOnly } from './transitions.ts'

/** The members of a union of events that have this type, also where one member has several types. */
type OfType<E extends AnyEventObject, T> = E extends unknown
  ? T extends E['type']
    ? E & { type: T }
    : never
  : never

/** One sample or more of each event; a new event does not compile until it has one. One for each side of each guard. */
export type Samples<E extends AnyEventObject> = { [T in E['type']]: readonly OfType<E, T>[] }

/** How an invoked actor can end: every output that a branch reads, and whether it can fail. */
export interface Settlements {
  outputs?: readonly unknown[]
  errors?: readonly unknown[]
}

/** What the walk of one chart needs. */
export interface ModelSpec<M extends AnyStateMachine> {
  machine: M
  samples: Samples<EventFromLogic<M>>
  /** By the id of the invoke. */
  settles?: Record<string, Settlements>
  /** The facts of the context that guards read, and what is worth comparing; anything unbounded left out. */
  project: (context: SnapshotFrom<M>['context']) => unknown
  /** The inputs with which the chart is started, by the words of the scenario. */
  inputs: Record<string, InputFrom<M>>
  /** Facts and events, besides those of the walks, with which the guards are asked for their decision tables. */
  probes?: { contexts: readonly SnapshotFrom<M>['context'][]; events: readonly AnyEventObject[] }
  /** Transitions that no walk can take, by id, each with its reason. */
  unreachable?: Record<string, string>
  /** Guards that always hold in this chart, so that no situation can show what they decide. */
  alwaysHold?: readonly string[]
  limit?: number
}

export interface Vertex {
  key: string
  snapshot: AnyMachineSnapshot
  /** Events of a shortest way here. */
  path: readonly AnyEventObject[]
}

export interface ModelEdge {
  from: string
  event: AnyEventObject
  to: string
}

/** Everything that a chart can do when it is started with one input. */
export interface Model {
  scenario: string
  input: unknown
  vertices: Map<string, Vertex>
  edges: ModelEdge[]
}

const declared = (node: DirectedGraphNode): string[] => [
  ...node.edges.map(edge => edge.label.text),
  ...node.children.flatMap(declared),
]

/** A replacer for JSON.stringify, with which errors keep their name and text and functions do not disappear. */
export const plain = (_key: string, value: unknown): unknown =>
  value instanceof Error ? `${value.name}: ${value.message}` : value instanceof Function ? 'function' : value

/** An event in words that tell it apart from every other. */
export const eventText = (event: AnyEventObject): string => JSON.stringify(event, plain)

const donePrefix = 'xstate.done.actor.'
const errorPrefix = 'xstate.error.actor.'

const settled = (type: string, settles: Record<string, Settlements>): readonly AnyEventObject[] => {
  const isDone = type.startsWith(donePrefix)
  const actorId = type.slice(isDone ? donePrefix.length : errorPrefix.length)
  const values = isDone ? settles[actorId]?.outputs : settles[actorId]?.errors
  if (!values?.length) {
    throw new Error(`No ${isDone ? 'output' : 'error'} of the actor "${actorId}": add it to settles.`)
  }
  return values.map(value => (isDone ? { type, actorId, output: value } : { type, actorId, error: value }))
}

/** Every event that some transition of the chart takes, with its samples; fails on one without a sample. */
export const eventsOf = <M extends AnyStateMachine>(spec: ModelSpec<M>): AnyEventObject[] => {
  const samples: Record<string, readonly AnyEventObject[]> = spec.samples
  const types = [...new Set(declared(toDirectedGraph(spec.machine)))]
  return types
    .filter(type => type !== '' && !type.startsWith('xstate.done.state.'))
    .flatMap(type => {
      if (type.startsWith(donePrefix) || type.startsWith(errorPrefix))
        return settled(type, spec.settles ?? {})
      if (type.startsWith('xstate.after.')) return [{ type }]
      const known = samples[type]
      if (!known?.length) throw new Error(`No sample of the event "${type}": add one to samples.`)
      return [...known]
    })
}

/** Identity of a situation: status, state and the projected facts. */
export const keyOf = <M extends AnyStateMachine>(
  spec: Pick<ModelSpec<M>, 'project'>,
  snapshot: AnyMachineSnapshot,
): string => JSON.stringify([snapshot.status, snapshot.value, spec.project(snapshot.context)], plain)

/** What `getAdjacencyMap` tells of a situation: how it looks, and what each event makes of it. */
interface Adjacent {
  state: AnyMachineSnapshot
  transitions: Record<string, { event: AnyEventObject; state: AnyMachineSnapshot }>
}

/** Walks the chart in all directions from one input (shortest paths first). The one user of `@xstate/graph`. */
export const modelOf = <M extends AnyStateMachine>(spec: ModelSpec<M>, scenario: string): Model => {
  const events = eventsOf(spec)
  const options = {
    input: spec.inputs[scenario],
    events: (snapshot: AnyMachineSnapshot) =>
      snapshot.status === 'active' ? events.filter(event => snapshot.can(event)) : [],
    limit: spec.limit ?? 20_000,
    serializeEvent: eventText,
    serializeState: (snapshot: AnyMachineSnapshot) => keyOf(spec, snapshot),
  }
  const machine: AnyStateMachine = spec.machine
  // The options are right for every machine; the types of the graph functions cannot say so for an open one.
  const situations: unknown = getAdjacencyMap(machine, options as never)
  const adjacency = Object.entries(situations as Record<string, Adjacent>)
  const vertices = new Map<string, Vertex>()
  const walked: ModelEdge[] = []
  const [first] = adjacency
  if (first) vertices.set(first[0], { key: first[0], snapshot: first[1].state, path: [] })
  // The map is in the order of breadth-first search: what is met first is met by a shortest path.
  for (const [from, { transitions }] of adjacency)
    for (const { event, state } of Object.values(transitions)) {
      const to = keyOf(spec, state)
      const path = vertices.get(to)?.path ?? [...vertices.get(from)!.path, event]
      vertices.set(to, { key: to, snapshot: state, path })
      walked.push({ from, event, to })
    }
  const once = onceOnly(machine)
  const isSpent = ({ from, event: { type } }: ModelEdge): boolean =>
    once.has(type) && vertices.get(from)!.path.some(earlier => earlier.type === type)
  const edges = walked.filter(edge => !isSpent(edge))
  return { scenario, input: spec.inputs[scenario], vertices, edges }
}
