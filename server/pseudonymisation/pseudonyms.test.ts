import { describe, expect, test } from 'vitest'
import { createDigitPermutation } from './digits.ts'
import { createKeyedHash } from './keyedHash.ts'
import { createPseudonyms, wordFor } from './pseudonyms.ts'

/*
 * Pseudonyms (decisions §13): identifiers keep their form and check digits, the same one is always the same, two purposes
 * cannot be linked.
 */

const one = createPseudonyms(new Uint8Array(32).fill(1))
const other = createPseudonyms(new Uint8Array(32).fill(2))

/** Weights of a SID, from the published example 9811681234562 (reference §1.4). */
const isSid = (sid: string): boolean =>
  [...sid].reduce((sum, digit, at) => {
    const weight = at === sid.length - 1 ? 1 : ([1, 3, 7, 9][at % 4] ?? 0)
    return sum + Number(digit) * weight
  }, 0) %
    10 ===
  0

const isUln = (uln: string): boolean => {
  const sum = [...uln.slice(0, 9)].reduce((total, digit, at) => total + Number(digit) * (10 - at), 0)
  return 10 - (sum % 11) === Number(uln[9])
}

test('the published example of a check digit is right', () => {
  expect(isSid('9811681234562')).toBe(true)
})

test('HMAC-SHA-256 is that of the standard (RFC 4231, case 2)', () => {
  const digest = createKeyedHash(Buffer.from('Jefe'))('what do ya want for nothing?')
  expect(Buffer.from(digest, 'latin1').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

describe('an identifier', () => {
  test('is the same pseudonym wherever it stands, and another one by another key', () => {
    for (const [form, value] of [
      ['text', 'C-17'],
      ['sid', '9811681234562'],
      ['uln', '1234567899'],
    ] as const) {
      const made = one.of('kind', form, value)
      expect(one.of('kind', form, value)).toBe(made)
      expect(other.of('kind', form, value)).not.toBe(made)
      expect(made).not.toBe(value)
    }
    expect(one.of('COURSEID', 'text', 'A')).not.toBe(one.of('MODID', 'text', 'A'))
  })

  test('as text is sixteen capital letters and digits', () => {
    for (const value of ['1', 'Ŵyn’s own', 'x'.repeat(50)])
      expect(one.of('COURSEID', 'text', value)).toMatch(/^[0-9A-Z]{16}$/)
  })

  test('of a student keeps year and provider, and a check digit that is right, or as wrong as it was', () => {
    for (let number = 0; number < 500; number++) {
      const body = `19100000015${String(number).padStart(5, '0')}`
      for (let last = 0; last < 10; last++) {
        const sid = `${body}${last}`
        const made = one.of('SID', 'sid', sid)
        expect(made).toMatch(/^1910000001\d{7}$/)
        expect(isSid(made)).toBe(isSid(sid))
      }
    }
    expect(isSid(one.of('SID', 'sid', '9811681234562'))).toBe(true)
    expect(one.of('SID', 'sid', '9811681234562')).toMatch(/^981168\d{7}$/)
  })

  test('that is no number of a student keeps its length', () => {
    for (const sid of ['0', '7', '12', '123456789012'])
      expect(one.of('SID', 'sid', sid)).toMatch(new RegExp(`^\\d{${sid.length}}$`))
  })

  test('of a learner is right exactly where it was right, and begins with 0 exactly where it did', () => {
    for (let number = 0; number < 300; number++) {
      const body = String(100_000_000 + number * 3_141_592).slice(0, 9)
      for (const uln of [`${body}0`, `${body}4`, `${body}9`, `0${body}`]) {
        const made = one.of('ULN', 'uln', uln)
        expect(made).toMatch(/^\d{10}$/)
        expect(isUln(made)).toBe(isUln(uln))
        expect(made.startsWith('0')).toBe(uln.startsWith('0'))
      }
    }
  })
})

test.each([1, 2, 3, 4])('the numbers of %i digits are permuted: no two become one', digits => {
  const permute = createDigitPermutation(createKeyedHash(new Uint8Array(32).fill(9)))
  const count = 10 ** digits
  const made = new Set(
    Array.from({ length: count }, (_, at) => permute(String(at).padStart(digits, '0'), 't')),
  )
  expect(made.size).toBe(count)
  expect([...made].every(one => one.length === digits)).toBe(true)
})

test('students of one provider and year never fall together', () => {
  const made = new Set(
    Array.from({ length: 20_000 }, (_, at) =>
      one.of('SID', 'sid', `1910000001${String(at).padStart(6, '0')}0`),
    ),
  )
  expect(made.size).toBe(20_000)
})

test('a word is chosen by what is written for the key of its record, and every word comes', () => {
  for (const count of [3, 26, 31, 33]) {
    const words = Array.from({ length: count }, (_, at) => `word ${at}`)
    const chosen = Array.from({ length: 60 * count }, (_, at) => wordFor(words, String(at).padStart(16, '0')))
    expect(new Set(chosen)).toEqual(new Set(words))
    expect(wordFor(words, '0000000000000007')).toBe(chosen[7])
  }
})
