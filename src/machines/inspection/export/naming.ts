import type { Chart, ChartTransition } from '../chart.ts'

/** A guard: its name, or a composition of others. */
export type Condition = string | { type: 'and' | 'or' | 'not'; guards: Condition[] }

/** The parts of a list of arguments, without splitting arguments that have a list of their own. */
const argumentsOf = (text: string): string[] => {
  const parts: string[] = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + sign)
  }
  return parts.map(part => part.trim())
}

/** The guard that a chart writes as "isOpen" or "or(isOpen, not(isLate))". */
export const conditionOf = (label: string): Condition => {
  const [, type, inner = ''] = /^(and|or|not)\((.*)\)$/s.exec(label) ?? []
  return type === undefined
    ? label
    : { type: type as 'and' | 'or' | 'not', guards: argumentsOf(inner).map(conditionOf) }
}

const leavesIn = (condition: Condition): string[] =>
  typeof condition === 'string' ? [condition] : condition.guards.flatMap(leavesIn)

/** Names of the guards of transitions, each once, in their order. */
export const guardNamesIn = (transitions: readonly ChartTransition[]): string[] => [
  ...new Set(transitions.flatMap(({ guards }) => guards.map(conditionOf).flatMap(leavesIn))),
]

/** An action as other tools name it: its type and its parameters apart. */
export interface ActionCall {
  type: string
  params?: Record<string, unknown>
}

/** The action that a chart writes as "notify(declined)". */
export const actionCallOf = ({ parameters }: Chart, label: string): ActionCall => {
  const params = parameters?.[label]
  return params ? { type: label.slice(0, label.indexOf('(')), params } : { type: label }
}

/** The delay in the event that ends it in a state; undefined for every other event. `node` is the state's id in XState. */
export const delayIn = (event: string, node: string): string | undefined =>
  event.startsWith('xstate.after.') && event.endsWith(`.${node}`)
    ? event.slice('xstate.after.'.length, -node.length - 1)
    : undefined
