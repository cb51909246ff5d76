import { expect, it } from 'vitest'
import { processingStages, stagesOf } from '../../src/domain/processingProgress.ts'
import type { StatusName, SubmissionMode } from '../../src/domain/status.ts'
import { step } from '../../src/machines/submission-lifecycle/index.ts'
import { openFacts, systemEvents } from '../../src/model/charts/lifecycle.ts'

/** The stages that the system can start of a stored file, as far as the chart leads. */
const startedFrom = (mode: SubmissionMode) => {
  const found = new Set<StatusName>()
  const visit = (status: StatusName): void => {
    if (found.has(status)) return
    found.add(status)
    for (const event of systemEvents)
      visit(step(status, { ...openFacts, hasStoredFile: true, mode }, event).status)
  }
  visit('UPLOADED')
  return processingStages.filter(stage => found.has(stage))
}

it('the stages of a mode are those that the chart leads through', () => {
  expect(stagesOf('live')).toEqual(startedFrom('live'))
  expect(stagesOf('ovt')).toEqual(startedFrom('ovt'))
  // Online validation has the quality reports alone (specification 2 §2.1, §2.2).
  expect(stagesOf('ovt').at(-1)).toBe('QUALITY_RULES')
})
