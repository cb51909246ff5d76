import { describe, expect, it } from 'vitest'
import type { Tolerance } from './tolerance.ts'
import { placeAmong, spreadList, spreadOf } from './toleranceSpread.ts'

const share = (percent: number): Tolerance => ({
  conjunction: 'A',
  parts: [{ type: 2, from: percent, to: null }],
})
const result = (failureCount: number, populationCount = 100, measuredPercent: number | null = null) => ({
  failureCount,
  populationCount,
  measuredPercent,
})

describe('the spread of results beside a tolerance', () => {
  it('counts what another tolerance turns, and what stays', () => {
    const results = [0, 0, 1, 1, 1, 2, 2, 5, 6, 8, 9, 40].map(failing => result(failing))
    const { totals, clean, bins, marks } = spreadOf(results, share(5), share(8))
    expect(totals).toEqual({ inside: 8, newlyInside: 2, newlyOutside: 0, outside: 2 })
    expect(clean).toEqual({ inside: 2, newlyInside: 0, newlyOutside: 0, outside: 0 })
    expect(marks).toEqual({ today: [5], changed: [8] })
    // What lies on the tolerance is inside, so it stands left of its line.
    const barOf = (to: number | null) => bins.find(bin => bin.to === to)
    expect(bins[0]).toMatchObject({ from: 0, to: 1 })
    expect(barOf(5)?.counts.inside).toBe(1)
    expect(barOf(8)?.counts.newlyInside).toBe(1)
    expect(barOf(9)?.counts.outside).toBe(1)
    expect(barOf(null)).toMatchObject({ from: 12, counts: { outside: 1 } })
    expect(bins.length).toBeLessThanOrEqual(13)
    expect([placeAmong(bins, 5), placeAmong(bins, 8), placeAmong(bins, 999)]).toEqual([5, 8, 13])
  })

  it('says newly outside of a stricter tolerance, and of a rule that is new', () => {
    const results = [result(3), result(7)]
    expect(spreadOf(results, share(5), share(2)).totals).toMatchObject({ newlyOutside: 1, outside: 1 })
    expect(spreadOf(results, undefined, share(5)).totals).toMatchObject({ newlyOutside: 1, inside: 1 })
  })

  it('lists what is outside or turns, the worst first', () => {
    const listed = spreadList([result(6), result(0), result(40), result(3)], share(5), share(8))
    expect(listed.map(({ result: { failureCount }, turn }) => [failureCount, turn])).toEqual([
      [40, 'outside'],
      [6, 'newlyInside'],
    ])
  })

  it('decides by every part, and draws the percentage', () => {
    const both: Tolerance = {
      conjunction: 'A',
      parts: [
        { type: 1, from: 5, to: null },
        { type: 2, from: 10, to: null },
      ],
    }
    const { type, totals } = spreadOf([result(3, 10), result(30)], both, both)
    expect([type, totals.inside, totals.outside]).toEqual([2, 1, 1])
  })

  it('has bars of whole records where they are counted', () => {
    const few: Tolerance = { conjunction: 'A', parts: [{ type: 1, from: 0, to: null }] }
    const { bins, totals } = spreadOf([result(0), result(1), result(2)], few, few)
    expect(bins.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 2],
    ])
    expect(totals).toMatchObject({ inside: 1, outside: 2 })
  })

  it('lies on both sides of nothing for a change, without what cannot be compared', () => {
    const change = (from: number, to: number): Tolerance => ({
      conjunction: 'A',
      parts: [{ type: 3, from, to }],
    })
    const results = [-30, -8, 0, 4, 12, null].map(measured => result(0, 100, measured))
    const { bins, marks, totals, clean } = spreadOf(results, change(-5, 5), change(-10, 10))
    expect(marks).toEqual({ today: [-5, 5], changed: [-10, 10] })
    expect(totals).toEqual({ inside: 3, newlyInside: 1, newlyOutside: 0, outside: 2 })
    expect(clean.inside).toBe(0)
    expect(
      bins.reduce((sum, { counts }) => sum + counts.inside + counts.newlyInside + counts.outside, 0),
    ).toBe(5)
    expect(bins[0]?.from === null || (bins[0]?.from ?? 0) < 0).toBe(true)
  })

  it('has bars also where nothing fails, and where a tolerance is far beyond', () => {
    const empty = spreadOf([result(0)], share(0), share(0))
    expect(empty.bins.length).toBeGreaterThan(0)
    const far = spreadOf([result(2)], share(0), share(999.99))
    expect(far.bins.at(-1)?.to).toBe(100)
    expect(placeAmong(far.bins, 999.99)).toBe(far.bins.length)
  })
})
