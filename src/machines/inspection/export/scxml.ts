import { escapeXml } from '../../../domain/xml.ts'
import type { Chart, ChartState, ChartTransition } from '../chart.ts'

/**
 * SCXML (W3C, 2015) of a chart. Ids of states are their paths, in which dots are legal. What SCXML has no
 * element for (descriptions, tags, guard and action names) is kept in attributes of our own namespace, so that
 * reading an export gives the same chart.
 */
const namespace = 'https://bedel.example/chart'

const attributes = (values: Record<string, string | null | undefined>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => ` ${key}="${escapeXml(value ?? '')}"`)
    .join('')

const list = (names: readonly string[]): string => names.join(' | ')

const elementOf: Record<ChartState['kind'], string> = {
  atomic: 'state',
  compound: 'state',
  parallel: 'parallel',
  final: 'final',
  history: 'history',
}

/** The chart as an SCXML document. */
export const toScxml = (chart: Chart): string => {
  const transition = (
    { event, targets, guards, actions, description }: ChartTransition,
    indent: string,
  ): string =>
    `${indent}<transition${attributes({
      event: event || undefined,
      cond: guards.join(' && '),
      target: targets.join(' '),
      'b:actions': list(actions),
      'b:description': description,
    })}/>`
  const element = (state: ChartState, indent: string): string[] => {
    const open = `${indent}<${elementOf[state.kind]}${attributes({
      id: state.id,
      initial: state.initial,
      'b:description': state.description,
      'b:tags': list(state.tags),
      'b:entry': list(state.entry),
      'b:exit': list(state.exit),
      'b:invokes': list(state.invokes.map(({ id, src }) => `${id} = ${src}`)),
    })}`
    const inner = inside(state, `${indent}  `)
    return inner.length === 0 ? [`${open}/>`] : [`${open}>`, ...inner, `${indent}</${elementOf[state.kind]}>`]
  }
  const inside = (state: ChartState, indent: string): string[] => [
    ...chart.transitions.filter(({ source }) => source === state.id).map(own => transition(own, indent)),
    ...chart.states.filter(({ parent }) => parent === state.id).flatMap(child => element(child, indent)),
  ]
  const root = chart.states.find(state => state.parent === null)
  if (!root) return ''
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:b="${namespace}" version="1.0"${attributes({
      name: chart.id,
      initial: root.initial,
      'b:kind': root.kind,
      'b:description': chart.description,
      'b:tags': list(root.tags),
      'b:entry': list(root.entry),
      'b:exit': list(root.exit),
      'b:invokes': list(root.invokes.map(({ id, src }) => `${id} = ${src}`)),
    })}>`,
    ...inside(root, '  '),
    '</scxml>',
    '',
  ].join('\n')
}
