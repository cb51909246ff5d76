import { escapeXml } from '../../../domain/xml.ts'
import type { Chart, ChartState, ChartTransition } from '../chart.ts'
import { actionCallOf, type Condition, conditionOf, delayIn, guardNamesIn } from './naming.ts'

/**
 * SCXML (W3C, 2015) of a chart, with the ECMAScript data model. Ids of states are their paths, in which dots are legal.
 *
 * A guard is a boolean of the data model. It is true at first, but false if a transition without an event asks for it: such
 * transitions could follow each other without end. The event "guards" changes some: its data is { "isLatest": false }.
 * An action is the event "action.<name>" that the chart sends to itself, where its environment sees it. An invoked actor is the
 * event "invoke.<id>"; its end is "done.invoke.<id>" or "error.platform.<id>". What SCXML has no element for (descriptions, tags)
 * is in attributes of our own namespace, so that reading an export gives the same chart.
 */
const namespace = 'https://bedel.example/chart'

/** Id of the outermost state. `<scxml>` itself takes no transitions. No path of a chart begins like this. */
const rootId = '_chart'

const attributes = (values: Record<string, string | null | undefined>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => ` ${key}="${escapeXml(value ?? '')}"`)
    .join('')

const elementOf: Record<ChartState['kind'], string> = {
  atomic: 'state',
  compound: 'state',
  parallel: 'parallel',
  final: 'final',
  history: 'history',
}

const idOf = (id: string): string => (id === '' ? rootId : id)
const nodeOf = (chart: Chart, id: string): string => (id === '' ? chart.id : `${chart.id}.${id}`)

const member = (object: string, key: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(key) ? `${object}.${key}` : `${object}[${JSON.stringify(key)}]`

const expressionOf = (condition: Condition): string => {
  if (typeof condition === 'string') return member('guards', condition)
  const parts = condition.guards.map(expressionOf)
  if (condition.type === 'not') return `!${parts.join('')}`
  return `(${parts.join(condition.type === 'and' ? ' && ' : ' || ')})`
}

/** An event as SCXML names it; those of XState's own have other names there. */
const eventOf = (chart: Chart, { source, event }: ChartTransition): string => {
  const delay = delayIn(event, nodeOf(chart, source))
  if (delay !== undefined) return `after.${delay}.${idOf(source)}`
  if (event === `xstate.done.state.${nodeOf(chart, source)}`) return `done.state.${idOf(source)}`
  return event
    .replace(/^xstate\.done\.actor\./, 'done.invoke.')
    .replace(/^xstate\.error\.actor\./, 'error.platform.')
    .replace(/^xstate\.snapshot\./, 'snapshot.')
}

const send = (event: string, params: Record<string, unknown>, indent: string): string[] => {
  const head = `${indent}<send${attributes({ event })}`
  const lines = Object.entries(params).map(
    ([name, value]) => `${indent}  <param${attributes({ name, expr: JSON.stringify(value) })}/>`,
  )
  return lines.length > 0 ? [`${head}>`, ...lines, `${indent}</send>`] : [`${head}/>`]
}

const block = (name: string, content: string[], indent: string): string[] =>
  content.length > 0 ? [`${indent}<${name}>`, ...content, `${indent}</${name}>`] : []

const isWithin = (outer: string, id: string): boolean =>
  id !== outer && (outer === '' || id.startsWith(`${outer}.`))

/** The delays that end in a state, each with the event that says so. */
const delaysOf = (chart: Chart, { id }: ChartState): { event: string; delay: string }[] =>
  chart.transitions
    .filter(({ source }) => source === id)
    .flatMap(transition => {
      const delay = delayIn(transition.event, nodeOf(chart, id))
      return delay === undefined ? [] : [{ event: eventOf(chart, transition), delay }]
    })
    .filter(({ event }, at, all) => all.findIndex(other => other.event === event) === at)

const isNumber = (delay: string): boolean => /^\d+$/.test(delay)

const dataOf = (chart: Chart, indent: string): string[] => {
  const eventless = new Set(guardNamesIn(chart.transitions.filter(({ event }) => event === '')))
  const guards = Object.fromEntries(guardNamesIn(chart.transitions).map(name => [name, !eventless.has(name)]))
  const named = chart.states.flatMap(state => delaysOf(chart, state)).filter(({ delay }) => !isNumber(delay))
  const data = (id: string, value: object) =>
    `${indent}  <data${attributes({ id, expr: JSON.stringify(value) })}/>`
  return block(
    'datamodel',
    [
      data('guards', guards),
      ...(named.length > 0
        ? [data('delays', Object.fromEntries(named.map(({ delay }) => [delay, '1s'])))]
        : []),
    ],
    indent,
  )
}

/** By which the environment says how the guards are. */
const guardsTransition = (indent: string): string[] => [
  `${indent}<transition event="guards">`,
  `${indent}  <assign location="guards" expr="Object.assign({}, guards, _event.data)"/>`,
  `${indent}</transition>`,
]

/** The chart as an SCXML document. */
export const toScxml = (chart: Chart): string => {
  const actions = (labels: readonly string[], indent: string): string[] =>
    labels.flatMap(label => {
      const { type, params = {} } = actionCallOf(chart, label)
      return send(`action.${type}`, params, indent)
    })
  const transition = (own: ChartTransition, indent: string): string[] => {
    const { source, targets, guards, description } = own
    const isInternal =
      targets.length > 0 &&
      targets.every(target => isWithin(source, target)) &&
      chart.reentering?.includes(own.id) !== true
    const head = `${indent}<transition${attributes({
      event: eventOf(chart, own),
      cond: guards.map(conditionOf).map(expressionOf).join(' && '),
      target: targets.map(idOf).join(' '),
      type: isInternal ? 'internal' : undefined,
      'b:reenter': chart.reentering?.includes(own.id) ? 'true' : undefined,
      'b:description': description,
    })}`
    const content = actions(own.actions, `${indent}  `)
    return content.length > 0 ? [`${head}>`, ...content, `${indent}</transition>`] : [`${head}/>`]
  }
  const entryOf = (state: ChartState, indent: string): string[] => [
    ...actions(state.entry, indent),
    ...delaysOf(chart, state).map(
      ({ event, delay }) =>
        `${indent}<send${attributes({
          event,
          id: event,
          ...(isNumber(delay) ? { delay: `${delay}ms` } : { delayexpr: member('delays', delay) }),
        })}/>`,
    ),
    ...state.invokes.flatMap(({ id, src }) => send(`invoke.${id}`, { src }, indent)),
  ]
  const exitOf = (state: ChartState, indent: string): string[] => [
    ...delaysOf(chart, state).map(({ event }) => `${indent}<cancel${attributes({ sendid: event })}/>`),
    ...actions(state.exit, indent),
  ]
  const element = (state: ChartState, indent: string): string[] => {
    const name = elementOf[state.kind]
    const open = `${indent}<${name}${attributes({
      id: idOf(state.id),
      initial: state.initial,
      'b:description': state.description,
      'b:tags': state.tags.join(' | '),
    })}`
    const deeper = `${indent}  `
    const inner = [
      ...block('onentry', entryOf(state, `${deeper}  `), deeper),
      ...block('onexit', exitOf(state, `${deeper}  `), deeper),
      ...(state.id === '' ? guardsTransition(deeper) : []),
      ...chart.transitions
        .filter(({ source }) => source === state.id)
        .flatMap(own => transition(own, deeper)),
      ...chart.states.filter(({ parent }) => parent === state.id).flatMap(child => element(child, deeper)),
    ]
    return inner.length === 0 ? [`${open}/>`] : [`${open}>`, ...inner, `${indent}</${name}>`]
  }
  const root = chart.states.find(state => state.parent === null)
  if (!root) return ''
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:b="${namespace}" version="1.0" datamodel="ecmascript"${attributes({ name: chart.id, initial: rootId })}>`,
    ...dataOf(chart, '  '),
    ...element(root, '  '),
    '</scxml>',
    '',
  ].join('\n')
}
