import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  getInitialMicrosteps,
  getMicrosteps,
} from 'xstate'
import { evaluateGuard } from 'xstate/guards'
import { chartOf, guardNames } from '../machines/inspection/chart.ts'
import { nodesOf, partsOfGuard } from '../machines/support/xstateInternals.ts'
import { eventsOf, eventText, type ModelSpec } from './modelOf.ts'
import { type DecisionTable, decisionTable } from './paths/decisions.ts'
import type { Situations } from './situations.ts'
import { transitionIds } from './transitions.ts'

/** What was found of the decision tables of a chart. */
export interface Decisions {
  tables: DecisionTable[]
  rows: number
  shown: number
  /** Rows that no situation showed, `transition guard`; the guard is "all" for the row in which all hold. */
  missed: string[]
  /** Where the chart did otherwise than its table says. */
  wrong: string[]
}

type Values = Record<string, boolean>

interface GuardInput {
  context: unknown
  event: AnyEventObject
  snapshot: AnyMachineSnapshot
}

const isWithin = (inner: AnyStateNode, outer: AnyStateNode): boolean =>
  inner.parent === outer || (inner.parent !== undefined && isWithin(inner.parent, outer))

/** The guards of a transition that all have to hold, in the order of the chart's own list of them. */
const partsOf = (guard: unknown): unknown[] => {
  if (guard === undefined) return []
  return partsOfGuard(guard)?.flatMap(partsOf) ?? [guard]
}

/**
 * Asks the guards of every transition in every situation that the walks reach and with every further fact of the
 * spec's probes, and finds for each row of each decision table (MC/DC) a moment that shows it: with these values, and
 * nothing else in the way, the transition is taken or is not.
 */
export const decisionsOf = (
  spec: ModelSpec<AnyStateMachine>,
  scenarios: readonly Situations[],
): Decisions => {
  const { machine } = spec
  const ids = transitionIds(machine)
  const tables = new Map(
    chartOf(machine)
      .transitions.map(({ guards, ...transition }) => ({
        ...transition,
        guards: guards.filter(guard => !spec.alwaysHold?.includes(guard)),
      }))
      .filter(({ guards, id }) => guards.length > 0 && !(id in (spec.unreachable ?? {})))
      .map(transition => [transition.id, decisionTable(transition)]),
  )
  const shown = new Map<string, Set<string>>()
  const wrong: string[] = []

  const valuesOf = (definition: AnyTransitionDefinition, input: GuardInput): Values =>
    Object.fromEntries(
      partsOf(definition.guard).map((guard, at) => [
        guardNames(definition.guard)[at]!,
        evaluateGuard(guard as never, input.context as never, input.event, input.snapshot),
      ]),
    )
  const note = (id: string, values: Values, isTaken: boolean, where: () => string): void => {
    const failing = Object.keys(values).filter(name => !values[name])
    if (failing.length > 1) return
    if (isTaken !== (failing.length === 0)) wrong.push(`${id} ${failing[0] ?? 'all'}: ${where()}`)
    const rows = shown.get(id) ?? new Set()
    shown.set(id, rows.add(failing[0] ?? 'all'))
  }
  /** Asks the transitions of one list in their order; those after the first that is taken have no say. */
  const ask = (
    candidates: readonly AnyTransitionDefinition[],
    input: GuardInput,
    isTaken: (id: string) => boolean,
  ): boolean => {
    for (const definition of candidates) {
      const id = ids.get(definition) ?? ''
      const values = valuesOf(definition, input)
      if (tables.has(id))
        note(
          id,
          values,
          isTaken(id),
          () => `${JSON.stringify(input.snapshot.value)} ${eventText(input.event)}`,
        )
      if (Object.values(values).every(Boolean)) return true
    }
    return false
  }
  const askEvent = (snapshot: AnyMachineSnapshot, event: AnyEventObject): void => {
    const input = { context: snapshot.context, event, snapshot }
    const taken = new Set(
      machine.getTransitionData(snapshot, event as never).map(entry => ids.get(entry) ?? ''),
    )
    // Inner states have the first word; an outer one is asked where none within it takes the event. Regions have no say in
    // each other.
    const takers: AnyStateNode[] = []
    for (const node of nodesOf(snapshot).toReversed()) {
      if (takers.some(taker => isWithin(taker, node))) continue
      const candidates = node.transitions.get(event.type) ?? []
      if (ask(candidates, input, id => taken.has(id))) takers.push(node)
    }
  }
  /** Eventless transitions of the moments from an event to the next rest, where none is taken any more. */
  const askEventless = (moments: readonly AnyMachineSnapshot[], event: AnyEventObject): void => {
    for (const [at, snapshot] of moments.entries()) {
      const next = moments[at + 1]
      for (const node of nodesOf(snapshot)) {
        if (!node.always?.length) continue
        const input = { context: snapshot.context, event, snapshot }
        const targets = (definition: AnyTransitionDefinition) =>
          (definition.target ?? []).every(target => next && nodesOf(next).includes(target))
        const definitions = new Map(node.always.map(definition => [ids.get(definition) ?? '', definition]))
        ask(node.always, input, id => targets(definitions.get(id)!))
      }
    }
  }

  const events = [...eventsOf(spec), ...(spec.probes?.events ?? [])]
  for (const { model } of scenarios) {
    const begun = getInitialMicrosteps(machine, model.input as never).map(([snapshot]) => snapshot)
    askEventless(begun, { type: 'xstate.init', input: model.input })
    for (const { snapshot } of model.vertices.values()) {
      for (const event of events) {
        askEvent(snapshot, event)
        if (snapshot.can(event as never)) {
          const moments = getMicrosteps(machine, snapshot as never, event as never).map(([moment]) => moment)
          askEventless(moments, event)
        }
      }
    }
  }
  const values = new Map(
    scenarios.flatMap(({ model }) =>
      [...model.vertices.values()].map(({ snapshot }) => [JSON.stringify(snapshot.value), snapshot.value]),
    ),
  )
  for (const value of values.values()) {
    for (const context of spec.probes?.contexts ?? []) {
      const snapshot = machine.resolveState({ value, context })
      for (const event of events) askEvent(snapshot, event)
    }
  }

  const all = [...tables.values()].flatMap(({ transition, rows }) =>
    rows.map(({ decidedBy }) => ({ transition, guard: decidedBy ?? 'all' })),
  )
  const missed = all.filter(({ transition, guard }) => !shown.get(transition)?.has(guard))
  return {
    tables: [...tables.values()],
    rows: all.length,
    shown: all.length - missed.length,
    missed: missed.map(({ transition, guard }) => `${transition} ${guard}`),
    wrong,
  }
}
