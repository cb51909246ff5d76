import { describe, expect, it } from 'vitest'
import { formatCount, formatShare } from './format.ts'

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
  })
})
