import { chartOf } from '../../../src/machines/inspection/chart.ts'
import { splitPair } from '../../../src/machines/inspection/coverage.ts'
import { submissionLifecycle } from '../../../src/machines/submission-lifecycle/index.ts'
import { lifecycleSpec } from '../charts/lifecycle.ts'
import type { World } from './testPaths.ts'

/**
 * What a whole system adds to the lifecycle's own rules. The chart looks at one submission; between submissions the
 * server keeps three rules more.
 */
export const wholeSystem: World = {
  isPossible: (path, edge) => {
    if (edge.event.type === 'SUPERSEDED' && edge.fromState === 'unknown') return false
    // A file of online validation is not re-processed, so no copy of one is ever made.
    if (edge.event.type === 'COPIED' && lifecycleSpec.inputs[edge.scenario]?.mode === 'ovt') return false
    const last = path.at(-1)
    const isCopied = last?.event.type === 'REPROCESSED' && JSON.parse(last.to)[2].isLatest === true
    return !isCopied || edge.event.type === 'SUPERSEDED'
  },
}

const transitions = new Map(chartOf(submissionLifecycle).transitions.map(entry => [entry.id, entry]))

/** Why a whole system cannot take a pair of transitions that the chart would take; undefined where it can. */
export const ruledOut = (pair: string): string | undefined => {
  const [first, second] = splitPair(pair).map(id => transitions.get(id))
  if (first?.event === 'SUPERSEDED' && second?.source === 'unknown')
    return 'Nothing is superseded before it exists.'
  if (first?.event === 'REPROCESSED' && second?.guards.includes('isLatest'))
    return 'The copy takes the place of its source in the same moment, and only the latest is decided upon.'
  return undefined
}
