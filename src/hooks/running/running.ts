import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  InspectionEvent,
} from 'xstate'
import { takenTransitions } from '../../machines/inspection/takenTransitions.ts'
import { isMachineSnapshot, nodesOf } from '../../machines/support/xstateInternals.ts'

/** An event that an actor got: its name and what the chart made of it, never what it carried. */
export interface SeenEvent {
  /** Position among all events of this page. */
  number: number
  type: string
  /** Ids of the transitions that were taken. */
  transitions: readonly string[]
}

/** A machine that runs in this browser, as names alone: neither context nor payload is kept. */
export interface RunningActor {
  id: string
  machine: AnyStateMachine
  status: 'active' | 'done' | 'error' | 'stopped'
  /** Ids of the states that it is in, outermost first. */
  states: readonly string[]
  /** The last events, the latest first. */
  events: readonly SeenEvent[]
}

const keptEvents = 50
const keptActors = 100

const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'root' in logic && 'getTransitionData' in logic

const machineOf = (actor: unknown): AnyStateMachine | undefined => {
  const { logic } = actor as AnyActorRef & { logic?: unknown }
  return isMachine(logic) ? logic : undefined
}

const statesOf = (snapshot: AnyMachineSnapshot): string[] =>
  nodesOf(snapshot)
    .map(({ path }) => path.join('.'))
    .filter(id => id !== '')

/**
 * Keeps what XState's inspection tells of the actors of this page. Only names leave it: of machines, states, events and
 * transitions. Tokens, personal data and everything else that a context or an event carries is never looked at.
 */
export const createRunningActors = () => {
  const actors = new Map<string, RunningActor>()
  const before = new Map<string, AnyMachineSnapshot>()
  const listeners = new Set<() => void>()
  let list: readonly RunningActor[] = []
  let count = 0
  let isNotified = true

  const tell = (): void => {
    if (!isNotified) return
    isNotified = false
    // React must not be told while it renders, and a burst of events is told once.
    queueMicrotask(() => {
      isNotified = true
      list = [...actors.values()].toReversed()
      for (const listener of listeners) listener()
    })
  }

  const forgetOldest = (): void => {
    const ended = [...actors.values()].find(({ status }) => status !== 'active')
    if (actors.size > keptActors && ended) {
      actors.delete(ended.id)
      before.delete(ended.id)
    }
  }

  const note = (
    id: string,
    machine: AnyStateMachine,
    snapshot: AnyMachineSnapshot,
    event: AnyEventObject,
  ) => {
    const known = actors.get(id)
    const former = before.get(id)
    count += 1
    const seen: SeenEvent = {
      number: count,
      type: event.type,
      transitions: former && former.status === 'active' ? takenTransitions(machine, former, event) : [],
    }
    before.set(id, snapshot)
    actors.set(id, {
      id,
      machine,
      status: snapshot.status,
      states: statesOf(snapshot),
      events: [seen, ...(known?.events ?? [])].slice(0, keptEvents),
    })
    forgetOldest()
    tell()
  }

  return {
    /** For the option `inspect` of an actor. */
    inspect: (inspected: InspectionEvent): void => {
      if (inspected.type !== '@xstate.snapshot') return
      const machine = machineOf(inspected.actorRef)
      if (!machine || !isMachineSnapshot(inspected.snapshot)) return
      note(inspected.actorRef.sessionId, machine, inspected.snapshot, inspected.event)
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** The running machines, the latest first; the same list until one of them moved. */
    current: (): readonly RunningActor[] => list,
  }
}

export const runningActors = createRunningActors()
