import { createCipheriv } from 'node:crypto'
import type { KeyedHash } from './keyedHash.ts'

/** Rounds of the Feistel network, as FF1 (NIST SP 800-38G) has them. */
const rounds = 10
/** Values of a round function that are made at once, in one call of the cipher. */
const madeAtOnce = 1024
/** Round functions over halves of this many digits or fewer are kept as tables. */
const keptDigits = 5
/** Values in all tables, four bytes each. */
const mostKept = 4_000_000

const blockBytes = 16
/** What is taken of a block: a number without loss, and many more of them than a half has values. */
const numberBytes = 6

const powers = Array.from({ length: 18 }, (_, digits) => 10 ** digits)
const tenTo = (digits: number): number => powers[digits] ?? Number.NaN

/** The round function of the networks over so many digits, by the key of their tweak. */
interface RoundFunction {
  key: Buffer
  /** Its values, round after round; -1 where one has not been asked for. */
  table: Int32Array | undefined
}

const zeros = Buffer.alloc(madeAtOnce * blockBytes)

/** Values of a round function below `limit`: AES in counter mode over zeros gives the counters, encrypted. */
const valuesFrom = (key: Buffer, first: number, count: number, limit: number): Int32Array => {
  const counter = Buffer.alloc(blockBytes)
  counter.writeUIntBE(first, blockBytes - numberBytes, numberBytes)
  const blocks = createCipheriv('aes-256-ctr', key, counter).update(zeros.subarray(0, count * blockBytes))
  const values = new Int32Array(count)
  for (let at = 0; at < count; at++) {
    const share = blocks.readUIntBE(at * blockBytes, numberBytes) / 2 ** (8 * numberBytes)
    values[at] = Math.floor(share * limit)
  }
  return values
}

const valueAt = ({ key, table }: RoundFunction, at: number, limit: number): number => {
  if (!table) return valuesFrom(key, at, 1, limit)[0] ?? Number.NaN
  const found = table[at] ?? -1
  if (found >= 0) return found
  const first = at - (at % madeAtOnce)
  table.set(valuesFrom(key, first, madeAtOnce, limit), first)
  return table[at] ?? Number.NaN
}

/**
 * Permutes digits: texts of the same number of digits become one another, each another one's, by the key and by `tweak`. An
 * alternating Feistel network of the shape of FF1 with AES as its round function, so no two identifiers ever fall together.
 */
export const createDigitPermutation = (hash: KeyedHash) => {
  const functions = new Map<string, RoundFunction>()
  let kept = 0
  /** What was asked for last, by the number of digits: most identifiers are of the year and provider of the one before. */
  const last: ({ tweak: string; round: RoundFunction } | undefined)[] = []

  const functionOf = (tweak: string, digits: number, slots: number): RoundFunction => {
    const before = last[digits]
    if (before?.tweak === tweak) return before.round
    const name = `${tweak}\0${digits}`
    let round = functions.get(name)
    if (!round) {
      const isKept = digits <= 2 * keptDigits
      kept += isKept ? slots : 0
      if (kept > mostKept) {
        functions.clear()
        last.length = 0
        kept = isKept ? slots : 0
      }
      round = {
        key: Buffer.from(hash(`digits\0${name}`), 'latin1'),
        table: isKept ? new Int32Array(slots).fill(-1) : undefined,
      }
      functions.set(name, round)
    }
    last[digits] = { tweak, round }
    return round
  }

  return (digits: string, tweak: string): string => {
    const count = digits.length
    const half = count >> 1
    let left = Number(digits.slice(0, half))
    let right = Number(digits.slice(half))
    // Values of the left half and of the right one.
    let [own, other] = [tenTo(half), tenTo(count - half)]
    // Whole groups for each round, for their values have one limit.
    const slots = Math.ceil(other / madeAtOnce) * madeAtOnce
    const round = functionOf(tweak, count, rounds * slots)
    for (let at = 0; at < rounds; at++) {
      const sum = left + valueAt(round, at * slots + right, own)
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
