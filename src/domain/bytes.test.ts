import { describe, expect, it } from 'vitest'
import { inEnglish } from '../model/everyMessage.ts'
import { bytes, bytesOf } from './bytes.ts'

describe('bytes in words', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [999_949, '999.9 kB'],
    [999_950, '1.0 MB'],
    [12_345_678, '12.3 MB'],
    [2_500_000_000, '2.5 GB'],
    [4_294_967_296, '4.3 GB'],
    [1_234_000_000_000_000, '1,234.0 TB'],
  ])('writes %d as %s', (count, expected) => {
    expect(inEnglish(bytes(count))).toBe(expected)
  })

  it('writes how far a transfer is', () => {
    expect(inEnglish(bytesOf(12_300_000, 40_000_000))).toBe('12.3 MB of 40.0 MB')
  })
})
