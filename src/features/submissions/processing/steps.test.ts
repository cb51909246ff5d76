import { describe, expect, it } from 'vitest'
import type { StatusName } from '../../../domain/status.ts'
import { stepBounds } from '../../../machines/submission-lifecycle/processingSteps.ts'
import { processingGroups, shareOf } from './steps.ts'

const states = (status: StatusName) => processingGroups(status, []).map(group => group.state)
const entry = (status: StatusName, at: string) => ({ status, at })

describe('groups of the processing page', () => {
  it.each<[StatusName, string]>([
    ['UPLOADING', 'waiting waiting waiting waiting waiting waiting'],
    ['UPLOADED', 'running waiting waiting waiting waiting waiting'],
    ['UPLOAD_ERROR', 'failed notRun notRun notRun notRun notRun'],
    ['PROVISIONING_ERROR', 'error notRun notRun notRun notRun notRun'],
    ['SCHEMA_CHECK', 'passed running waiting waiting waiting waiting'],
    ['SCHEMA_CHECK_FAILED', 'passed failed notRun notRun notRun notRun'],
    ['RIGHT_TO_PROCESS_FAILED', 'passed passed failed notRun notRun notRun'],
    ['SAVING_ENTITIES_ERROR', 'passed passed passed error notRun notRun'],
    ['QUALITY_RULES', 'passed passed passed passed running waiting'],
    ['CREDIBILITY', 'passed passed passed passed passed running'],
    ['COLLECTION_REPORTS_ERROR', 'passed passed passed passed passed error'],
    ['QUALITY_PROCESSING_COMPLETE', 'passed passed passed passed passed passed'],
    ['RESUBMISSION_REQUIRED', 'passed passed passed passed passed passed'],
    ['SIGNED_OFF', 'passed passed passed passed passed passed'],
    ['UNKNOWN', 'waiting waiting waiting waiting waiting waiting'],
    ['NIL_RETURN', 'passed passed passed passed passed passed'],
    ['PROVISIONED', 'passed waiting waiting waiting waiting waiting'],
    ['ENRICHMENT_PASSED', 'passed passed passed passed waiting waiting'],
    ['QUALITY_RULES_PASSED', 'passed passed passed passed passed waiting'],
    ['COLLECTION_REPORTS_PASSED', 'passed passed passed passed passed running'],
  ])('%s', (status, expected) => {
    expect(states(status).join(' ')).toBe(expected)
  })

  it('begin and are passed where the chart has it (specification 2 §2.8, §4.1)', () => {
    expect(stepBounds).toEqual({
      fileChecking: { starts: 'UPLOADED', passes: 'PROVISIONED' },
      schemaCheck: { starts: 'SCHEMA_CHECK', passes: 'SCHEMA_CHECK_PASSED' },
      rightToProcess: { starts: 'RIGHT_TO_PROCESS', passes: 'RIGHT_TO_PROCESS_PASSED' },
      enrichment: { starts: 'ENRICHMENT', passes: 'ENRICHMENT_PASSED' },
      qualityRules: { starts: 'QUALITY_RULES', passes: 'QUALITY_RULES_PASSED' },
      complete: { starts: 'CREDIBILITY', passes: 'QUALITY_PROCESSING_COMPLETE' },
    })
  })

  it('says how long a passed group took, from its last start', () => {
    const history = [
      entry('SCHEMA_CHECK', '2024-11-01T10:00:00Z'),
      entry('SCHEMA_CHECK', '2024-11-01T10:00:30Z'),
      entry('SCHEMA_CHECK_PASSED', '2024-11-01T10:00:31.500Z'),
    ]
    const [, schema, right] = processingGroups('SCHEMA_CHECK_PASSED', history)
    expect([schema?.took, right?.took]).toEqual([1500, undefined])
  })
})

it('measures progress only of the group under way, against a known total', () => {
  const progress = { stage: 'CREDIBILITY', done: 11, total: 10, unit: 'reports' as const }
  expect(shareOf('qualityRules', 'live', { ...progress, stage: 'QUALITY_RULES' })).toBe(1)
  // The first of the two stages of its group.
  expect(shareOf('complete', 'live', progress)).toBe(0.5)
  expect(shareOf('complete', 'live', { ...progress, stage: 'COLLECTION_REPORTS', done: 5 })).toBe(0.75)
  expect(shareOf('qualityRules', 'live', progress)).toBeUndefined()
  expect(shareOf('complete', 'live', { ...progress, total: 0 })).toBeUndefined()
  expect(shareOf('complete', 'live', null)).toBeUndefined()
})
