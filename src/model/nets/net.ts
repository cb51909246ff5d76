import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  initialTransition,
  type StateValue,
} from 'xstate'
import { steppingOf } from '../../machines/support/stepping.ts'
import { eventText, plain } from '../modelOf.ts'
import type { Mutant } from '../mutants.ts'

/*
 * A net under a chart: what was decided about it, written a second time and apart from it, and asked in every state, with
 * every fact and every event. Walking a chart cannot do this: its traversal and its live actor are the same machine, so
 * both follow a wrong target.
 */

/** Where a chart is and what happens to it. */
export interface Question<Facts, State extends string = string> {
  /** Leaves of the regions, joined by ` + `, as the decisions name them. */
  state: State
  facts: Facts
  event: AnyEventObject
}

/** What follows from an event. */
export interface Outcome<Facts, State extends string = string> {
  state: State
  facts: Facts
  /** Actors that are started, with their input, events that are emitted or sent, and timers that are set; in order. */
  effects: readonly string[]
}

/** The decisions about one chart. */
export interface Net<Facts extends object = object, State extends string = string> {
  machine: AnyStateMachine
  states: readonly State[]
  /** Moments that tell the decisions apart, in a state. */
  factsIn(state: State): readonly Facts[]
  events: readonly AnyEventObject[]
  /** What was decided to follow; undefined, or all as before, where the event changes nothing. */
  decided(question: Question<Facts, State>): Outcome<Facts, State> | undefined
  /** What views may ask in a state; sorted. */
  tags: Readonly<Record<State, readonly string[]>>
  /** The actors that run beside every state, where the chart sends them something: by default none. */
  children?(machine: AnyStateMachine, state: State): Record<string, AnyActorRef>
  /** With what the chart can be started, and what then follows. */
  starts: readonly { input: unknown; outcome: Outcome<Facts, State> }[]
  /** Faults that change nothing that anybody could see, by their words, each with the reason. */
  harmless?: Readonly<Record<string, string>>
}

/** The chart itself, where a child is given it as its parent: its number says nothing. */
export const theParent = 'the parent'

/** Whether it stands for an actor: as `JSON.stringify` hands one on. */
const isActor = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'xstate$$type' in value

/** A value in words, whatever the order of its keys; what is undefined is as if it were not there. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) =>
    isActor(inner)
      ? theParent
      : typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !(inner instanceof Error)
        ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => one.localeCompare(other)))
        : plain(key, inner),
  )

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Whether two values are the same in words; the words are only made where there is no quicker way. */
const same = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => same(value, other[at]))
  if (isPlain(one) && isPlain(other))
    return (
      Object.keys(one).every(key => same(one[key], other[key])) &&
      Object.keys(other).every(key => key in one || other[key] === undefined)
    )
  return asText(one) === asText(other)
}

/** What a question leads to. */
export const outcome = <F extends object, S extends string>(
  state: S,
  facts: F,
  ...effects: string[]
): Outcome<F, S> => ({ state, facts, effects })

/** An actor is started with this input. */
export const starts = (id: string, input?: unknown): string =>
  input === undefined ? `start ${id}` : `start ${id} ${asText(input)}`

/** A spawned actor is stopped. An invoked one stops with its state, which needs no words. */
export const stops = (id: string): string => `stop ${id}`

/** This event is emitted. */
export const emits = (event: object): string => `emit ${asText(event)}`

/** This event is sent to a running actor. */
export const sends = (id: string, event: object): string => `send ${id} ${asText(event)}`

/** A delayed transition is due after this time. */
export const waits = (milliseconds: number): string => `wait ${milliseconds}`

/** The end of an invoked actor: what it gives back. */
export const doneBy = (actorId: string, output?: unknown): AnyEventObject => ({
  type: `xstate.done.actor.${actorId}`,
  actorId,
  output,
})

/** The end of an invoked actor: it fails. */
export const failedBy = (actorId: string, error: unknown): AnyEventObject => ({
  type: `xstate.error.actor.${actorId}`,
  actorId,
  error,
})

/** Faults by which a transition leads through a state that is left at once, for the state that was decided. */
export const ledThrough = (state: string, ...transitions: string[]): Record<string, string> =>
  Object.fromEntries(
    transitions.map(id => [`${id} to #${state}`, 'the state is left at once for the one that was decided']),
  )

/** A state of the net as the chart's value: `a.b` is `{ a: 'b' }`, ` + ` joins regions. */
const stateValueOf = (state: string): StateValue => {
  const nested = (path: readonly string[]): StateValue => {
    const [key = '', ...rest] = path
    return rest.length === 0 ? key : { [key]: nested(rest) }
  }
  const leaves = state.split(' + ').map(leaf => leaf.split('.'))
  const [first = []] = leaves
  return leaves.length === 1 ? nested(first) : Object.assign({}, ...leaves.map(nested))
}

const leavesOf = (value: StateValue): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([key, inner]) =>
        inner === undefined ? [key] : leavesOf(inner).map(leaf => `${key}.${leaf}`),
      )

interface PlainAction {
  type: string
  params?: {
    id?: string
    input?: unknown
    event?: object
    targetId?: string
    to?: { id: string }
    delay?: number
  }
}

const invokedIn = ({ invoke, states }: AnyStateNode): string[] => [
  ...invoke.map(({ id }) => id),
  ...Object.values(states).flatMap(invokedIn),
]

const effectOf = ({ type, params }: PlainAction, invoked: ReadonlySet<string>): string[] => {
  if (type === 'xstate.spawnChild') return [starts(params?.id ?? '', params?.input)]
  if (type === 'xstate.stopChild')
    return params?.id === undefined || invoked.has(params.id) ? [] : [stops(params.id)]
  if (type === 'xstate.emit') return [emits(params?.event ?? {})]
  if (type === 'xstate.sendTo') return [sends(params?.targetId ?? params?.to?.id ?? '', params?.event ?? {})]
  if (type === 'xstate.raise' && params?.delay !== undefined) return [waits(params.delay)]
  return type.startsWith('xstate.') ? [] : [type]
}

const outcomeOf = (
  { value, context }: AnyMachineSnapshot,
  actions: readonly object[],
  invoked: ReadonlySet<string>,
): Outcome<object> => ({
  state: leavesOf(value).join(' + '),
  facts: context as object,
  effects: (actions as PlainAction[]).flatMap(action => effectOf(action, invoked)),
})

const quietly = <T>(work: () => T): T | Error => {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Where a chart does otherwise than was decided. */
export interface Deviation {
  label: string
  decided: unknown
  found: unknown
}

const differs = (label: () => string, decided: unknown, found: unknown): Deviation | undefined =>
  same(decided, found)
    ? undefined
    : { label: label(), decided, found: found instanceof Error ? String(found) : found }

/** The chart in a state with these facts, with what runs beside it. */
const momentOf = (net: Net, machine: AnyStateMachine, state: string, facts: object): AnyMachineSnapshot => {
  const moment = machine.resolveState({ value: stateValueOf(state), context: facts })
  Object.assign(moment.children, net.children?.(machine, state))
  return moment
}

/** An outcome, or undefined where it is that nothing has changed. */
const unlessNothing = (
  { state, facts }: Question<object>,
  outcome: Outcome<object> | undefined,
): Outcome<object> | undefined =>
  outcome && (outcome.effects.length > 0 || outcome.state !== state || !same(outcome.facts, facts))
    ? outcome
    : undefined

/**
 * The first question that a chart answers otherwise than was decided; undefined when there is none. `only` asks about one
 * event, `near` asks the states below that one first, where a fault shows soonest.
 */
export const firstDeviation = (
  net: Net,
  machine: AnyStateMachine = net.machine,
  { only, near = '' }: { only?: string | undefined; near?: string } = {},
): Deviation | undefined => {
  const isNear = (state: string) =>
    state.split(' + ').some(leaf => leaf === near || leaf.startsWith(`${near}.`))
  const states = net.states.toSorted((one, other) => Number(isNear(other)) - Number(isNear(one)))
  const events = only === undefined ? net.events : net.events.filter(({ type }) => type === only)
  const take = steppingOf(machine)
  const invoked = new Set(invokedIn(machine.root))
  const answerOf = (moment: AnyMachineSnapshot, event: AnyEventObject): Outcome<object> => {
    const [after, actions] = take(moment, event)
    return outcomeOf(after, actions, invoked)
  }
  for (const state of states) {
    for (const facts of net.factsIn(state)) {
      const moment = momentOf(net, machine, state, facts)
      for (const event of events) {
        const question = { state, facts, event }
        const found = quietly(() => unlessNothing(question, answerOf(moment, event)))
        const decided = unlessNothing(question, net.decided(question))
        const wrong = differs(() => `${state}: ${eventText(event)}`, decided, found)
        if (wrong) return wrong
      }
    }
  }
  if (only !== undefined) return undefined
  for (const state of states) {
    const [facts = {}] = net.factsIn(state)
    const { tags } = machine.resolveState({ value: stateValueOf(state), context: facts })
    const wrong = differs(() => `${state}: tags`, net.tags[state], [...tags].toSorted())
    if (wrong) return wrong
  }
  for (const { input, outcome } of net.starts) {
    const found = quietly(() => {
      const [after, actions] = initialTransition(machine, input as never)
      return outcomeOf(after, actions, invoked)
    })
    const wrong = differs(() => `start with ${JSON.stringify(input)}`, outcome, found)
    if (wrong) return wrong
  }
  return undefined
}

/** Whether the decisions notice the fault. */
export const isNoticed = (net: Net, { machine, event, state }: Mutant): boolean =>
  firstDeviation(net, machine, { only: event, near: state }) !== undefined
