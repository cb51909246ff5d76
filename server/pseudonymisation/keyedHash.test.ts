import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKeyedHash } from './keyedHash.ts'

const expected = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')

it('is HMAC-SHA-256 of texts of every length up to five blocks, one after the other', () => {
  for (const keyLength of [1, 32, 64, 65, 200]) {
    const key = Uint8Array.from({ length: keyLength }, (_, at) => (at * 37 + keyLength) & 255)
    const hash = createKeyedHash(key)
    // Down again too: nothing of a longer text is left in the space of a shorter one.
    const lengths = Array.from({ length: 321 }, (_, at) => at)
    for (const length of [...lengths, ...lengths.toReversed()]) {
      const text = 'SID\u0000abcdefghijklmnopqrstuvwxyz0123456789'.repeat(9).slice(0, length)
      expect([length, Buffer.from(hash(text), 'latin1').toString('hex')]).toEqual([
        length,
        expected(key, text),
      ])
    }
  }
})

it('is that of texts of any characters', () => {
  const key = new Uint8Array(32).fill(9)
  const hash = createKeyedHash(key)
  for (const text of ['Siân Zoë', `${'x'.repeat(100)}ŵ`, '学生', '👩‍🎓 and more', '\u0000', 'a'.repeat(1365)])
    expect(Buffer.from(hash(text), 'latin1').toString('hex')).toBe(expected(key, text))
  expect(() => hash('a'.repeat(1366))).toThrow(RangeError)
})
