import { expect, it } from 'vitest'
import { isReadyForAnalysis, readyStatusIds } from './pseudonymisation.ts'

it('lists live submissions at or beyond Quality processing complete, and no nil return (decisions §13)', () => {
  expect(readyStatusIds()).toEqual([24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36])
  expect(isReadyForAnalysis({ mode: 'ovt', status: 'QUALITY_PROCESSING_COMPLETE' })).toBe(false)
})
