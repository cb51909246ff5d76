import type { Chart } from '../chart.ts'
import { stateDiagram } from './stateDiagram.ts'

const name = (id: string): string => id.replaceAll('.', '_')
const line = (label: string): string => label.replaceAll('\n', ' ')

/**
 * The chart as a PlantUML state diagram. Regions have a stereotype, and no line between them: with the line PlantUML refuses arrows
 * to a state with others inside it.
 */
export const toPlantUml = (chart: Chart): string =>
  [
    '@startuml',
    `title ${chart.id}`,
    ...stateDiagram(chart, {
      name,
      state: ({ id, key }, isRegion) => `state "${key}" as ${name(id)}${isRegion ? ' <<region>>' : ''}`,
      note: ({ id, description }) => (description ? [`${name(id)} : ${line(description)}`] : []),
      edge: (source, target, label) => `${source} --> ${target} : ${label}`,
      comment: text => `' ${text}`,
      indent: '',
    }),
    '@enduml',
    '',
  ].join('\n')
