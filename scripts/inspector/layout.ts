import ELK from 'elkjs/lib/elk.bundled.js'
import type { Chart } from '../../src/machines/inspection/chart.ts'
import { normalFolding } from '../../src/machines/inspection/folding.ts'
import type { Box, ChartLayout, Point } from '../../src/machines/inspection/layout.ts'
import { type Direction, graphOf, orders, shownOf } from './graph.ts'
import { placed } from './place.ts'

/** The window that a drawing should fill: of two drawings the one that is larger in it is taken. */
const window = { width: 1300, height: 700 }

const scaleOf = ({ width, height }: ChartLayout): number =>
  Math.min(1, window.width / width, window.height / height)

const crosses = ([x, y]: Point, [toX, toY]: Point, box: Box): boolean =>
  Math.min(x, toX) <= box.x + box.width &&
  box.x <= Math.max(x, toX) &&
  Math.min(y, toY) <= box.y + box.height &&
  box.y <= Math.max(y, toY)

/** Whether no line runs through the label of another. Its lines are upright or level. */
const isClear = ({ transitions }: ChartLayout): boolean =>
  transitions.every(({ path }, line) =>
    transitions.every(
      ({ label }, other) =>
        label === null ||
        other === line ||
        !path.slice(1).some((to, at) => crosses(path[at] ?? to, to, label)),
    ),
  )

const elk = new ELK()

const larger = (one: ChartLayout, other: ChartLayout): ChartLayout =>
  scaleOf(other) > scaleOf(one) ? other : one

/**
 * Lays a chart out with some of its states folded. Groups of states stand side by side and go down inside; without open
 * groups it is tried across and down, and what can be shown larger is taken. States stand in the chart's own order, unless a
 * line would then run through the label of another.
 */
export const layoutOf = async (chart: Chart, folded: readonly string[] = []): Promise<ChartLayout> => {
  const shown = shownOf(chart, normalFolding(chart, folded))
  const isNested = shown.states.some(({ parent }) => parent !== null && parent !== '')
  const directions: Direction[] = isNested ? ['RIGHT'] : ['RIGHT', 'DOWN']
  const drawings: ChartLayout[] = []
  for (const order of orders) {
    for (const direction of directions) {
      const graph = graphOf(shown, direction, order)
      drawings.push(placed(shown, graph, await elk.layout(graph.node)))
    }
    const best = drawings.filter(isClear)
    if (best.length > 0) return best.reduce(larger)
  }
  return drawings.reduce(larger)
}
