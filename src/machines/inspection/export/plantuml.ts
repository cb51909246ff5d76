import type { Chart, ChartState } from '../chart.ts'
import { transitionLabel } from '../label.ts'

const name = (id: string): string => id.replaceAll('.', '_')
const line = (label: string): string => label.replaceAll('\n', ' ')

/** The chart as a PlantUML state diagram. */
export const toPlantUml = (chart: Chart): string => {
  const children = (id: string): ChartState[] => chart.states.filter(state => state.parent === id)
  const block = (state: ChartState, indent: string): string[] => {
    const inner = children(state.id)
    const note =
      state.description && inner.length === 0
        ? [`${indent}${name(state.id)} : ${line(state.description)}`]
        : []
    const head = `${indent}state "${state.key}" as ${name(state.id)}`
    if (inner.length === 0) return [head, ...note]
    return [`${head} {`, ...body(state, inner, `${indent}  `), `${indent}}`]
  }
  const body = (state: ChartState, inner: ChartState[], indent: string): string[] => [
    ...(state.initial ? [`${indent}[*] --> ${name(state.initial)}`] : []),
    ...inner.flatMap((child, index) => [
      ...(state.kind === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...block(child, indent),
    ]),
  ]
  const root = chart.states.find(state => state.parent === null)
  const edges = chart.transitions
    .filter(transition => transition.source !== '')
    .flatMap(transition =>
      (transition.targets.length > 0 ? transition.targets : [transition.source]).map(
        target => `${name(transition.source)} --> ${name(target)} : ${transitionLabel(transition)}`,
      ),
    )
  const everywhere = chart.transitions
    .filter(transition => transition.source === '')
    .map(transition => `' in every state: ${transitionLabel(transition)}`)
  return [
    '@startuml',
    `title ${chart.id}`,
    ...(root ? body(root, children(''), '') : []),
    ...edges,
    ...everywhere,
    '@enduml',
    '',
  ].join('\n')
}
