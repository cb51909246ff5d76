import type { Chart } from '../../../machines/inspection/chart.ts'
import { toCsvMatrix } from '../../../machines/inspection/export/csv.ts'
import { toMermaid } from '../../../machines/inspection/export/mermaid.ts'
import { toPlantUml } from '../../../machines/inspection/export/plantuml.ts'
import { toScxml } from '../../../machines/inspection/export/scxml.ts'
import { toXStateJson } from '../../../machines/inspection/export/xstate.ts'

/** The formats that the menu offers. */
export type FormatId = 'svg' | 'png' | 'mermaid' | 'plantUml' | 'scxml' | 'xstate' | 'csv'

export { toSvg } from '../../../machines/inspection/export/svg.ts'

export interface TextFormat {
  id: FormatId
  extension: string
  type: string
  write: (chart: Chart) => string
}

/** What a chart can be saved as besides a picture. */
export const textFormats: readonly TextFormat[] = [
  { id: 'mermaid', extension: 'mmd', type: 'text/plain;charset=utf-8', write: toMermaid },
  { id: 'plantUml', extension: 'puml', type: 'text/plain;charset=utf-8', write: toPlantUml },
  { id: 'scxml', extension: 'scxml', type: 'application/scxml+xml', write: toScxml },
  { id: 'xstate', extension: 'json', type: 'application/json', write: toXStateJson },
  { id: 'csv', extension: 'csv', type: 'text/csv;charset=utf-8', write: toCsvMatrix },
]
