import { expect, it } from 'vitest'
import { submissionLifecycle } from '../../src/machines/submission-lifecycle/index.ts'
import { names } from '../../src/model/lifecycleDecisions.ts'
import { eventTypes, firstDeviation, isKilled } from '../../src/model/lifecycleMutation.ts'
import { questionsAbout } from '../../src/model/lifecycleQuestions.ts'
import { mutantsOf, rebuilt } from '../../src/model/mutants.ts'

it('the lifecycle does in every question what was decided, and so does a copy made from its definition', () => {
  const copy = rebuilt(submissionLifecycle)
  for (const type of eventTypes) {
    expect([type, firstDeviation(submissionLifecycle, questionsAbout(type, names))]).toEqual([
      type,
      undefined,
    ])
  }
  expect(firstDeviation(copy, questionsAbout('SUBMIT', names))).toBeUndefined()
})

it('faults of every kind are noticed', () => {
  // Some of each kind here; `npm run model:mutate` asks about all of them.
  // No decision of the lifecycle speaks of tags.
  const judged = mutantsOf(submissionLifecycle).filter(({ kind }) => kind !== 'tag dropped')
  const kinds = Map.groupBy(judged, ({ kind }) => kind)
  const some = [...kinds.values()].flatMap(mutants => mutants.filter((_, at) => at % 15 === 0))
  expect(kinds.size).toBe(6)
  expect(some.filter(mutant => !isKilled(mutant)).map(({ label }) => label)).toEqual([])
})
