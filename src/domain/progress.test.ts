import { expect, it } from 'vitest'
import { furthestOf, needsSomebody, progressOrder, stepNeed } from './progress.ts'
import type { StatusName } from './status.ts'

it('sorts Upload, Processing, Quality assurance, Approval and the finished last', () => {
  const names: StatusName[] = ['UPLOADING', 'SCHEMA_CHECK', 'CREDIBILITY', 'SC_APPROVAL', 'NIL_RETURN']
  const orders = names.map(progressOrder)
  expect(orders.toSorted((a, b) => a - b)).toEqual(orders)
  expect(new Set(orders).size).toBe(orders.length)
  expect(progressOrder('RESUBMISSION_REQUIRED')).toBeLessThan(progressOrder('APPROVED'))
})

it('tells who needs somebody at a step: nothing sent, stopped, blocked, to be approved by the reader, a form to record', () => {
  const needs = (status: StatusName | undefined, operationalFailures = false, isFormReturned = false) =>
    (['agency', 'statutoryCustomer'] as const).map(reader =>
      needsSomebody({ status, operationalFailures, isFormReturned }, reader),
    )
  expect(needs(undefined)).toEqual([true, true])
  expect(needs('UPLOADING')).toEqual([false, false])
  expect(needs('SCHEMA_CHECK')).toEqual([false, false])
  expect(needs('SCHEMA_CHECK_FAILED')).toEqual([true, true])
  expect(needs('QUALITY_PROCESSING_COMPLETE')).toEqual([false, false])
  expect(needs('QUALITY_PROCESSING_COMPLETE', true)).toEqual([true, true])
  // The failures of a submission whose reports are still being made are not known to be its last ones.
  expect(needs('COLLECTION_REPORTS_PASSED', true)).toEqual([false, false])
  expect(needs('ANALYST_APPROVAL')).toEqual([true, false])
  expect(needs('SC_APPROVAL')).toEqual([false, true])
  expect(needs('APPROVED')).toEqual([false, false])
  expect(needs('RESUBMISSION_REQUIRED')).toEqual([false, false])
  // Until the form is returned, its provider acts (decisions §15).
  expect(needs('PROVIDER_SIGNOFF')).toEqual([false, false])
  expect(needs('PROVIDER_SIGNOFF', false, true)).toEqual([true, true])
  expect(needs('SIGNED_OFF')).toEqual([false, false])
  expect(needs('NIL_RETURN')).toEqual([false, false])
  expect([stepNeed('approval', 'agency'), stepNeed('approval', 'statutoryCustomer')]).toEqual([
    'awaitsAgency',
    'awaitsRegulator',
  ])
})

it('says which submission came furthest: by the order of the catalogue, a finished one before all, the last of equal ones', () => {
  type Sent = [status: StatusName, day: number, isLatest?: boolean]
  const furthest = (...submissions: Sent[]) =>
    furthestOf(submissions, ([status, day, isLatest = false]) => ({
      status,
      uploaded: new Date(Date.UTC(2026, 0, day)),
      isLatest,
    }))
  expect(furthest()).toBeUndefined()
  const pairs: [further: Sent, other: Sent][] = [
    // In the order of the catalogue 37 stands after 10 and before 11.
    [
      ['RIGHT_TO_PROCESS', 1],
      ['SCHEMA_CHECK_PASSED', 2],
    ],
    [
      ['ENRICHMENT', 1],
      ['RIGHT_TO_PROCESS', 2],
    ],
    [
      ['SIGNED_OFF', 1],
      ['RESUBMISSION_REQUIRED', 2],
    ],
    [
      ['APPROVED', 1],
      ['RESUBMISSION_REQUIRED', 2],
    ],
    [
      ['RESUBMISSION_REQUIRED', 1],
      ['ANALYST_APPROVAL', 2],
    ],
    // Of what is finished, whatever its place in the catalogue, the last.
    [
      ['SIGNED_OFF', 2],
      ['NIL_RETURN', 1],
    ],
    [
      ['NIL_RETURN', 2],
      ['HISTORY_DATA_PASSED', 1],
    ],
    [
      ['SCHEMA_CHECK_FAILED', 2],
      ['SCHEMA_CHECK_FAILED', 1],
    ],
    [
      ['SCHEMA_CHECK_FAILED', 1, true],
      ['SCHEMA_CHECK_FAILED', 1],
    ],
  ]
  for (const [further, other] of pairs)
    expect([furthest(further, other), furthest(other, further)]).toEqual([further, further])
})
