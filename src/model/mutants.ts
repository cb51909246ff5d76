import { type AnyStateMachine, and, createMachine, not } from 'xstate'
import { chartOf, guardWords, leavesOf } from '../machines/inspection/chart.ts'

/** What was done to a chart. */
export type MutationKind =
  | 'transition dropped'
  | 'guard negated'
  | 'guard dropped'
  | 'target swapped'
  | 'action dropped'

/** A chart with one fault put into it. */
export interface Mutant {
  kind: MutationKind
  /** Where and what, in words. */
  words: string
  /** The transition that is at fault, or undefined where it is an entry or exit of the state. */
  event: string | undefined
  /** Id of the state at whose definition the fault is. */
  state: string
  machine: AnyStateMachine
}

interface TransitionConfig {
  target?: string
  guard?: unknown
  actions?: unknown
}

export interface StateConfig {
  on?: Record<string, TransitionConfig | readonly TransitionConfig[]>
  entry?: unknown
  exit?: unknown
  states?: Record<string, StateConfig>
}

const listOf = <T>(value: T | readonly T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? [...value] : [value as T]

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

/** What can be wrong with one transition, each with its words. */
function* faultsOf(
  transition: TransitionConfig,
  swaps: readonly string[],
): Generator<{ kind: MutationKind; words: string; becomes: TransitionConfig | undefined }> {
  yield { kind: 'transition dropped', words: '', becomes: undefined }
  const guards = guardWords(transition.guard)
  const { guard: _, ...bare } = transition
  for (const [at, name] of guards.entries()) {
    const others = (replaced: readonly unknown[]) => ({
      ...bare,
      ...guarded(guards.toSpliced(at, 1, ...(replaced as string[]))),
    })
    yield { kind: 'guard negated', words: name, becomes: others([not(name)]) }
    yield { kind: 'guard dropped', words: name, becomes: others([]) }
  }
  for (const target of swaps)
    yield { kind: 'target swapped', words: `to ${target}`, becomes: { ...transition, target } }
  const actions = listOf<unknown>(transition.actions)
  for (const [at, action] of actions.entries())
    yield {
      kind: 'action dropped',
      words: nameOf(action),
      becomes: { ...transition, actions: actions.toSpliced(at, 1) },
    }
}

/**
 * Every chart with one fault: a transition, a guard or an action dropped, a guard negated, a target swapped for each of
 * its siblings and for the state itself. The states stay, so that a stored status still has its place.
 */
export function* mutantsOf(machine: AnyStateMachine): Generator<Mutant> {
  const chart = chartOf(machine)
  const leaves = leavesOf(chart)
  const config = machine.config as StateConfig

  for (const { id } of chart.states) {
    const path = id === '' ? [] : id.split('.')
    const state = path.reduce<StateConfig>((at, key) => at.states?.[key] ?? {}, config)
    for (const [event, defined] of Object.entries(state.on ?? {})) {
      const transitions = listOf<TransitionConfig>(defined as TransitionConfig)
      for (const [at, transition] of transitions.entries()) {
        const target = chart.transitions.find(entry => entry.id === `${id}:${event}:${at}`)?.targets[0]
        const parent = leaves.find(leaf => leaf.id === target)?.parent
        const swaps = leaves
          .filter(
            leaf => leaf.id !== target && (leaf.parent === parent || leaf.id === id) && target !== undefined,
          )
          .map(leaf => `#${machine.id}.${leaf.id}`)
        for (const { kind, words, becomes } of faultsOf(transition, swaps)) {
          const replaced = transitions.toSpliced(at, 1, ...(becomes ? [becomes] : []))
          yield {
            kind,
            words: [`${id}:${event}:${at}`, words].filter(Boolean).join(' '),
            event,
            state: id,
            machine: rebuilt(
              machine,
              changed(config, path, found => ({ ...found, on: { ...found.on, [event]: replaced } })),
            ),
          }
        }
      }
    }
    for (const moment of ['entry', 'exit'] as const) {
      const actions = listOf<unknown>(state[moment])
      for (const [at, action] of actions.entries())
        yield {
          kind: 'action dropped',
          words: `${id} ${moment} ${nameOf(action)}`,
          event: undefined,
          state: id,
          machine: rebuilt(
            machine,
            changed(config, path, found => ({ ...found, [moment]: actions.toSpliced(at, 1) })),
          ),
        }
    }
  }
}
