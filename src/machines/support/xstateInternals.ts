import type {
  AnyActorRef,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate'

/*
 * What is read of XState 5 that it does not promise, besides the scope of actors (`stepping.ts`). Look first at `xstateInternals.test.ts`
 * where a later XState fails.
 */

/** The nodes that a snapshot is in, the outermost first. */
export const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes

/** Whether it is a snapshot of a machine, and not of a promise, a callback or a store. */
export const isMachineSnapshot = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot

/** The guards that `and`, `or` or `not` is made of, as they were given; undefined for any other guard. */
export const partsOfGuard = (guard: unknown): readonly unknown[] | undefined =>
  typeof guard === 'function' ? (guard as { guards?: readonly unknown[] }).guards : undefined

/** What asks a composed guard: the same for all that are composed by `and`, by `or`, by `not`, or by `stateIn`. */
export const checkOfGuard = (guard: unknown): unknown =>
  typeof guard === 'function' ? (guard as { check?: unknown }).check : undefined

/** The transitions of one step of the actor that is inspected, eventless ones among them; none of its children's. */
export const transitionsIn = (inspected: InspectionEvent): readonly AnyTransitionDefinition[] =>
  inspected.type === '@xstate.microstep' && inspected.actorRef.sessionId === inspected.rootId
    ? inspected._transitions
    : []

const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'root' in logic && 'getTransitionData' in logic

/** The machine that an actor runs; undefined for a promise, a callback or another logic. */
export const machineOf = (actor: AnyActorRef): AnyStateMachine | undefined => {
  const { logic } = actor as AnyActorRef & { logic?: unknown }
  return isMachine(logic) ? logic : undefined
}

/** The actor that made this one; undefined for a root. */
export const parentOf = (actor: AnyActorRef): AnyActorRef | undefined => actor._parent
