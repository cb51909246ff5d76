import { expect, it } from 'vitest'
import { percentileOf } from './percentile.ts'

it.each([
  [20, 90, { kind: 'known', seconds: 90 }],
  [21, 0, { kind: 'known', seconds: 0 }],
  [19, 90, { kind: 'tooFew', stays: 19 }],
  [1, 90, { kind: 'tooFew', stays: 1 }],
  [0, null, { kind: 'tooFew', stays: 0 }],
] as const)('%i stays of others with a 95th percentile of %s s', (visits, p95, shown) => {
  expect(percentileOf({ visits, p95 })).toEqual(shown)
})
