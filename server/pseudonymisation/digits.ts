import type { KeyedHash } from './keyedHash.ts'

/** Rounds of the Feistel network, as FF1 (NIST SP 800-38G) has them. */
const rounds = 10
/** Rounds over halves of this many digits or fewer are kept, each value of each round in a table. */
const keptDigits = 5
/** Values in all tables that are kept, four bytes each. */
const mostKept = 8_000_000

const powers = Array.from({ length: 18 }, (_, digits) => 10 ** digits)
const tenTo = (digits: number): number => powers[digits] ?? Number.NaN

/** The first six bytes as a number. */
const numberOf = (digest: Uint8Array): number => {
  let value = 0
  for (let at = 0; at < 6; at++) value = value * 256 + (digest[at] ?? 0)
  return value
}

/**
 * Permutes digits: texts of the same number of digits become one another, each another one's, by the key and by `tweak`. An
 * alternating Feistel network of the shape of FF1 with HMAC as its round function, so no two identifiers ever fall together.
 */
export const createDigitPermutation = (hash: KeyedHash) => {
  const tables = new Map<string, Int32Array>()
  let kept = 0
  /** What was asked for last: identifiers of a file are mostly of the year and provider of the one before. */
  let last: { tweak: string; digits: number; table: Int32Array } | undefined

  const tableOf = (tweak: string, digits: number): Int32Array => {
    if (last?.tweak === tweak && last.digits === digits) return last.table
    const name = `${tweak}/${digits}`
    let table = tables.get(name)
    if (!table) {
      table = new Int32Array(rounds * tenTo(digits - (digits >> 1))).fill(-1)
      kept += table.length
      if (kept > mostKept) {
        tables.clear()
        kept = table.length
      }
      tables.set(name, table)
    }
    last = { tweak, digits, table }
    return table
  }

  return (digits: string, tweak: string): string => {
    const count = digits.length
    const half = count >> 1
    const table = count - half <= keptDigits ? tableOf(tweak, count) : undefined
    const values = tenTo(count - half)
    let left = Number(digits.slice(0, half))
    let right = Number(digits.slice(half))
    // Values of the left half and of the right one.
    let [own, other] = [tenTo(half), values]
    for (let round = 0; round < rounds; round++) {
      const slot = round * values + right
      let mask = table?.[slot] ?? -1
      if (mask < 0) {
        mask = numberOf(hash(`digits\0${tweak}\0${count}\0${round}\0${right}`)) % own
        if (table) table[slot] = mask
      }
      const sum = left + mask
      left = right
      right = sum < own ? sum : sum - own
      const next = other
      other = own
      own = next
    }
    // An even number of rounds: the halves are as long as they were.
    const first = half === 0 ? '' : String(left).padStart(half, '0')
    return `${first}${String(right).padStart(count - half, '0')}`
  }
}
export type DigitPermutation = ReturnType<typeof createDigitPermutation>
