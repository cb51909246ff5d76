import { createHash } from 'node:crypto'

/** Longest message in bytes: a value of a field may have 255 characters of two or three bytes. */
const longest = 4096

const blockBytes = 64
const roundCount = 64

/** First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4 §4.2.2). */
const roundConstants = Int32Array.from(
  Array.from({ length: 312 }, (_, at) => at)
    .filter(
      at => at > 1 && !Array.from({ length: at - 2 }, (_, less) => less + 2).some(one => at % one === 0),
    )
    .slice(0, roundCount)
    .map(prime => ((Math.cbrt(prime) % 1) * 2 ** 32) | 0),
)

/** The state before the first block (FIPS 180-4 §5.3.3). */
const firstState = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
)

const words = new Int32Array(roundCount)

/** Takes the block in the first sixteen words into the state (FIPS 180-4 §6.2.2). */
const compress = (state: Int32Array): void => {
  for (let at = 16; at < roundCount; at++) {
    const [x, y] = [words[at - 15]!, words[at - 2]!]
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[at] = (words[at - 16]! + s0 + words[at - 7]! + s1) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let at = 0; at < roundCount; at++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + roundConstants[at]! + words[at]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = state[0]! + a
  state[1] = state[1]! + b
  state[2] = state[2]! + c
  state[3] = state[3]! + d
  state[4] = state[4]! + e
  state[5] = state[5]! + f
  state[6] = state[6]! + g
  state[7] = state[7]! + h
}

/** Takes whole blocks into the state. */
const takeBlocks = (state: Int32Array, bytes: Uint8Array, count: number): void => {
  for (let from = 0; from < count; from += blockBytes) {
    for (let at = 0, p = from; at < 16; at++, p += 4)
      words[at] = (bytes[p]! << 24) | (bytes[p + 1]! << 16) | (bytes[p + 2]! << 8) | bytes[p + 3]!
    compress(state)
  }
}

/** Ends a message of which one block was taken already; gives the bytes up to the end of its last block. */
const pad = (bytes: Uint8Array, length: number): number => {
  const end = Math.ceil((length + 9) / blockBytes) * blockBytes
  bytes.fill(0, length, end)
  bytes[length] = 0x80
  const bits = (blockBytes + length) * 8
  bytes[end - 1] = bits
  bytes[end - 2] = bits >>> 8
  bytes[end - 3] = bits >>> 16
  return end
}

/** The state after the block that a key makes with a byte of padding. */
const stateAfter = (key: Uint8Array, padding: number): Int32Array => {
  const block = new Uint8Array(blockBytes).fill(padding)
  for (const [at, byte] of key.entries()) block[at] = byte ^ padding
  const state = Int32Array.from(firstState)
  takeBlocks(state, block, blockBytes)
  return state
}

/**
 * HMAC-SHA-256 of many short texts by one key, as a file has millions of them: the two states that depend on the key alone are
 * computed once, and nothing is allocated for a text. The result is overwritten by the next call.
 */
export const createKeyedHash = (key: Uint8Array): ((text: string) => Uint8Array) => {
  const short = key.length > blockBytes ? createHash('sha256').update(key).digest() : key
  const inner = stateAfter(short, 0x36)
  const outer = stateAfter(short, 0x5c)
  const state = new Int32Array(8)
  const message = Buffer.alloc(longest + 2 * blockBytes)
  const digest = new Uint8Array(blockBytes)

  const writeState = (): void => {
    for (let at = 0, p = 0; at < 8; at++) {
      const word = state[at]!
      digest[p++] = word >>> 24
      digest[p++] = word >>> 16
      digest[p++] = word >>> 8
      digest[p++] = word
    }
  }
  const result = digest.subarray(0, 32)

  return text => {
    // A text that does not fit is a value that no schema of ours allows.
    if (text.length * 3 > longest) throw new RangeError('This text is too long to be hashed.')
    let length = 0
    // A loop is quicker than a call for few characters, while they are ASCII.
    for (; length < text.length; length++) {
      const code = text.charCodeAt(length)
      if (code > 0x7f) {
        length = message.write(text)
        break
      }
      message[length] = code
    }
    state.set(inner)
    takeBlocks(state, message, pad(message, length))
    writeState()
    state.set(outer)
    takeBlocks(state, digest, pad(digest, 32))
    writeState()
    return result
  }
}
export type KeyedHash = ReturnType<typeof createKeyedHash>
