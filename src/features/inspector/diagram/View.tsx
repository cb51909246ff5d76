import type { ViewProps } from '../views.ts'
import { ChartDiagram } from './ChartDiagram.tsx'

/** The chart as it is, without marks. */
export function View({ chart }: ViewProps) {
  return <ChartDiagram chart={chart} />
}
