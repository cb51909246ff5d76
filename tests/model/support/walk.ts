import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate'
import { live } from './live.ts'
import { keyOf, type Model, type ModelEdge, type ModelSpec, modelOf } from './modelOf.ts'
import { allTransitions, onceOnly, stableLeaves } from './transitions.ts'

/** What the walks of a chart have covered. */
export interface Coverage {
  chart: string
  situations: number
  edges: { total: number; walked: number }
  states: { total: number; missed: string[] }
  transitions: { total: number; missed: string[] }
  pairs: { total: number; missed: string[] }
  /** Where the live actor was not where the traversal said it would be. */
  diverged: string[]
}

interface Walked {
  edge: ModelEdge
  taken: readonly string[]
}

const words = (event: AnyEventObject): string =>
  JSON.stringify(event, (_key, value) => (value instanceof Error ? `${value.name}: ${value.message}` : value))

/** Carries out the events on a live actor, and compares status, state and projected context after each. */
const replay = async <M extends AnyStateMachine>(
  spec: ModelSpec<M>,
  model: Model,
  events: readonly AnyEventObject[],
  expected: readonly string[],
  note: (step: number, taken: readonly string[]) => void,
): Promise<string | undefined> => {
  const walk = live(spec.machine, model.input as InputFrom<M>)
  try {
    for (const [step, event] of events.entries()) {
      await walk.cause(event)
      note(step, walk.taken())
      const snapshot: AnyMachineSnapshot = walk.actor.getSnapshot()
      const found = keyOf(spec, snapshot)
      if (found !== expected[step]) {
        return `${model.scenario}: after ${events
          .slice(0, step + 1)
          .map(words)
          .join(
            ' → ',
          )}\n  expected ${expected[step]}\n  found    ${found}${walk.fault() ? `\n  fault    ${walk.fault()}` : ''}`
      }
    }
    return undefined
  } finally {
    walk.stop()
  }
}

/** Whether a way with these events in it cannot go on with this one, because its actor has ended already. */
const isSpent = (
  once: ReadonlySet<string>,
  events: readonly AnyEventObject[],
  { type }: AnyEventObject,
): boolean => once.has(type) && events.some(event => event.type === type)

const pairId = (first: Walked, second: Walked): string | undefined => {
  const [last, next] = [first.taken.at(-1), second.taken[0]]
  return last !== undefined && next !== undefined ? `${last} → ${next}` : undefined
}

const leafIds = (value: AnyMachineSnapshot['value']): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([key, inner]) =>
        inner === undefined ? [key] : leafIds(inner).map(leaf => `${key}.${leaf}`),
      )

const walkScenario = async <M extends AnyStateMachine>(
  spec: ModelSpec<M>,
  model: Model,
  isWithPairs: boolean,
): Promise<{
  walked: Walked[]
  pairs: Set<string>
  walkedPairs: Set<string>
  first: string[]
  diverged: string[]
}> => {
  const diverged: string[] = []
  const once = onceOnly(spec.machine)
  const outOf = new Map<string, Walked[]>()
  const walked: Walked[] = []
  const start = [...model.vertices.values()].find(vertex => vertex.path.length === 0)!.key
  const targets = new Map(model.edges.map(edge => [`${edge.from} ${words(edge.event)}`, edge.to]))
  const keysAlong = (events: readonly AnyEventObject[]): string[] => {
    let at = start
    return events.map(event => {
      at = targets.get(`${at} ${words(event)}`)!
      return at
    })
  }
  const startWalk = live(spec.machine, model.input as InputFrom<M>)
  const first = startWalk.taken()
  startWalk.stop()

  for (const edge of model.edges) {
    const path = model.vertices.get(edge.from)!.path
    let taken: readonly string[] = []
    const fault = await replay(
      spec,
      model,
      [...path, edge.event],
      [...keysAlong(path), edge.to],
      (step, ids) => {
        if (step === path.length) taken = [...ids]
      },
    )
    if (fault) diverged.push(fault)
    const result = { edge, taken }
    walked.push(result)
    outOf.set(edge.from, [...(outOf.get(edge.from) ?? []), result])
  }

  const pairs = new Map<string, { first: Walked; second: Walked }>()
  for (const one of walked) {
    for (const second of outOf.get(one.edge.to) ?? []) {
      const id = pairId(one, second)
      const way = [...model.vertices.get(one.edge.from)!.path, one.edge.event]
      if (id !== undefined && !pairs.has(id) && !isSpent(once, way, second.edge.event))
        pairs.set(id, { first: one, second })
    }
  }
  const walkedPairs = new Set<string>()
  if (isWithPairs) {
    for (const [id, { first: one, second }] of pairs) {
      if (walkedPairs.has(id)) continue
      const path = model.vertices.get(one.edge.from)!.path
      const tail = [one, second]
      for (let last = second; ; ) {
        const next = (outOf.get(last.edge.to) ?? []).find(candidate => {
          const open = pairId(last, candidate)
          const way = [...path, ...tail.map(({ edge }) => edge.event)]
          if (isSpent(once, way, candidate.edge.event)) return false
          return open !== undefined && !walkedPairs.has(open) && !tail.includes(candidate)
        })
        if (!next || tail.length > 40) break
        tail.push(next)
        last = next
      }
      const fault = await replay(
        spec,
        model,
        [...path, ...tail.map(({ edge }) => edge.event)],
        [...keysAlong(path), ...tail.map(({ edge }) => edge.to)],
        () => undefined,
      )
      if (fault) {
        diverged.push(fault)
        continue
      }
      for (let index = 1; index < tail.length; index += 1) {
        const done = pairId(tail[index - 1]!, tail[index]!)
        if (done !== undefined) walkedPairs.add(done)
      }
    }
  }
  return { walked, pairs: new Set(pairs.keys()), walkedPairs, first, diverged }
}

/**
 * Walks every edge of every scenario of a chart on a live actor, and every pair of transitions that can follow each
 * other unless that is turned off.
 */
export const walkChart = async <M extends AnyStateMachine>(
  spec: ModelSpec<M>,
  { isWithPairs = true }: { isWithPairs?: boolean } = {},
): Promise<Coverage> => {
  const states = new Set<string>()
  const transitions = new Set<string>()
  const pairs = new Set<string>()
  const walkedPairs = new Set<string>()
  const diverged: string[] = []
  let situations = 0
  let edges = 0
  let walkedEdges = 0
  for (const scenario of Object.keys(spec.inputs)) {
    const model = modelOf(spec, scenario)
    const result = await walkScenario(spec, model, isWithPairs)
    situations += model.vertices.size
    edges += model.edges.length
    walkedEdges += result.walked.length
    for (const { snapshot } of model.vertices.values()) {
      for (const leaf of leafIds(snapshot.value)) states.add(leaf)
    }
    for (const id of [...result.first, ...result.walked.flatMap(({ taken }) => taken)]) transitions.add(id)
    for (const id of result.pairs) pairs.add(id)
    for (const id of result.walkedPairs) walkedPairs.add(id)
    diverged.push(...result.diverged)
  }
  const leaves = stableLeaves(spec.machine)
  const all = allTransitions(spec.machine).filter(id => !(id in (spec.unreachable ?? {})))
  return {
    chart: spec.machine.id,
    situations,
    edges: { total: edges, walked: walkedEdges },
    states: { total: leaves.length, missed: leaves.filter(leaf => !states.has(leaf)) },
    transitions: { total: all.length, missed: all.filter(id => !transitions.has(id)) },
    pairs: { total: pairs.size, missed: [...pairs].filter(id => !walkedPairs.has(id)) },
    diverged,
  }
}
