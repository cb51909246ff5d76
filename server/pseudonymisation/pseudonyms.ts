import type { IdentifierForm } from '../analysis/index.ts'
import { createDigitPermutation, type DigitPermutation } from './digits.ts'
import { createKeyedHash, type KeyedHash } from './keyedHash.ts'

/** Crockford's digits: no letter that is easily taken for a figure. */
const letters = Buffer.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
/** Characters of a text pseudonym: 80 bits, so that two of a hundred million fall together once in a hundred million files. */
const textLength = 16
/** Space for one text pseudonym: a text that grows by letters would be as many texts. */
const made = Buffer.alloc(textLength)
const digit = (text: string, at: number): number => text.charCodeAt(at) - 48

/** What has to be added to the last digit so that the sum with weights 1, 3, 7, 9 repeating from the left ends in 0. */
const sidRemainder = (body: string): number => {
  const weights = [1, 3, 7, 9]
  let sum = 0
  for (let at = 0; at < body.length; at++) sum += digit(body, at) * (weights[at % 4] ?? 0)
  return (10 - (sum % 10)) % 10
}

/** Ten minus the remainder of the sum, with weights from 10 down to 2, by eleven; 10 where no digit is right. */
const ulnRemainder = (body: string): number => {
  let sum = 0
  for (let at = 0; at < body.length; at++) sum += digit(body, at) * (10 - at)
  return 10 - (sum % 11)
}

/** A check digit for another number that is as right, or as wrong, as the one that was there. */
const check = (was: number, remainder: number, remainderNow: number): number =>
  (was - remainder + remainderNow + 10) % 10

/** Digits before the provider's own number in a SID of so many digits (reference §1.4): year and provider. */
const sidHead: Readonly<Record<number, number>> = { 13: 6, 17: 10 }

const sid = (permute: DigitPermutation, kind: string, value: string): string => {
  const head = sidHead[value.length]
  if (head === undefined) return permute(value, kind)
  const kept = value.slice(0, head)
  const own = permute(value.slice(head, -1), `${kind}/${kept}`)
  const remainders = [value.slice(0, -1), `${kept}${own}`].map(sidRemainder)
  return `${kept}${own}${check(digit(value, value.length - 1), remainders[0] ?? 0, remainders[1] ?? 0)}`
}

const isLike = (body: string, other: string): boolean =>
  (body[0] === '0') === (other[0] === '0') && (ulnRemainder(body) === 10) === (ulnRemainder(other) === 10)

const uln = (permute: DigitPermutation, kind: string, value: string): string => {
  if (value.length !== 10) return permute(value, kind)
  const body = value.slice(0, -1)
  let own = permute(body, kind)
  // Walks on to a number of the same sort: the way through numbers of the other sort leads back to one at last.
  while (!isLike(own, body)) own = permute(own, kind)
  const last = digit(value, 9)
  const [was, now] = [ulnRemainder(body), ulnRemainder(own)]
  return `${own}${was === 10 ? last : check(last, was, now)}`
}

const text = (hash: KeyedHash, kind: string, value: string): string => {
  const digest = hash(`text\0${kind}\0${value}`)
  for (let at = 0; at < textLength; at++) {
    // Five bits each, over the first ten bytes.
    const bit = at * 5
    const pair = (digest.charCodeAt(bit >> 3) << 8) | digest.charCodeAt((bit >> 3) + 1)
    made[at] = letters[(pair >> (11 - (bit & 7))) & 31] ?? 0
  }
  return made.toString('latin1')
}

/**
 * Pseudonyms by one key (decisions §13): the same identifier of a kind is always the same pseudonym of the same form, no two
 * are one, and without the key none leads back. Another key gives others, which cannot be compared with these.
 */
export const createPseudonyms = (key: Uint8Array) => {
  const hash = createKeyedHash(key)
  const permute = createDigitPermutation(hash)

  return {
    /** The pseudonym of an identifier of this kind. */
    of: (kind: string, form: IdentifierForm, value: string): string => {
      if (form === 'text' || !/^\d+$/.test(value)) return text(hash, kind, value)
      return form === 'sid' ? sid(permute, kind, value) : uln(permute, kind, value)
    },
  }
}
export type Pseudonyms = ReturnType<typeof createPseudonyms>

/**
 * One of the words, by what is written for the key of the record that it is for: the word tells nothing that does not stand
 * beside it already.
 */
export const wordFor = (words: readonly string[], writtenKey: string): string => {
  // FNV-1a: every character counts, whatever the number of the words.
  let sum = 0x811c9dc5
  for (let at = 0; at < writtenKey.length; at++) sum = Math.imul(sum ^ writtenKey.charCodeAt(at), 0x01000193)
  return words[((sum ^ (sum >>> 15)) >>> 0) % words.length] ?? ''
}
