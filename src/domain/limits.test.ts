import { expect, it } from 'vitest'
import { failurePercentage, pickerId, shortId } from './limits.ts'

it.each([
  [0, 0, 0],
  [1, 3, 33.33],
  [2, 3, 66.67],
  [5, 5, 100],
  [1, 0, 100],
])('%i failures of %i are %d percent', (failures, population, percentage) => {
  expect(failurePercentage(failures, population)).toBe(percentage)
})

it('shows the last characters of an id', () => {
  expect([shortId('0123456789abcdef'), pickerId('0123456789abcdef')]).toEqual(['89abcdef', '789abcdef'])
})
