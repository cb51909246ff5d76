import { expect, it } from 'vitest'
import { errorEventOf, stageOfEvent, stages } from './index.ts'

it('knows the stage that a report is about: saving the records is a part of the enrichment (specification 2 §4.1)', () => {
  for (const stage of stages)
    for (const end of ['STARTED', 'PASSED', 'ERRORED'] as const)
      expect(stageOfEvent(`${stage}_${end}`)).toBe(stage)
  expect(stageOfEvent('SCHEMA_CHECK_FAILED')).toBe('SCHEMA_CHECK')
  expect(stageOfEvent('SAVING_ENTITIES_ERRORED')).toBe('ENRICHMENT')
  expect(stageOfEvent('QUALITY_PROCESSING_COMPLETED')).toBeUndefined()
  expect(stageOfEvent('SUBMIT')).toBeUndefined()
})

it('gives a stage up by its own event, and a fault of saving by another', () => {
  expect(errorEventOf('ENRICHMENT', true)).toBe('SAVING_ENTITIES_ERRORED')
  expect(errorEventOf('ENRICHMENT', false)).toBe('ENRICHMENT_ERRORED')
  expect(errorEventOf('HISTORY', false)).toBe('HISTORY_ERRORED')
})
