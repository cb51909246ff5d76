import type { Chart } from '../chart.ts'
import { stateDiagram } from './stateDiagram.ts'

const name = (id: string): string => id.replaceAll('.', '_')
const line = (label: string): string => label.replaceAll('\n', ' ')

/** The chart as a PlantUML state diagram. */
export const toPlantUml = (chart: Chart): string =>
  [
    '@startuml',
    `title ${chart.id}`,
    ...stateDiagram(chart, {
      name,
      state: ({ id, key }) => `state "${key}" as ${name(id)}`,
      note: ({ id, description }) => (description ? [`${name(id)} : ${line(description)}`] : []),
      edge: (source, target, label) => `${source} --> ${target} : ${label}`,
      comment: text => `' ${text}`,
      indent: '',
    }),
    '@enduml',
    '',
  ].join('\n')
