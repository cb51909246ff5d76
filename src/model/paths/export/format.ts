import type { Chart } from '../../../machines/inspection/chart.ts'
import type { TestPath } from '../testPath.ts'

/** A file in which paths are given to testers or to their tools. */
export interface PathFormat {
  id: string
  /** What the file is called after the chart and the criterion, without the leading dot. */
  extension: string
  /** Media type. */
  type: string
  /** Why the paths of a chart cannot be had in this format; undefined where they can. */
  refusal?: (chart: Pick<Chart, 'id'>) => string | undefined
  write: (chart: Chart, paths: readonly TestPath[]) => string
}
