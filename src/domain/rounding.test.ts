import { describe, expect, it } from 'vitest'
import { figureOf, roundedCount } from './rounding.ts'

/*
 * The rule as it is published: 0, 1 and 2 are rounded to 0, all other numbers to the nearest multiple of 5; percentages of fewer
 * than 22.5 people and averages over fewer than 7.5 are not told.
 */

describe('numbers of people', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 5],
    [4, 5],
    [5, 5],
    [7, 5],
    [7.5, 10],
    [8, 10],
    [1_002, 1_000],
    [1_003, 1_005],
  ])('%d is told as %d', (value, expected) => {
    expect(roundedCount(value)).toBe(expected)
  })
})

const of = (records: number, total = 0) => ({ records, total })

describe('for those who may see no records', () => {
  it.each([
    ['a count of 2', 'count', of(2), 100, 0],
    ['a count of 13', 'count', of(13), 100, 15],
    ['a sum of 12.4 over 20', 'sum', of(20, 12.4), 100, 10],
    ['an average over 7', 'mean', of(7, 3.5), 100, null],
    ['an average over 8', 'mean', of(8, 4), 100, 0.5],
    ['a percentage of 22', 'percent', of(11), 22, null],
    ['a percentage of 23', 'percent', of(23), 23, 100],
    ['1 of 40 people, as a percentage', 'percent', of(1), 40, 2.5],
  ] as const)('%s', (_, measure, measured, columnRecords, expected) => {
    expect(figureOf(measure, measured, columnRecords, true)).toBe(expected)
  })
})

describe('for those who may see records', () => {
  it.each([
    ['a count of 2', 'count', of(2), 100, 2],
    ['a sum of 12.4', 'sum', of(20, 12.4), 100, 12.4],
    ['an average over 2', 'mean', of(2, 1), 100, 0.5],
    ['a percentage of 4', 'percent', of(1), 4, 25],
    ['an average over nobody: there is none', 'mean', of(0), 100, null],
    ['a percentage of nobody: there is none', 'percent', of(0), 0, null],
  ] as const)('%s', (_, measure, measured, columnRecords, expected) => {
    expect(figureOf(measure, measured, columnRecords, false)).toBe(expected)
  })
})
