import { describe, expect, it } from 'vitest'
import { formatCompactCount, formatCount, formatPercentage, formatShare } from './format.ts'

describe('figures in words', () => {
  it('says 100% only when all is done', () => {
    expect([formatShare(0.9999), formatShare(1), formatShare(1.2), formatShare(-1)]).toEqual([
      '99%',
      '100%',
      '100%',
      '0%',
    ])
  })

  it('separates thousands', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567')
    expect(formatCompactCount(12_345)).toBe('12k')
  })

  it('shows percentages with two decimal places, with a sign where they are changes', () => {
    expect([formatPercentage(12.6), formatPercentage(0)]).toEqual(['12.60%', '0.00%'])
    expect([12.6, -3, 0].map(percent => formatPercentage(percent, { isSigned: true }))).toEqual([
      '+12.60%',
      '-3.00%',
      '0.00%',
    ])
  })
})
