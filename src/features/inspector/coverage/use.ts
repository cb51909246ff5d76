import { statusById } from '../../../domain/status.ts'
import type { Move, Traffic } from '../../../domain/wire/traffic.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { type ChartUse, usedOf } from '../../../machines/inspection/coverage.ts'
import { tracedTransition } from '../../../machines/inspection/traced.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import type { Mark, Marks } from '../diagram/marks.ts'

const transitionOf = (chart: Chart, { event, fromStatusId, toStatusId }: Move): string | undefined => {
  const [from, to] = [statusById(fromStatusId)?.name, statusById(toStatusId)?.name]
  return from && to ? tracedTransition(chart, leafIdOf(from), event, leafIdOf(to))?.id : undefined
}

/** What real submissions used of the lifecycle; a move that the chart does not have is left to the conformance check. */
export const trafficUse = (chart: Chart, { moves, pairs }: Traffic): ChartUse => ({
  chart: chart.id,
  transitions: moves.flatMap(({ move, count }) => {
    const id = transitionOf(chart, move)
    return id === undefined ? [] : [{ id, used: count }]
  }),
  pairs: pairs.flatMap(({ first, second, count }) => {
    const [one, other] = [transitionOf(chart, first), transitionOf(chart, second)]
    return one === undefined || other === undefined ? [] : [{ first: one, second: other, used: count }]
  }),
})

const short = new Intl.NumberFormat('en-GB', { notation: 'compact' })

/** What was used, with its count, and what never was, on the drawing. */
export const marksOf = (chart: Chart, use: ChartUse | undefined): Marks => {
  const { used, missed } = usedOf(chart, use)
  return new Map<string, Mark>([
    ...used.map(({ id, used: count }): [string, Mark] => [
      id,
      { tone: 'covered', label: short.format(count) },
    ]),
    ...missed.map((id): [string, Mark] => [id, { tone: 'missed' }]),
  ])
}
