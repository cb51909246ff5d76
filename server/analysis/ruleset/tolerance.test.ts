import { describe, expect, test } from 'vitest'
import { failurePercent, failureShare, toleranceStatus } from '../../../src/domain/tolerance.ts'
import { toleranceLabel } from '../../../src/domain/toleranceLabel.ts'
import { inEnglish } from '../../messages.ts'
import { parseTolerance } from './tolerance.ts'

const status = (
  text: string,
  failureCount: number,
  populationCount: number,
  measuredPercent: number | null = null,
) => {
  const tolerance = parseTolerance(text)
  if (!tolerance) throw new Error(`not a tolerance: ${text}`)
  return toleranceStatus(tolerance, { failureCount, populationCount, measuredPercent })
}

describe('tolerance', () => {
  test.each([
    ['0%', 0, 100, 0],
    ['0%', 1, 1_000_000, 1],
    ['0%', 0, 0, 0],
    ['0%', 1, 0, 1],
    ['20%', 20, 100, 0],
    ['20%', 21, 100, 1],
    ['0.5%', 1, 200, 0],
    ['0.5%', 1, 199, 1],
    ['5 records', 5, 5, 0],
    ['5 records', 6, 1000, 1],
    ['0 records and 20%', 1, 10, 0],
    ['0 records and 20%', 3, 10, 1],
    ['5 records and 10%', 5, 5, 0],
    ['5 records and 10%', 6, 60, 0],
    ['5 records and 10%', 7, 60, 1],
    ['5 records or 10%', 5, 50, 0],
    ['5 records or 10%', 6, 600, 1],
    ['5 records or 10%', 2, 10, 1],
    // An analyst may write the word in capitals.
    ['5 records OR 10%', 6, 600, 1],
    ['5 records AND 10%', 6, 600, 0],
  ] as const)('%s with %i failures of %i gives %i', (text, failures, population, expected) => {
    expect(status(text, failures, population)).toBe(expected)
  })

  test.each([
    [-10, 0],
    [10, 0],
    [10.01, 1],
    [-10.01, 1],
    [null, 0],
  ] as const)('a range of -10%% to 10%% with a measure of %s gives %i', (measured, expected) => {
    expect(status('-10% to 10%', 0, 10, measured)).toBe(expected)
  })

  test('is written back in the words of the report', () => {
    const written = ['0%', '1 record', '0 records and 20%', '5 records or 10.25%', '-10% to 10%']
    expect(written.map(text => inEnglish(toleranceLabel(parseTolerance(text)!, null)))).toEqual(written)
  })

  test('a range is written in points where the rule compares percentages', () => {
    const tolerance = parseTolerance('-10 to 2.5 points')
    expect(tolerance).toEqual({ conjunction: 'A', parts: [{ type: 3, from: -10, to: 2.5 }] })
    expect(inEnglish(toleranceLabel(tolerance!, 'points'))).toBe('-10 to 2.5 points')
  })

  test.each([
    '',
    '5',
    '5 percent',
    '100000 records',
    '1.234%',
    '10% to -10%',
    '10 to -10 points',
    '-10 to 10',
    '5 records and',
    'x and 5%',
  ])('"%s" is not a tolerance', text => expect(parseTolerance(text)).toBeUndefined())

  test('percentage is rounded to two decimals and 0 for an empty population', () => {
    expect([failurePercent(1, 3), failurePercent(0, 0), failurePercent(2, 3)]).toEqual([33.33, 0, 66.67])
  })

  test('a share is one of the population only where no more fail than there are', () => {
    expect([failureShare(3, 3), failureShare(0, 0), failureShare(4, 3), failureShare(-1, 3)]).toEqual([
      100,
      0,
      null,
      null,
    ])
  })
})
