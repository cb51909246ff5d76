import ELK from 'elkjs/lib/elk.bundled.js'
import type { Chart } from '../../src/machines/inspection/chart.ts'
import { normalFolding } from '../../src/machines/inspection/folding.ts'
import type { ChartLayout } from '../../src/machines/inspection/layout.ts'
import { type Direction, graphOf, shownOf } from './graph.ts'
import { placed } from './place.ts'

/** The window that a drawing should fill: of two drawings the one that is larger in it is taken. */
const window = { width: 1300, height: 700 }

const scaleOf = ({ width, height }: ChartLayout): number =>
  Math.min(1, window.width / width, window.height / height)

const elk = new ELK()

/**
 * Lays a chart out with some of its states folded. Groups of states stand side by side and go down inside; without open
 * groups it is tried across and down, and what can be shown larger is taken.
 */
export const layoutOf = async (chart: Chart, folded: readonly string[] = []): Promise<ChartLayout> => {
  const shown = shownOf(chart, normalFolding(chart, folded))
  const isNested = shown.states.some(({ parent }) => parent !== null && parent !== '')
  const directions: Direction[] = isNested ? ['RIGHT'] : ['RIGHT', 'DOWN']
  const drawings: ChartLayout[] = []
  for (const direction of directions) {
    const graph = graphOf(shown, direction)
    drawings.push(placed(shown, graph, await elk.layout(graph.node)))
  }
  return drawings.reduce((best, other) => (scaleOf(other) > scaleOf(best) ? other : best))
}
