import { expect, test } from 'vitest'
import { deviationOf } from './credibility.ts'

test.each([
  ['the same', { value: 500, previous: 500, band: { from: 450, to: 550 } }, 0],
  ['at the edge', { value: 550, previous: 500, band: { from: 450, to: 550 } }, 1],
  ['below', { value: 425, previous: 500, band: { from: 450, to: 550 } }, -1.5],
  ['far beyond', { value: 5000, previous: 500, band: { from: 450, to: 550 } }, 3],
  ['held against nothing', { value: 5, previous: null, band: null }, undefined],
  ['never there', { value: 0, previous: 0, band: { from: 0, to: 50 } }, undefined],
])('a figure that is %s', (_, figures, expected) => {
  expect(deviationOf(figures)).toBe(expected)
})
