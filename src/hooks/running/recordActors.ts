import type { AnyActorRef, AnyEventObject, AnyStateNode, InspectionEvent, Subscription } from 'xstate'
import {
  isName,
  type RecordedEntry,
  type RecordedSnapshot,
  type RecordedValue,
  recordingVersion,
} from '../../domain/recording.ts'
import { isMachineSnapshot, machineOf, parentOf } from '../../machines/support/xstateInternals.ts'
import { forEachRoot } from './roots.ts'

/** In the place of a name that does not have the form of one. */
const noName = 'other'
const named = (text: string): string => (isName(text) ? text : noName)

/** The name of an actor in code. Not its id: an actor that is made for a record may have the record's id. */
const nameOf = (actor: AnyActorRef): string => {
  const machine = machineOf(actor)
  if (machine) return named(machine.id)
  return typeof actor.src === 'string' ? named(actor.src) : noName
}

const invokesOf = ({ invoke, states }: AnyStateNode): string[] => [
  ...invoke.map(({ id }) => id),
  ...Object.values(states).flatMap(invokesOf),
]
const invokesByNode = new WeakMap<AnyStateNode, ReadonlySet<string>>()

/** Whether a chart gives this id to an actor that it invokes. */
const isInvoked = (target: AnyActorRef, id: string): boolean => {
  const root = machineOf(target)?.root
  if (!root) return false
  const known = invokesByNode.get(root) ?? new Set(invokesOf(root))
  invokesByNode.set(root, known)
  return known.has(id)
}

/** The type of an event. XState writes an actor's id into some types; an id that is not in the chart gives way to the actor's name. */
const typeOf = ({ type }: AnyEventObject, target: AnyActorRef, source: AnyActorRef | undefined): string => {
  const [, kind, id] = /^(xstate\.(?:done\.actor|error\.actor|snapshot))\.(.*)$/.exec(type) ?? []
  if (kind === undefined || id === undefined || isInvoked(target, id)) return named(type)
  return named(`${kind}.${source ? nameOf(source) : noName}`)
}

const snapshotOf = (snapshot: unknown): RecordedSnapshot => {
  const status = (snapshot as { status?: RecordedSnapshot['status'] } | undefined)?.status ?? 'active'
  if (!isMachineSnapshot(snapshot)) return { status }
  return { status, value: snapshot.value as RecordedValue, tags: [...snapshot.tags] }
}

const childrenOf = (actor: AnyActorRef): AnyActorRef[] => {
  const snapshot: unknown = actor.getSnapshot()
  if (!isMachineSnapshot(snapshot)) return []
  const children = snapshot.children as Readonly<Record<string, AnyActorRef | undefined>>
  return Object.values(children).filter(child => child !== undefined)
}

/**
 * Records the actors of this page until the returned function is called: first those that run, then what happens. Only names, states and
 * times are read. What an event carries and what a context holds stays where it is.
 */
export const recordActors = (now: () => number, record: (entry: RecordedEntry) => void): (() => void) => {
  let count = 0
  const attachedTo = new Map<AnyActorRef, Subscription>()
  const known = new Set<string>()

  const baseOf = (actor: AnyActorRef, rootId: string) => {
    count += 1
    return {
      sessionId: actor.sessionId,
      rootId,
      createdAt: String(now()),
      id: String(count),
      _version: recordingVersion,
    } as const
  }

  const recordActor = (actor: AnyActorRef, rootId: string, snapshot: unknown): void => {
    if (known.has(actor.sessionId)) return
    known.add(actor.sessionId)
    const parent = parentOf(actor)
    record({
      type: '@xstate.actor',
      ...baseOf(actor, rootId),
      name: nameOf(actor),
      ...(parent ? { parentId: parent.sessionId } : {}),
      snapshot: snapshotOf(snapshot),
    })
  }

  const recordAll = (actor: AnyActorRef, rootId: string): void => {
    recordActor(actor, rootId, actor.getSnapshot())
    for (const child of childrenOf(actor)) recordAll(child, rootId)
  }

  const detach = (actor: AnyActorRef): void => {
    known.delete(actor.sessionId)
    attachedTo.get(actor)?.unsubscribe()
    attachedTo.delete(actor)
  }

  const inspect = (inspected: InspectionEvent): void => {
    const actor = inspected.actorRef as AnyActorRef
    const { rootId } = inspected
    if (inspected.type === '@xstate.actor') recordActor(actor, rootId, undefined)
    if (inspected.type === '@xstate.event') {
      const source = inspected.sourceRef as AnyActorRef | undefined
      record({
        type: '@xstate.event',
        ...baseOf(actor, rootId),
        event: { type: typeOf(inspected.event, actor, source) },
        ...(source ? { sourceId: source.sessionId } : {}),
      })
    }
    if (inspected.type === '@xstate.snapshot') {
      const snapshot = snapshotOf(inspected.snapshot)
      record({
        type: '@xstate.snapshot',
        ...baseOf(actor, rootId),
        event: { type: typeOf(inspected.event, actor, undefined) },
        snapshot,
      })
      if (snapshot.status !== 'active') detach(actor)
    }
  }

  const stopListening = forEachRoot(root => {
    if (attachedTo.has(root)) return
    recordAll(root, root.sessionId)
    attachedTo.set(root, root.system.inspect(inspect))
  })
  return () => {
    stopListening()
    for (const subscription of attachedTo.values()) subscription.unsubscribe()
    attachedTo.clear()
  }
}
