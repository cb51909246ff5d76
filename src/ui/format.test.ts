import { describe, expect, it } from 'vitest'
import { formatBytes, formatBytesOf, formatCount, formatShare } from './format.ts'

describe('figures in words', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [12_345_678, '12.3 MB'],
    [2_500_000_000, '2.5 GB'],
  ])('writes %d bytes as %s', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words)
  })

  it('writes how far a transfer is', () => {
    expect(formatBytesOf(12_300_000, 40_000_000)).toBe('12.3 MB of 40.0 MB')
  })

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
