import { type AnyStateMachine, and, createMachine, not } from 'xstate'
import { allOf, chartOf, guardNames } from '../machines/inspection/chart.ts'

/** What was done to a chart. */
export type MutationKind =
  | 'transition dropped'
  | 'guard negated'
  | 'guard dropped'
  | 'target swapped'
  | 'target dropped'
  | 're-entry dropped'
  | 'action dropped'
  | 'actor dropped'
  | 'tag dropped'

/** A chart with one fault put into it. */
export interface Mutant {
  kind: MutationKind
  /** Where and what, in words. */
  label: string
  /** The event whose transition is at fault, or undefined where any event may show the fault. */
  event: string | undefined
  /** Id of the state at whose definition the fault is. */
  state: string
  machine: AnyStateMachine
}

interface TransitionConfig {
  target?: string
  guard?: unknown
  actions?: unknown
  reenter?: boolean
}

type Transitions = string | TransitionConfig | readonly (string | TransitionConfig)[]

interface InvokeConfig {
  id?: string
  onDone?: Transitions
  onError?: Transitions
}

export interface StateConfig {
  on?: Record<string, Transitions>
  after?: Record<string, Transitions>
  always?: Transitions
  invoke?: InvokeConfig | readonly InvokeConfig[]
  entry?: unknown
  exit?: unknown
  tags?: string | readonly string[]
  states?: Record<string, StateConfig>
}

const listOf = <T>(value: T | readonly T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? [...value] : [value as T]

const transitionsOf = (value: Transitions | undefined): TransitionConfig[] =>
  listOf<string | TransitionConfig>(value as string).map(one =>
    typeof one === 'string' ? { target: one } : one,
  )

/** A copy with what the change makes of the state at this path. */
const changed = (
  config: StateConfig,
  path: readonly string[],
  change: (state: StateConfig) => StateConfig,
): StateConfig => {
  const [key, ...rest] = path
  if (key === undefined) return change(config)
  const inner = config.states?.[key]
  if (!inner) throw new Error(`There is no state "${key}".`)
  return { ...config, states: { ...config.states, [key]: changed(inner, rest, change) } }
}

/** A chart made anew from another's definition, or from a changed one. */
export const rebuilt = (
  machine: AnyStateMachine,
  config: StateConfig = machine.config as StateConfig,
): AnyStateMachine => createMachine(config as never, machine.implementations as never)

const nameOf = (action: unknown): string => {
  if (typeof action === 'string') return action
  const { type = 'inline', params } = action as { type?: string; params?: object }
  return params ? `${type}(${Object.values(params).join(', ')})` : type
}

const guarded = (guards: readonly unknown[]): Pick<TransitionConfig, 'guard'> =>
  guards.length === 0 ? {} : { guard: guards.length === 1 ? guards[0] : and(guards as never) }

interface Fault {
  kind: MutationKind
  label: string
  becomes: TransitionConfig | undefined
}

/** What can be wrong with one transition, each with its words. */
function* faultsOf(transition: TransitionConfig, swaps: readonly string[]): Generator<Fault> {
  yield { kind: 'transition dropped', label: '', becomes: undefined }
  const parts = allOf(transition.guard)
  const { guard: _, ...bare } = transition
  for (const [at, name] of guardNames(transition.guard).entries()) {
    const others = (replaced: readonly unknown[]) => ({
      ...bare,
      ...guarded(parts.toSpliced(at, 1, ...replaced)),
    })
    yield { kind: 'guard negated', label: name, becomes: others([not(parts[at] as string)]) }
    yield { kind: 'guard dropped', label: name, becomes: others([]) }
  }
  for (const target of swaps)
    yield { kind: 'target swapped', label: `to ${target}`, becomes: { ...transition, target } }
  const actions = listOf<unknown>(transition.actions)
  if (transition.target !== undefined) {
    const { target: __, ...staying } = transition
    yield { kind: 'target dropped', label: '', becomes: staying }
  }
  if (transition.reenter)
    yield { kind: 're-entry dropped', label: '', becomes: { ...transition, reenter: false } }
  for (const [at, action] of actions.entries())
    yield {
      kind: 'action dropped',
      label: nameOf(action),
      becomes: { ...transition, actions: actions.toSpliced(at, 1) },
    }
}

/** A place in a state's definition where transitions stand: how they are read, and put back changed. */
interface Place {
  event: string
  transitions: TransitionConfig[]
  put: (state: StateConfig, transitions: readonly TransitionConfig[]) => StateConfig
}

function* placesOf(state: StateConfig, node: string): Generator<Place> {
  for (const [event, defined] of Object.entries(state.on ?? {}))
    yield {
      event,
      transitions: transitionsOf(defined),
      put: (found, put) => ({ ...found, on: { ...found.on, [event]: put } }),
    }
  for (const [delay, defined] of Object.entries(state.after ?? {}))
    yield {
      event: `xstate.after.${delay}.${node}`,
      transitions: transitionsOf(defined),
      put: (found, put) => ({ ...found, after: { ...found.after, [delay]: put } }),
    }
  if (state.always)
    yield {
      event: '',
      transitions: transitionsOf(state.always),
      put: (found, put) => ({ ...found, always: put }),
    }
  for (const [at, invoke] of listOf<InvokeConfig>(state.invoke as InvokeConfig).entries())
    for (const end of ['onDone', 'onError'] as const)
      if (invoke[end])
        yield {
          event: `xstate.${end === 'onDone' ? 'done' : 'error'}.actor.${invoke.id}`,
          transitions: transitionsOf(invoke[end]),
          put: (found, put) => ({
            ...found,
            invoke: listOf<InvokeConfig>(found.invoke as InvokeConfig).with(at, { ...invoke, [end]: put }),
          }),
        }
}

/** The event that shows a fault; an eventless transition may show its fault at any. */
const shownBy = (event: string): string | undefined => (event === '' ? undefined : event)

/** Faults of a state that stand at no transition: an action, an actor or a tag dropped. */
function* stateFaults(
  id: string,
  state: StateConfig,
): Generator<{ kind: MutationKind; label: string; becomes: (found: StateConfig) => StateConfig }> {
  for (const moment of ['entry', 'exit'] as const) {
    const actions = listOf<unknown>(state[moment])
    for (const [at, action] of actions.entries())
      yield {
        kind: 'action dropped',
        label: `${id} ${moment} ${nameOf(action)}`,
        becomes: found => ({ ...found, [moment]: actions.toSpliced(at, 1) }),
      }
  }
  const invokes = listOf<InvokeConfig>(state.invoke as InvokeConfig)
  for (const [at, { id: invoke = '' }] of invokes.entries())
    yield {
      kind: 'actor dropped',
      label: `${id} ${invoke}`,
      becomes: found => ({ ...found, invoke: invokes.toSpliced(at, 1) }),
    }
  const tags = listOf<string>(state.tags as string)
  for (const [at, tag] of tags.entries())
    yield {
      kind: 'tag dropped',
      label: `${id} ${tag}`,
      becomes: found => ({ ...found, tags: tags.toSpliced(at, 1) }),
    }
}

/**
 * Every chart with one fault: a transition, a guard, a target, a re-entry, an action, an actor or a tag dropped, a guard negated, a
 * target swapped for each of its siblings and for the state itself. The states stay, so that a stored status still has
 * its place.
 */
export function* mutantsOf(machine: AnyStateMachine): Generator<Mutant> {
  const chart = chartOf(machine)
  const config = machine.config as StateConfig
  const siblings = (target: string, self: string): string[] => {
    const parent = chart.states.find(state => state.id === target)?.parent
    return chart.states
      .filter(({ id, parent: of }) => id !== target && (of === parent || id === self) && id !== '')
      .map(({ id }) => `#${machine.id}.${id}`)
  }

  for (const { id } of chart.states) {
    const path = id === '' ? [] : id.split('.')
    const state = path.reduce<StateConfig>((at, key) => at.states?.[key] ?? {}, config)
    const at = (change: (found: StateConfig) => StateConfig) =>
      rebuilt(machine, changed(config, path, change))
    for (const { event, transitions, put } of placesOf(state, [machine.id, ...path].join('.'))) {
      for (const [position, transition] of transitions.entries()) {
        const [target] =
          chart.transitions.find(entry => entry.id === `${id}:${event}:${position}`)?.targets ?? []
        const swaps = target === undefined ? [] : siblings(target, id)
        for (const { kind, label, becomes } of faultsOf(transition, swaps))
          yield {
            kind,
            label: [`${id}:${event}:${position}`, label].filter(Boolean).join(' '),
            event: shownBy(event),
            state: id,
            machine: at(found =>
              put(found, transitions.toSpliced(position, 1, ...(becomes ? [becomes] : []))),
            ),
          }
      }
    }
    for (const { kind, label, becomes } of stateFaults(id, state))
      yield { kind, label, event: undefined, state: id, machine: at(becomes) }
  }
}
