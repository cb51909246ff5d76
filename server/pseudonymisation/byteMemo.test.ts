import { expect, it } from 'vitest'
import { ByteMemo } from './byteMemo.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it('finds what was written for the same bytes wherever they stand, and for no others', () => {
  const memo = new ByteMemo()
  const read = bytes('<MODID>100444-0605</MODID>')
  memo.keep(read, 7, 18, bytes('A'))
  const again = bytes('  100444-0605')
  expect(memo.find(again, 2, 13)).toEqual(bytes('A'))
  expect(memo.find(again, 2, 12)).toBeUndefined()
  expect(memo.find(bytes('100444-0606'), 0, 11)).toBeUndefined()
  // The space that it was read from is written over by the next piece of the file.
  read.fill(0)
  expect(memo.find(again, 2, 13)).toEqual(bytes('A'))
})

it('holds to what it says of each value, however many there are', () => {
  const memo = new ByteMemo()
  let known = 0
  const count = 100_000
  for (let round = 0; round < 2; round++)
    for (let at = 0; at < count; at++) {
      const value = bytes(`M-${at}`)
      const found = memo.find(value, 0, value.length)
      if (found) {
        known++
        expect(found).toEqual(bytes(`W-${at}`))
      } else memo.keep(value, 0, value.length, bytes(`W-${at}`))
    }
  expect(known).toBeLessThan(count)
  for (let at = 0; at < 100; at++) {
    const value = bytes(`N-${at}`)
    memo.keep(value, 0, value.length, value)
    expect(memo.find(value, 0, value.length)).toEqual(value)
  }
})
