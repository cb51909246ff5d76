import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { niceTicks, percent } from './scale.ts'

describe('niceTicks', () => {
  it.each([
    [0, [0, 1]],
    [1213, [0, 500, 1000, 1500]],
    [120, [0, 50, 100, 150]],
    [0.7, [0, 0.2, 0.4, 0.6, 0.8]],
    [100, [0, 50, 100]],
  ])('marks an axis up to %d', (highest, ticks) => {
    expect(niceTicks(highest)).toEqual(ticks)
  })

  it('always reaches the highest value in even steps, and wastes less than one', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), highest => {
        const ticks = niceTicks(highest)
        const step = ticks[1]! - ticks[0]!
        const end = ticks.at(-1)!
        expect(end).toBeGreaterThanOrEqual(highest * (1 - 1e-9))
        expect(end - highest).toBeLessThan(step * (1 + 1e-9))
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
  })
})

it('writes a share as a length of SVG', () => {
  expect([percent(0), percent(1 / 3), percent(1)]).toEqual(['0%', '33.33%', '100%'])
})
