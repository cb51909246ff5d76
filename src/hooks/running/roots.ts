import type { AnyActorRef, InspectionEvent } from 'xstate'

/** The root actors that run on this page. */
const roots = new Set<AnyActorRef>()
const listeners = new Set<(root: AnyActorRef) => void>()

/**
 * Options for every root actor of the browser. They only note which root actors run: what these do is inspected while somebody looks on
 * (`recordActors`).
 */
export const attached = {
  inspect: (inspected: InspectionEvent): void => {
    const root = inspected.actorRef as AnyActorRef
    if (root.sessionId !== inspected.rootId) return
    if (inspected.type === '@xstate.event' && inspected.event.type === 'xstate.init') {
      roots.add(root)
      for (const listener of listeners) listener(root)
    } else if (
      inspected.type === '@xstate.snapshot' &&
      (inspected.event.type === 'xstate.stop' || inspected.snapshot.status !== 'active')
    )
      roots.delete(root)
  },
}

/** Calls back for each root actor, those that run and those that begin later; returns what ends that. */
export const forEachRoot = (listener: (root: AnyActorRef) => void): (() => void) => {
  for (const root of roots) listener(root)
  listeners.add(listener)
  return () => listeners.delete(listener)
}
