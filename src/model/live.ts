import {
  type Actor,
  type ActorOptions,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
  type InputFrom,
  type InspectionEvent,
  SimulatedClock,
} from 'xstate'
import { nodesOf, transitionsIn } from '../machines/support/xstateInternals.ts'
import { transitionIds } from './transitions.ts'

interface Pending {
  resolve: (output: unknown) => void
  reject: (error: unknown) => void
}

const macrotask = () => new Promise<void>(resolve => setImmediate(resolve))

/** A live actor whose invoked actors end when the test says so, and whose time the test moves. */
export interface Live<M extends AnyStateMachine> {
  actor: Actor<M>
  /** Sends an event, settles an actor or lets a delay pass, whichever the event stands for. */
  cause: (event: AnyEventObject) => Promise<void>
  /** Ids of the transitions taken by the last `cause`, in order, eventless ones among them. */
  taken: () => string[]
  /** Inputs of the invoked actors that are under way, by id. */
  inputs: () => Record<string, unknown>
  emitted: () => readonly AnyEventObject[]
  /** The fault that stopped the actor; undefined while it lives. */
  fault: () => unknown
  stop: () => void
}

const delayOf = (machine: AnyStateMachine, snapshot: AnyMachineSnapshot, type: string): number => {
  const name = type.split('.')[2] ?? ''
  const given: unknown = machine.implementations.delays[name] ?? Number(name)
  const delay: unknown = typeof given === 'function' ? given({ context: snapshot.context }) : given
  if (typeof delay !== 'number' || Number.isNaN(delay))
    throw new Error(`The delay "${name}" is not a number.`)
  return delay
}

/** The invoked actors of one run that are under way: how they end, and what they were given. */
interface Run {
  pending: Map<string, Pending>
  inputs: Map<string, unknown>
}

/** By the system that the actors of a run share. */
const runs = new WeakMap<object, Run>()

/** An actor that ends when its run says so; one of a single step (`stepper`), which has no run, never ends. */
export const deferred = fromPromise<unknown, unknown>(({ self, system, input, signal }) => {
  const run = runs.get(system)
  if (!run) return new Promise(() => undefined)
  const { pending, inputs } = run
  inputs.set(self.id, input)
  signal.addEventListener('abort', () => {
    if (inputs.get(self.id) === input) inputs.delete(self.id)
  })
  return new Promise((resolve, reject) => pending.set(self.id, { resolve, reject }))
})

interface Deferred<M extends AnyStateMachine> {
  provided: M
  ids: ReturnType<typeof transitionIds>
}

const known = new WeakMap<AnyStateMachine, Deferred<AnyStateMachine>>()

/** The machine with deferred actors; made once, for a chart is walked many thousand times. */
const deferredOf = <M extends AnyStateMachine>(machine: M): Deferred<M> => {
  const found = known.get(machine)
  if (found) return found as Deferred<M>
  const names = Object.keys(machine.implementations.actors)
  const provided = machine.provide({
    actors: Object.fromEntries(names.map(name => [name, deferred])),
  }) as M
  const made = { provided, ids: transitionIds(provided) }
  known.set(machine, made)
  return made
}

/** Whether all of a run is in its snapshot: no actor is under way and no time runs, so that it can be gone on from. */
export const isSelfContained = (snapshot: AnyMachineSnapshot): boolean =>
  Object.keys(snapshot.children).length === 0 && nodesOf(snapshot).every(({ after }) => after.length === 0)

/**
 * Starts the machine with deferred actors and a simulated clock: from its beginning, or from where another run of it was
 * (`isSelfContained`).
 */
export const live = <M extends AnyStateMachine>(
  machine: M,
  input: InputFrom<M>,
  from?: AnyMachineSnapshot,
): Live<M> => {
  const pending = new Map<string, Pending>()
  const inputs = new Map<string, unknown>()
  const { provided, ids } = deferredOf(machine)
  const clock = new SimulatedClock()
  const emitted: AnyEventObject[] = []
  let taken: string[] = []
  let fault: unknown
  const actor = createActor(provided, {
    input,
    snapshot: from,
    clock,
    inspect: (inspected: InspectionEvent) =>
      taken.push(...transitionsIn(inspected).flatMap(definition => ids.get(definition) ?? [])),
  } as ActorOptions<M>)
  runs.set(actor.system, { pending, inputs })
  actor.on('*', (event: AnyEventObject) => emitted.push(event))
  actor.subscribe({ error: error => (fault = error) })
  actor.start()

  const settle = (id: string): Pending => {
    const found = pending.get(id)
    if (!found) throw new Error(`The actor "${id}" is not under way.`)
    pending.delete(id)
    inputs.delete(id)
    return found
  }
  return {
    actor,
    cause: async event => {
      taken = []
      if (event.type.startsWith('xstate.done.actor.')) {
        settle(event.actorId).resolve(event.output)
        await macrotask()
      } else if (event.type.startsWith('xstate.error.actor.')) {
        settle(event.actorId).reject(event.error)
        await macrotask()
      } else if (event.type.startsWith('xstate.after.')) {
        clock.increment(delayOf(machine, actor.getSnapshot(), event.type))
      } else {
        actor.send(event as Parameters<typeof actor.send>[0])
      }
    },
    taken: () => taken,
    inputs: () => Object.fromEntries(inputs),
    emitted: () => emitted,
    fault: () => fault,
    stop: () => actor.stop(),
  }
}

/**
 * Takes single steps from situations put together: gives the ids of the transitions that an event takes there, eventless
 * ones among them.
 */
export const stepper = <M extends AnyStateMachine>(
  machine: M,
): ((from: AnyMachineSnapshot, event: AnyEventObject) => string[]) => {
  const idle = fromPromise<unknown, unknown>(() => new Promise(() => undefined))
  const names = Object.keys(machine.implementations.actors)
  const provided: AnyStateMachine = machine.provide({
    actors: Object.fromEntries(names.map(name => [name, idle])),
  })
  const ids = transitionIds(provided)
  return ({ value, context, children: spawned }, event) => {
    const taken: string[] = []
    let hasStarted = false
    const snapshot = provided.resolveState({ value, context })
    // What the states run, and what was spawned, must be there to be sent to; a snapshot put together starts nothing.
    const running = [
      ...nodesOf(snapshot).flatMap(({ invoke }) => invoke.map(({ id }) => id)),
      ...Object.keys(spawned),
    ]
    const children = Object.fromEntries(running.map(id => [id, createActor(idle)]))
    const actor = createActor(provided, {
      snapshot: Object.assign(snapshot, { children }),
      clock: new SimulatedClock(),
      inspect: inspected => {
        if (hasStarted)
          taken.push(...transitionsIn(inspected).flatMap(definition => ids.get(definition) ?? []))
      },
    })
    actor.subscribe({ error: () => undefined })
    actor.start()
    hasStarted = true
    actor.send(event)
    actor.stop()
    return taken
  }
}

/** The actor with this id gives back its output. */
export const done = (actorId: string, output: unknown): AnyEventObject => ({
  type: `xstate.done.actor.${actorId}`,
  actorId,
  output,
})

/** The actor with this id fails. */
export const failed = (actorId: string, error: unknown): AnyEventObject => ({
  type: `xstate.error.actor.${actorId}`,
  actorId,
  error,
})

/** Runs a journey and gives the end: state, context and what was emitted. */
export const journey = async <M extends AnyStateMachine>(
  machine: M,
  input: InputFrom<M>,
  events: readonly AnyEventObject[],
): Promise<{
  value: unknown
  context: AnyMachineSnapshot['context']
  emitted: readonly AnyEventObject[]
}> => {
  const walk = live(machine, input)
  for (const event of events) {
    const before: AnyMachineSnapshot = walk.actor.getSnapshot()
    if (!before.can(event)) {
      throw new Error(`${JSON.stringify(before.value)} does not take "${event.type}".`)
    }
    await walk.cause(event)
  }
  const end: AnyMachineSnapshot = walk.actor.getSnapshot()
  walk.stop()
  return { value: end.value, context: end.context, emitted: walk.emitted() }
}
