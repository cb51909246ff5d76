import { expect, it } from 'vitest'
import { progressLabel, progressOrder, summaryStepOf } from './progress.ts'
import { type StatusName, statuses } from './status.ts'

const idsBy = (label: (name: StatusName) => string): Record<string, number[]> => {
  const found: Record<string, number[]> = {}
  for (const { id, name } of statuses) found[label(name)] = [...(found[label(name)] ?? []), id]
  return found
}

it('says the current and the next step in the words of the specification', () => {
  expect(idsBy(progressLabel)).toEqual({
    'Upload / Processing': [0, 1, 2, 3],
    'Processing / Quality assurance': [4, 5, 6, 7, 8, 9, 10, 37, 38, 39, 40, 11, 12, 13, 14],
    'Quality assurance / Submit': [15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
    'Approval / Sign off': [25, 26, 27, 28, 29],
    'Approval / Upload': [34, 36],
    '--': [30, 31, 32, 33, 35],
  })
  expect(progressLabel(undefined)).toBe('Upload / Processing')
})

it('sorts Upload, Processing, Quality assurance, Approval and the finished last', () => {
  const names: StatusName[] = ['UPLOADING', 'SCHEMA_CHECK', 'CREDIBILITY', 'SC_APPROVAL', 'NIL_RETURN']
  const orders = names.map(progressOrder)
  expect(orders.toSorted((a, b) => a - b)).toEqual(orders)
  expect(new Set(orders).size).toBe(orders.length)
  expect(progressOrder('RESUBMISSION_REQUIRED')).toBeLessThan(progressOrder('APPROVED'))
})

it('puts each status into a box of the step summary', () => {
  expect(idsBy(name => summaryStepOf(name).name)).toEqual({
    Upload: [0, 1, 2, 3],
    Processing: [4, 5, 6, 7, 8, 9, 10, 37, 38, 39, 40, 11, 12, 13, 14],
    'Quality assurance': [15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
    Approval: [25, 26, 27, 28, 34, 36],
    'Signed off': [29, 30, 31, 32, 33, 35],
  })
})
