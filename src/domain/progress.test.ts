import { expect, it } from 'vitest'
import { progressOrder } from './progress.ts'
import type { StatusName } from './status.ts'

it('sorts Upload, Processing, Quality assurance, Approval and the finished last', () => {
  const names: StatusName[] = ['UPLOADING', 'SCHEMA_CHECK', 'CREDIBILITY', 'SC_APPROVAL', 'NIL_RETURN']
  const orders = names.map(progressOrder)
  expect(orders.toSorted((a, b) => a - b)).toEqual(orders)
  expect(new Set(orders).size).toBe(orders.length)
  expect(progressOrder('RESUBMISSION_REQUIRED')).toBeLessThan(progressOrder('APPROVED'))
})
