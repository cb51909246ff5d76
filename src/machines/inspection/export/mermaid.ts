import type { Chart, ChartState } from '../chart.ts'
import { transitionLabel } from '../label.ts'

const name = (id: string): string => id.replaceAll('.', '__')
/** Colons, semicolons and hashes end a label in Mermaid's grammar; they are written as entities. */
const text = (label: string): string => label.replace(/[#;:]/g, sign => `#${sign.charCodeAt(0)};`)

/** The chart as a Mermaid state diagram. Transitions that stay in their state are drawn as loops. */
export const toMermaid = (chart: Chart): string => {
  const children = (id: string): ChartState[] => chart.states.filter(state => state.parent === id)
  const block = (state: ChartState, indent: string): string[] => {
    const inner = children(state.id)
    const own = [`${indent}state "${text(state.key)}" as ${name(state.id)}`]
    if (inner.length === 0) return own
    return [`${own[0]} {`, ...body(state, inner, `${indent}  `), `${indent}}`]
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
        target => `  ${name(transition.source)} --> ${name(target)}: ${text(transitionLabel(transition))}`,
      ),
    )
  const everywhere = chart.transitions
    .filter(transition => transition.source === '')
    .map(transition => `  %% in every state: ${transitionLabel(transition)}`)
  return [
    'stateDiagram-v2',
    ...(root ? body(root, children(''), '  ') : []),
    ...edges,
    ...everywhere,
    '',
  ].join('\n')
}
