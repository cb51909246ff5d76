import { type AnyStateMachine, createMachine } from 'xstate'
import { type Chart, chartOf } from './chart.ts'
import { type Condition, conditionOf } from './export/naming.ts'

/** What a value of a chart has to be. */
type Expected = 'text' | 'texts' | 'list' | 'object' | 'kind' | 'textOrNull'

/** Why a file is not a chart to compare with: what is wrong and where. */
export type ChartFault =
  | { code: 'tooLarge'; megabytes: number }
  | { code: 'notJson'; detail: string }
  | { code: 'noChart' }
  | { code: 'otherChart'; found: string; expected: string }
  | { code: 'shape'; place: string; expected: Expected }
  | { code: 'unknownState'; transition: string; state: string }
  | { code: 'notAMachine'; detail: string }

export type ReadChart = { chart: Chart } | { fault: ChartFault }

/** A chart of this product has some hundred kilobytes; anything much larger is another file. */
export const mostMegabytes = 5

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const labelOf = (condition: Condition): string =>
  typeof condition === 'string' ? condition : `${condition.type}(${condition.guards.map(labelOf).join(', ')})`

/** A composed guard of the file as its label: the reviver sees the parts first, so that they are labels already. */
const withLabels = (_key: string, value: unknown): unknown => {
  if (!isRecord(value) || !['and', 'or', 'not'].includes(String(value.type)) || !isRecord(value.params))
    return value
  const { guards } = value.params
  return Array.isArray(guards) ? `${value.type}(${guards.join(', ')})` : value
}

/** All guards that must hold, as `chartOf` lists them. */
const withGuardsApart = (chart: Chart): Chart => ({
  ...chart,
  transitions: chart.transitions.map(transition => ({
    ...transition,
    guards: transition.guards.flatMap(guard => partsOf(conditionOf(guard)).map(labelOf)),
  })),
})

const partsOf = (condition: Condition): Condition[] =>
  typeof condition !== 'string' && condition.type === 'and' ? condition.guards.flatMap(partsOf) : [condition]

/** The bound that every chart of the product has on steps without events. */
const options = { maxIterations: 1000 }

const fromXState = (config: object): ReadChart => {
  try {
    // The configuration is of somebody's file: XState checks it.
    const machine = createMachine({ ...config, options } as never) as unknown as AnyStateMachine
    return { chart: withGuardsApart(chartOf(machine)) }
  } catch (error) {
    return { fault: { code: 'notAMachine', detail: error instanceof Error ? error.message : String(error) } }
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const kinds = ['atomic', 'compound', 'parallel', 'final', 'history']

const isAsExpected: Readonly<Record<Expected, (value: unknown) => boolean>> = {
  text: isText,
  texts: value => Array.isArray(value) && value.every(isText),
  list: Array.isArray,
  object: isRecord,
  kind: value => isText(value) && kinds.includes(value),
  textOrNull: value => value === null || isText(value),
}

type Fields = Readonly<Record<string, Expected>>

const stateFields: Fields = {
  id: 'text',
  key: 'text',
  parent: 'textOrNull',
  kind: 'kind',
  description: 'text',
  tags: 'texts',
  initial: 'textOrNull',
  entry: 'texts',
  exit: 'texts',
  invokes: 'list',
}
const transitionFields: Fields = {
  id: 'text',
  source: 'text',
  event: 'text',
  targets: 'texts',
  guards: 'texts',
  actions: 'texts',
  description: 'text',
}

/** The first value of a list of objects that is not as its field needs it. */
const faultIn = (list: string, entries: unknown, fields: Fields): ChartFault | undefined => {
  if (!Array.isArray(entries)) return { code: 'shape', place: list, expected: 'list' }
  for (const [at, entry] of entries.entries()) {
    if (!isRecord(entry)) return { code: 'shape', place: `${list}.${at}`, expected: 'object' }
    for (const [name, expected] of Object.entries(fields))
      if (!isAsExpected[expected](entry[name]))
        return { code: 'shape', place: `${list}.${at}.${name}`, expected }
  }
  return undefined
}

const fromRelease = (value: Record<string, unknown>): ReadChart => {
  const fault =
    faultIn('states', value.states, stateFields) ??
    faultIn('transitions', value.transitions, transitionFields)
  if (fault) return { fault }
  // Every field that is read has been checked.
  const chart = value as unknown as Chart
  const states = new Set(chart.states.map(({ id }) => id))
  for (const { id, source, targets } of chart.transitions) {
    const state = [source, ...targets].find(name => !states.has(name))
    if (state !== undefined) return { fault: { code: 'unknownState', transition: id, state } }
  }
  return { chart }
}

/**
 * The chart in a file: XState's JSON as the inspector exports it, or a file of `releases/`, or one chart of it. Gives the fault when it is
 * none of these, or has no chart of the expected id.
 */
export const readChart = (text: string, expected: string): ReadChart => {
  if (text.length > mostMegabytes * 1_000_000)
    return { fault: { code: 'tooLarge', megabytes: mostMegabytes } }
  let value: unknown
  try {
    value = JSON.parse(text, withLabels)
  } catch (error) {
    return { fault: { code: 'notJson', detail: error instanceof Error ? error.message : String(error) } }
  }
  const charts: unknown[] = isRecord(value) && Array.isArray(value.charts) ? value.charts : [value]
  const known = charts.filter(isRecord).filter(({ states }) => typeof states === 'object' && states !== null)
  const [first] = known
  if (!first) return { fault: { code: 'noChart' } }
  const found = known.find(({ id }) => id === expected)
  if (!found)
    return {
      fault: { code: 'otherChart', found: known.map(({ id }) => String(id)).join(', '), expected },
    }
  return Array.isArray(found.states) ? fromRelease(found) : fromXState(found)
}
