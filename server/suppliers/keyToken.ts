import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { product } from '../../src/domain/product.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefixLength = 8
/** 238 bits: more than anybody can try, so that a plain hash is enough to keep. */
const secretLength = 40
const checkLength = 6

const randomText = (length: number): string =>
  Array.from({ length }, () => digits[randomInt(digits.length)]).join('')

const checkOf = (text: string): string => {
  let rest = crc32(text)
  let check = ''
  while (check.length < checkLength) {
    check = digits.charAt(rest % digits.length) + check
    rest = Math.floor(rest / digits.length)
  }
  return check
}

const start = `${product.key}_key_`
/** How a key is written. Secret scanners can look for the same, and need no call to see whether it is one: see `isKey`. */
const form = new RegExp(`^(${start}[0-9A-Za-z]{${prefixLength}})_[0-9A-Za-z]{${secretLength + checkLength}}$`)

/** Whether a bearer token is meant to be a key, rightly written or not. */
export const looksLikeKey = (token: string): boolean => token.startsWith(start)

/** Whether it is written as a key is: its last characters are a checksum (CRC-32) of the others. */
export const isKey = (token: string): boolean =>
  form.test(token) && checkOf(token.slice(0, -checkLength)) === token.slice(-checkLength)

/** The part of a key by which it is known; undefined for what is not written as one. */
export const prefixOf = (token: string): string | undefined => form.exec(token)?.[1]

/** A new key, and the part of it by which it is known. */
export const newKey = (): { key: string; prefix: string } => {
  const prefix = start + randomText(prefixLength)
  const body = `${prefix}_${randomText(secretLength)}`
  return { key: body + checkOf(body), prefix }
}

/** What is kept of a key. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()
