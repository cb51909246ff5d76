import type { ChartFigures } from '../../../domain/wire/chartHistories.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import type { Mark, Marks } from '../diagram/marks.ts'
import { levelOf } from '../heat/marks.ts'
import { transitionTaken } from '../history/events.ts'

/** Whether no event leads out of a state: a stay there lasts for ever, and nobody waits. */
export const isEnd = (chart: Chart, state: string): boolean =>
  !chart.transitions.some(
    ({ source, targets }) =>
      (source === state || source === '' || state.startsWith(`${source}.`)) &&
      targets.some(target => target !== state),
  )

/** How often each state was entered and each transition taken. */
export const figureMarks = (chart: Chart, { states, transitions }: ChartFigures): Marks => {
  const marks = new Map<string, Mark>()
  const hottest = Math.max(0, ...states.map(({ visits }) => visits))
  for (const { state, visits } of states)
    marks.set(state, { tone: 'heat', level: levelOf(visits, hottest), label: String(visits) })
  const counts = new Map<string, number>()
  for (const { count, ...move } of transitions) {
    const transition = transitionTaken(chart, move)
    if (transition) counts.set(transition.id, (counts.get(transition.id) ?? 0) + count)
  }
  const most = Math.max(0, ...counts.values())
  for (const [id, count] of counts)
    marks.set(id, { tone: 'heat', level: levelOf(count, most), label: String(count) })
  return marks
}
