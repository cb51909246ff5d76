import type { AnyStateNode } from 'xstate'
import { statusLabel } from '../../domain/labels.ts'
import { noRight } from '../../domain/permissions.ts'
import type { StatusName } from '../../domain/status.ts'
import { type Message, message } from '../../messages/message.ts'
import { eventMessage, type LifecycleEvent, type LifecycleEventType } from './events.ts'
import type { Facts } from './facts.ts'
import { type Guard, type GuardName, guards } from './guards.ts'
import { submissionLifecycle } from './machine.ts'
import { leafIdOf, lifecycleAt } from './state.ts'

/** One guard, asked: its name, what it is about, whether it holds, and the message for that. */
export interface Check {
  guard: GuardName
  kind: Guard['kind']
  holds: boolean
  message: Message
}

/** The answer to "may this event happen now, and why not?" */
export interface Explanation {
  allowed: boolean
  /** Whether the state has a transition for this event at all. */
  isExpected: boolean
  checks: Check[]
  /** Absent when allowed. `forbidden` is the server's 403, `conflict` its 409. */
  refusal?: { kind: 'forbidden' | 'conflict'; reason: Message }
}

const isGuardName = (name: unknown): name is GuardName => typeof name === 'string' && name in guards

/** The names that a transition's guard is composed of. */
export const guardNamesOf = (guard: unknown): GuardName[] => {
  if (isGuardName(guard)) return [guard]
  const composed = (guard as { guards?: unknown[] } | undefined)?.guards
  return composed ? composed.flatMap(guardNamesOf) : []
}

const everyNode = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(everyNode),
]

/** Asks one guard. */
export const check = (guard: GuardName, facts: Facts, event: LifecycleEvent): Check => {
  const { kind, test, holds, fails } = guards[guard]
  const value = test(facts, event)
  return {
    guard,
    kind,
    holds: value,
    message: value ? holds : typeof fails !== 'function' ? fails : fails(facts, event),
  }
}

/** Guard names of each transition that a node takes for this event type. */
const candidates = (node: AnyStateNode, type: LifecycleEventType): GuardName[][] =>
  (node.transitions.get(type) ?? []).map(transition => guardNamesOf(transition.guard))

/** The leaf of a status with the states around it, the outermost first. */
const nodesOf = (status: StatusName): AnyStateNode[] => {
  let node: AnyStateNode = submissionLifecycle.root
  return [
    node,
    ...leafIdOf(status)
      .split('.')
      .map(key => {
        node = node.states[key]!
        return node
      }),
  ]
}

/** Whether the event can come next at a status at all, whatever the guards say to it. */
export const expects = (status: StatusName, type: LifecycleEventType): boolean =>
  nodesOf(status).some(node => candidates(node, type).length > 0)

const nodes = everyNode(submissionLifecycle.root)
const known = new Map<LifecycleEventType, GuardName[][]>()

/** All transitions of the chart for an event type, by any state: decides rights where the state expects no such event. */
const everywhere = (type: LifecycleEventType): GuardName[][] => {
  const found = known.get(type) ?? nodes.flatMap(node => candidates(node, type))
  known.set(type, found)
  return found
}

/**
 * Every guard of the event in this status with its value and a sentence, and the refusal if there is one. The order
 * is that of the server's answers: no right at all is a 403; a wrong moment or an unmet condition a 409.
 */
export const explain = (status: StatusName, facts: Facts, event: LifecycleEvent): Explanation => {
  const snapshot = lifecycleAt(status, facts)
  const here = snapshot._nodes.flatMap(node => candidates(node, event.type))
  const isExpected = here.length > 0
  const rightsOf = (names: GuardName[]) =>
    names.filter(name => ['right', 'separation'].includes(guards[name].kind))
  const asked = isExpected ? (here.at(-1) ?? []) : []
  const checks = asked.filter(name => guards[name].kind !== 'route').map(name => check(name, facts, event))

  const rights = isExpected ? [asked] : everywhere(event.type)
  const isForbidden = rights.every(names => rightsOf(names).some(name => !guards[name].test(facts, event)))
  if (isForbidden) {
    const failing = rights.flatMap(rightsOf).find(name => !guards[name].test(facts, event))
    const reason = failing ? check(failing, facts, event).message : noRight
    return { allowed: false, isExpected, checks, refusal: { kind: 'forbidden', reason } }
  }
  if (snapshot.can(event)) return { allowed: true, isExpected, checks }
  const reason = isExpected
    ? (checks.find(entry => !entry.holds)?.message ?? message('lifecycle', 'notNow'))
    : wrongMoment(status, event.type, snapshot.hasTag('busy'))
  return { allowed: false, isExpected, checks, refusal: { kind: 'conflict', reason } }
}

const wrongMoment = (status: StatusName, type: LifecycleEventType, isBusy: boolean): Message => {
  if (type === 'SUBMIT' && status === 'UNKNOWN') return message('lifecycle', 'noFileYet')
  if (type === 'SUBMIT' && isBusy) return message('lifecycle', 'isProcessing')
  return message('lifecycle', 'wrongMoment', { event: eventMessage(type), status: statusLabel(status) })
}
