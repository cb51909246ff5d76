import type { Chart, ChartState, ChartTransition } from '../chart.ts'
import { type ActionCall, actionCallOf, type Condition, conditionOf, delayIn } from './naming.ts'

/** A guard by its name, or a composition: { "type": "and", "params": { "guards": ["isOpen", "isLatest"] } }. */
type JsonGuard = string | { type: 'and' | 'or' | 'not'; params: { guards: JsonGuard[] } }

/** A transition as XState's configuration has it. */
interface JsonTransition {
  target?: string[]
  guard?: JsonGuard
  actions?: ActionCall[]
  description?: string
  reenter?: boolean
}

interface JsonInvoke {
  id: string
  src: string
  onDone?: JsonTransition[]
  onError?: JsonTransition[]
  onSnapshot?: JsonTransition[]
}

interface JsonState {
  id?: string
  type?: 'parallel' | 'final' | 'history'
  initial?: string
  description?: string
  tags?: string[]
  entry?: ActionCall[]
  exit?: ActionCall[]
  invoke?: JsonInvoke[]
  on?: Record<string, JsonTransition[]>
  after?: Record<string, JsonTransition[]>
  always?: JsonTransition[]
  onDone?: JsonTransition[]
  states?: Record<string, JsonState>
}

const listed = <T>(values: readonly T[]): T[] | undefined => (values.length > 0 ? [...values] : undefined)

/** Without what is not there. */
const present = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== '')) as T

const targetOf = (chart: Chart, id: string): string => `#${id === '' ? chart.id : `${chart.id}.${id}`}`

const guardOf = (condition: Condition): JsonGuard =>
  typeof condition === 'string'
    ? condition
    : { type: condition.type, params: { guards: condition.guards.map(guardOf) } }

const guardOfAll = (labels: readonly string[]): JsonGuard | undefined => {
  const guards = labels.map(conditionOf)
  const [only] = guards
  if (only === undefined) return undefined
  return guardOf(guards.length === 1 ? only : { type: 'and', guards })
}

const written = (
  chart: Chart,
  { id, targets, guards, actions, description }: ChartTransition,
): JsonTransition =>
  present({
    target: listed(targets.map(target => targetOf(chart, target))),
    guard: guardOfAll(guards),
    actions: listed(actions.map(label => actionCallOf(chart, label))),
    reenter: chart.reentering?.includes(id) ? true : undefined,
    description,
  } as JsonTransition)

const grouped = (
  transitions: readonly ChartTransition[],
  key: (event: string) => string | undefined,
  write: (transition: ChartTransition) => JsonTransition,
): Record<string, JsonTransition[]> | undefined => {
  const groups: Record<string, JsonTransition[]> = {}
  for (const transition of transitions) {
    const name = key(transition.event)
    if (name !== undefined) groups[name] = [...(groups[name] ?? []), write(transition)]
  }
  return Object.keys(groups).length > 0 ? groups : undefined
}

/** Key of the child that is, or holds, a state. */
const keyWithin = (parent: string, id: string | null): string | undefined =>
  id?.slice(parent === '' ? 0 : parent.length + 1).split('.')[0]

const stateOf = (chart: Chart, state: ChartState): JsonState => {
  const own = chart.transitions.filter(({ source }) => source === state.id)
  const write = (transition: ChartTransition) => written(chart, transition)
  const of = (event: string) => listed(own.filter(transition => transition.event === event).map(write))
  const node = targetOf(chart, state.id).slice(1)
  const actorEvents = state.invokes.flatMap(({ id }) => [
    `xstate.done.actor.${id}`,
    `xstate.error.actor.${id}`,
    `xstate.snapshot.${id}`,
  ])
  const after = (event: string) => delayIn(event, node)
  const isPlain = (event: string) =>
    event !== '' &&
    after(event) === undefined &&
    !actorEvents.includes(event) &&
    event !== `xstate.done.state.${node}`
  const children = chart.states.filter(({ parent }) => parent === state.id)
  return present<JsonState>({
    ...(state.kind === 'parallel' || state.kind === 'final' || state.kind === 'history'
      ? { type: state.kind }
      : {}),
    ...optional('initial', keyWithin(state.id, state.initial)),
    description: state.description,
    ...optional('tags', listed(state.tags)),
    ...optional('entry', listed(state.entry.map(label => actionCallOf(chart, label)))),
    ...optional('exit', listed(state.exit.map(label => actionCallOf(chart, label)))),
    ...optional(
      'invoke',
      listed(
        state.invokes.map(({ id, src }) => ({
          id,
          src,
          ...optional('onDone', of(`xstate.done.actor.${id}`)),
          ...optional('onError', of(`xstate.error.actor.${id}`)),
          ...optional('onSnapshot', of(`xstate.snapshot.${id}`)),
        })),
      ),
    ),
    ...optional(
      'on',
      grouped(own, event => (isPlain(event) ? event : undefined), write),
    ),
    ...optional('after', grouped(own, after, write)),
    ...optional('always', of('')),
    ...optional('onDone', of(`xstate.done.state.${node}`)),
    ...optional(
      'states',
      children.length === 0
        ? undefined
        : Object.fromEntries(children.map(child => [child.key, stateOf(chart, child)])),
    ),
  })
}

const optional = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]?: V })

/**
 * The chart as the JSON configuration that XState's createMachine takes; implementations are given by name. A composed guard is one
 * of the names "and", "or" and "not", whose parameters are the guards.
 */
export const toXStateJson = (chart: Chart): string => {
  const root = chart.states.find(({ parent }) => parent === null)
  if (!root) return ''
  return `${JSON.stringify({ id: chart.id, ...stateOf(chart, root) }, null, 2)}\n`
}
