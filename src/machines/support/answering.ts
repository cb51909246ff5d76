import type { AnyMachineSnapshot, AnyStateNode } from 'xstate'
import { noRight } from '../../domain/permissions.ts'
import type { Message } from '../../messages/message.ts'
import type { Guard } from './guard.ts'
import { nodesOf as nodesOfSnapshot, partsOfGuard } from './xstateInternals.ts'

/** One guard, asked: its name, what it is about, whether it holds, and the message for that. */
export interface Check<Name extends string> {
  guard: Name
  kind: Guard<unknown, unknown>['kind']
  holds: boolean
  message: Message
}

/** The answer to "may this event happen now, and why not?" */
export interface Explanation<Name extends string> {
  allowed: boolean
  /** Whether the state has a transition for this event at all. */
  isExpected: boolean
  checks: Check<Name>[]
  /** Absent when allowed. `forbidden` is the server's 403, `conflict` its 409. */
  refusal?: { kind: 'forbidden' | 'conflict'; reason: Message }
}

const everyNode = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(everyNode),
]

/**
 * The answers of a chart that decides: read off its own transitions and the table of its guards, so that there is no
 * second list of who may do what.
 */
export const answersOf = <Facts, Event extends { type: string }, Name extends string>(
  root: AnyStateNode,
  guards: Readonly<Record<Name, Guard<Facts, Event>>>,
) => {
  const isGuardName = (name: unknown): name is Name => typeof name === 'string' && name in guards

  /** The names that a transition's guard is composed of. */
  const guardNamesOf = (guard: unknown): Name[] => {
    if (isGuardName(guard)) return [guard]
    return partsOfGuard(guard)?.flatMap(guardNamesOf) ?? []
  }

  /** Asks one guard. */
  const check = (guard: Name, facts: Facts, event: Event): Check<Name> => {
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
  const candidates = (node: AnyStateNode, type: Event['type']): Name[][] =>
    (node.transitions.get(type) ?? []).map(transition => guardNamesOf(transition.guard))

  /** A state with the states around it, the outermost first. */
  const nodesOf = (id: string): AnyStateNode[] => {
    let node = root
    return [
      node,
      ...id.split('.').map(key => {
        node = node.states[key]!
        return node
      }),
    ]
  }

  const nodes = everyNode(root)
  const known = new Map<Event['type'], Name[][]>()

  /** The guards of all transitions of the chart for an event type, by any state: decide rights where the state expects no such event. */
  const everywhere = (type: Event['type']): Name[][] => {
    const found = known.get(type) ?? nodes.flatMap(node => candidates(node, type))
    known.set(type, found)
    return found
  }

  const rightsAmong = (names: readonly Name[]): Name[] =>
    names.filter(name => ['right', 'separation'].includes(guards[name].kind))

  return {
    guardNamesOf,
    check,
    everywhere,

    /** Whether the event can come next in a state, named by its id, whatever the guards say to it. */
    expects: (id: string, type: Event['type']): boolean =>
      nodesOf(id).some(node => candidates(node, type).length > 0),

    /**
     * Every guard of the event in this moment with its value and a sentence, and the refusal if there is one. The order
     * is that of the server's answers: no right at all is a 403; a wrong moment or an unmet condition a 409.
     *
     * Where a state has several transitions for the event, the last one explains. Those of a chart differ by routes only: what
     * one demands, they all demand, so an event that it refuses is refused by all for the same reason (`answering.test.ts`
     * holds every chart to that).
     */
    explain: (
      snapshot: AnyMachineSnapshot,
      facts: Facts,
      event: Event,
      /** What is said where the state expects no such event, and where no guard has words for it. */
      words: { wrongMoment: () => Message; notNow: Message },
    ): Explanation<Name> => {
      const here = nodesOfSnapshot(snapshot).flatMap(node => candidates(node, event.type))
      const isExpected = here.length > 0
      const candidateGuards = isExpected ? (here.at(-1) ?? []) : []
      const checks = candidateGuards
        .filter(name => guards[name].kind !== 'route')
        .map(name => check(name, facts, event))

      const rights = (isExpected ? [candidateGuards] : everywhere(event.type)).map(rightsAmong)
      const failing = (names: Name[]) => names.find(name => !guards[name].test(facts, event))
      if (rights.every(names => failing(names) !== undefined)) {
        const first = rights.map(failing).find(name => name !== undefined)
        const reason = first ? check(first, facts, event).message : noRight
        return { allowed: false, isExpected, checks, refusal: { kind: 'forbidden', reason } }
      }
      if (snapshot.can(event)) return { allowed: true, isExpected, checks }
      const reason = isExpected
        ? (checks.find(entry => !entry.holds)?.message ?? words.notNow)
        : words.wrongMoment()
      return { allowed: false, isExpected, checks, refusal: { kind: 'conflict', reason } }
    },
  }
}
