import { expect, it } from 'vitest'
import { statuses } from '../../domain/status.ts'
import { usualFacts } from '../../features/inspector/question/facts.ts'
import { movesAt, simulate } from '../../features/inspector/what-if/simulation.ts'
import { leafIdOf, submissionLifecycle } from '../submission-lifecycle/index.ts'
import { chartOf } from './chart.ts'
import { inferTransition } from './inferTransition.ts'

const chart = chartOf(submissionLifecycle)

it('finds in a history the very transition that the chart took, for every move of the lifecycle', () => {
  const wrong = statuses.flatMap(({ name }) => {
    const situation = { status: name, facts: usualFacts(name) }
    return movesAt(situation).moves.flatMap(({ event }) => {
      const [step] = simulate(situation, [event]).steps
      const inferred = inferTransition(chart, leafIdOf(name), event, leafIdOf(step!.after))
      return inferred?.id === step!.transitions[0] ? [] : [`${name} ${event}: ${inferred?.id}`]
    })
  })
  expect(wrong).toEqual([])
})

it('knows no transition for a move that the chart does not have', () => {
  expect(inferTransition(chart, leafIdOf('APPROVED'), 'SUBMIT', leafIdOf('SIGNED_OFF'))).toBeUndefined()
  expect(inferTransition(chart, leafIdOf('APPROVED'), 'REPROCESSED', leafIdOf('SIGNED_OFF'))).toBeUndefined()
})
