import type { Heat } from '../../../domain/wire/inspection.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { useText } from '../../../messages/index.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { heatMarks, type Measure } from './marks.ts'
import { StateFigures } from './StateFigures.tsx'
import { figuresOf } from './stages.ts'

/** The list below the chart is of what was chosen before. */
const withoutList = { list: undefined }

/** The figures on the whole chart, every transition with its count: fetched when it is chosen. */
export function WholeChart({ chart, heat, measure }: { chart: Chart; heat: Heat; measure: Measure }) {
  return (
    <ChartDiagram
      chart={chart}
      marks={heatMarks(useText(), chart, heat, measure)}
      onChoice={withoutList}
      details={id => {
        const figures = figuresOf(heat, id)
        return figures && <StateFigures chart={chart} heat={heat} figures={figures} />
      }}
    />
  )
}
