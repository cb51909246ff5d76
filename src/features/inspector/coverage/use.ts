import { statusById } from '../../../domain/status.ts'
import type { Move, Traffic } from '../../../domain/wire/traffic.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { inferTransition } from '../../../machines/inspection/inferTransition.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import { pairOf, type Standing, type Walked } from '../../../model/coverage.ts'
import { formatCompactCount } from '../../../ui/index.ts'
import type { Mark, Marks } from '../diagram/marks.ts'

const transitionOf = (chart: Chart, { event, fromStatusId, toStatusId }: Move): string | undefined => {
  const [from, to] = [statusById(fromStatusId)?.name, statusById(toStatusId)?.name]
  return from && to ? inferTransition(chart, leafIdOf(from), event, leafIdOf(to))?.id : undefined
}

/** What real submissions used of the lifecycle; a move that the chart does not have is left to the conformance check. */
export const walkedByTraffic = (chart: Chart, { moves, pairs }: Traffic): Walked => {
  const walked: Walked = { transitions: {}, pairs: {} }
  for (const { move, count } of moves) {
    const id = transitionOf(chart, move)
    if (id !== undefined) walked.transitions[id] = (walked.transitions[id] ?? 0) + count
  }
  for (const { first, second, count } of pairs) {
    const [one, other] = [transitionOf(chart, first), transitionOf(chart, second)]
    if (one === undefined || other === undefined) continue
    const pair = pairOf(one, other)
    walked.pairs[pair] = (walked.pairs[pair] ?? 0) + count
  }
  return walked
}

/** What was used, with its count, and what could have been but never was, on the drawing. */
export const marksOf = ({ walked, missed }: Standing, counts: Walked['transitions']): Marks =>
  new Map<string, Mark>([
    ...walked.map((id): [string, Mark] => [
      id,
      { tone: 'covered', label: formatCompactCount(counts[id] ?? 0) },
    ]),
    ...missed.map((id): [string, Mark] => [id, { tone: 'missed' }]),
  ])
