import type { Chart } from '../chart.ts'
import { stateDiagram } from './stateDiagram.ts'

const name = (id: string): string => id.replaceAll('.', '__')
/** Colons, semicolons and hashes end a label in Mermaid's grammar; they are written as entities. */
const text = (label: string): string => label.replace(/[#;:]/g, sign => `#${sign.charCodeAt(0)};`)

/** The chart as a Mermaid state diagram. Transitions that stay in their state are drawn as loops. */
export const toMermaid = (chart: Chart): string =>
  [
    'stateDiagram-v2',
    ...stateDiagram(chart, {
      name,
      state: ({ id, key }) => `state "${text(key)}" as ${name(id)}`,
      edge: (source, target, label) => `${source} --> ${target}: ${text(label)}`,
      comment: line => `%% ${line}`,
      separator: '--',
      indent: '  ',
    }),
    '',
  ].join('\n')
