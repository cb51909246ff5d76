import { type AnyStateMachine, type AnyStateNode, and, not, or, stateIn } from 'xstate'
import { checkOfGuard, partsOfGuard } from '../support/xstateInternals.ts'

/**
 * A chart as plain data: what the inspector draws, what is exported, compared between releases and walked by the
 * tests. Made from the machine itself, never by hand, and safe to store as JSON.
 */
export interface ChartState {
  /** Path from the root, joined by dots; the root's is ''. */
  id: string
  key: string
  parent: string | null
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  description: string
  tags: string[]
  /** Ids of the state entered first, for a compound state. */
  initial: string | null
  entry: string[]
  exit: string[]
  invokes: { id: string; src: string }[]
}

export interface ChartTransition {
  /** Source, event and position among that state's transitions for the event: stable between runs. */
  id: string
  source: string
  event: string
  /** Empty when the transition only executes actions. */
  targets: string[]
  /** Names of the guards that all have to hold; composed ones other than `and` are written out. */
  guards: string[]
  actions: string[]
  description: string
}

export interface Chart {
  id: string
  description: string
  states: ChartState[]
  transitions: ChartTransition[]
  /** Parameters of actions, by the label that states and transitions give them ("notify(declined)"). Absent without any. */
  parameters?: Record<string, Record<string, unknown>>
  /** Ids of the transitions that leave and enter their own state again. Absent without any. */
  reentering?: string[]
}

const idOf = (node: AnyStateNode): string => node.path.join('.')

// By what checks them, not by the names of functions: those are shortened in the browser.
const compositions = new Map(
  Object.entries({ and: and([]), or: or([]), not: not('any'), stateIn: stateIn({}) }).map(([name, guard]) => [
    checkOfGuard(guard),
    name,
  ]),
)

const composition = (guard: unknown): string => compositions.get(checkOfGuard(guard)) ?? 'inline'

/** A guard in words: its name, or its composition written out. */
const guardName = (guard: unknown): string => {
  if (typeof guard === 'string') return guard
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type)
  const parts = partsOfGuard(guard)
  return parts ? `${composition(guard)}(${parts.map(guardName).join(', ')})` : composition(guard)
}

/** The guards of a transition that must all hold, `and` taken apart. */
export const allOf = (guard: unknown): unknown[] => {
  if (guard === undefined) return []
  const parts = partsOfGuard(guard)
  return parts && composition(guard) === 'and' ? parts.flatMap(allOf) : [guard]
}

/** Names of the guards that must all hold. */
export const guardNames = (guard: unknown): string[] => allOf(guard).map(guardName)

const actionName = (action: unknown): string => {
  if (typeof action === 'string') return action
  if (typeof action === 'object' && action !== null && 'type' in action) {
    const { type, params } = action as { type: string; params?: unknown }
    return params && typeof params === 'object' ? `${type}(${Object.values(params).join(', ')})` : type
  }
  return (action as { type?: string }).type ?? 'inline'
}

/** Without the actions by which XState itself starts and stops the timer of a delayed transition. */
const ownActions = (actions: readonly unknown[]): unknown[] =>
  actions.filter(action => {
    const { id, sendId } = action as { id?: unknown; sendId?: unknown }
    return ![id, sendId].some(name => typeof name === 'string' && name.startsWith('xstate.after.'))
  })

const actionNames = (actions: readonly unknown[]): string[] => ownActions(actions).map(actionName)

const parametersOf = (actions: readonly unknown[]): [string, Record<string, unknown>][] =>
  ownActions(actions).flatMap(action => {
    const { params } = action as { params?: unknown }
    return params && typeof params === 'object' ? [[actionName(action), { ...params }]] : []
  })

const everyNode = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(everyNode),
]

const stateOf = (node: AnyStateNode): ChartState => ({
  id: idOf(node),
  key: node.key,
  parent: node.parent ? idOf(node.parent) : null,
  kind: node.type,
  description: node.description ?? '',
  tags: [...node.tags],
  initial: node.type === 'compound' && node.initial.target[0] ? idOf(node.initial.target[0]) : null,
  entry: actionNames(node.entry),
  exit: actionNames(node.exit),
  invokes: node.invoke.map(({ id, src }) => ({ id, src: typeof src === 'string' ? src : 'inline' })),
})

/** The transitions of a state in their order, with the ids that the chart gives them. */
const definitionsOf = (node: AnyStateNode) => {
  const listed = [...node.transitions].flatMap(([event, definitions]) =>
    definitions.map(definition => ({ event, definition })),
  )
  const always = (node.always ?? []).map(definition => ({ event: '', definition }))
  const seen = new Map<string, number>()
  return [...listed, ...always].map(({ event, definition }) => {
    const position = seen.get(event) ?? 0
    seen.set(event, position + 1)
    return { id: `${idOf(node)}:${event}:${position}`, event, definition }
  })
}

const transitionsOf = (node: AnyStateNode): ChartTransition[] =>
  definitionsOf(node).map(({ id, event, definition }) => ({
    id,
    source: idOf(node),
    event,
    targets: (definition.target ?? []).map(idOf),
    guards: guardNames(definition.guard),
    actions: actionNames(definition.actions),
    description: definition.description ?? '',
  }))

/** The machine's definition as plain data. */
export const chartOf = (machine: AnyStateMachine): Chart => {
  const nodes = everyNode(machine.root)
  const definitions = nodes.flatMap(definitionsOf)
  const actions = [
    ...nodes.flatMap(({ entry, exit }) => [...entry, ...exit]),
    ...definitions.flatMap(({ definition }) => definition.actions),
  ]
  const parameters = parametersOf(actions)
  const reentering = definitions.filter(({ definition }) => definition.reenter).map(({ id }) => id)
  return {
    id: machine.id,
    description: machine.root.description ?? '',
    states: nodes.map(stateOf),
    transitions: nodes.flatMap(transitionsOf),
    ...(parameters.length > 0 ? { parameters: Object.fromEntries(parameters) } : {}),
    ...(reentering.length > 0 ? { reentering } : {}),
  }
}

/** The atomic states: those in which a chart can rest. */
export const leavesOf = (chart: Chart): ChartState[] =>
  chart.states.filter(state => state.kind === 'atomic' || state.kind === 'final')
