import type { Chart, ChartState } from '../chart.ts'
import { transitionLabel } from '../label.ts'

/** What the text formats of state diagrams write each in its own way. */
export interface Notation {
  /** The name by which the text speaks of a state. */
  name: (id: string) => string
  /** What begins a state, without its indent. */
  state: (state: ChartState, isRegion: boolean) => string
  /** What stands below a state that has none inside, without its indent. */
  note?: (state: ChartState) => string[]
  edge: (source: string, target: string, label: string) => string
  comment: (text: string) => string
  /** Line between the regions of a parallel state; absent if `state` marks them itself. */
  separator?: string
  /** Of the outermost states. */
  indent: string
}

/**
 * A chart as lines of a state diagram: its states with those inside them, then its transitions; one that stays in its state
 * is drawn as a loop, one of every state is a comment.
 */
export const stateDiagram = (chart: Chart, notation: Notation): string[] => {
  const { name, edge, comment } = notation
  const children = (id: string): ChartState[] => chart.states.filter(state => state.parent === id)
  const block = (state: ChartState, indent: string, isRegion = false): string[] => {
    const inner = children(state.id)
    const head = `${indent}${notation.state(state, isRegion)}`
    if (inner.length === 0) return [head, ...(notation.note?.(state) ?? []).map(line => `${indent}${line}`)]
    return [`${head} {`, ...body(state, inner, `${indent}  `), `${indent}}`]
  }
  const body = (state: ChartState, inner: ChartState[], indent: string): string[] => [
    ...(state.initial ? [`${indent}[*] --> ${name(state.initial)}`] : []),
    ...inner.flatMap((child, index) => [
      ...(state.kind === 'parallel' && index > 0 && notation.separator
        ? [`${indent}${notation.separator}`]
        : []),
      ...block(child, indent, state.kind === 'parallel'),
    ]),
  ]
  // Neither notation takes regions outside a state.
  const whole = (root: ChartState): string[] =>
    root.kind === 'parallel'
      ? [
          `${notation.indent}${notation.state({ ...root, id: chart.id }, false)} {`,
          ...body(root, children(''), `${notation.indent}  `),
          `${notation.indent}}`,
        ]
      : body(root, children(''), notation.indent)
  const root = chart.states.find(state => state.parent === null)
  const edges = chart.transitions
    .filter(({ source }) => source !== '')
    .flatMap(transition =>
      (transition.targets.length > 0 ? transition.targets : [transition.source]).map(
        target =>
          `${notation.indent}${edge(name(transition.source), name(target), transitionLabel(transition))}`,
      ),
    )
  const everywhere = chart.transitions
    .filter(({ source }) => source === '')
    .map(transition => `${notation.indent}${comment(`in every state: ${transitionLabel(transition)}`)}`)
  return [...(root ? whole(root) : []), ...edges, ...everywhere]
}
