import { encodeUtf8 } from './characters.ts'

/** What the first bytes of a file say of its encoding. */
export type ByteForm = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'unmarked-utf-16' | 'utf-32'

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]): boolean =>
  bytes.length >= signature.length && signature.every((byte, index) => bytes[index] === byte)

/** Recognises the encoding family from the first four bytes (XML 1.0 appendix F). */
export const byteFormOf = (head: Uint8Array): ByteForm => {
  if (startsWith(head, 0xff, 0xfe, 0, 0) || startsWith(head, 0, 0, 0xfe, 0xff)) return 'utf-32'
  if (startsWith(head, 0x3c, 0, 0, 0) || startsWith(head, 0, 0, 0, 0x3c)) return 'utf-32'
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return 'utf-8-bom'
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be'
  if (startsWith(head, 0, 0x3c, 0) || (startsWith(head, 0x3c, 0) && head[3] === 0)) return 'unmarked-utf-16'
  return 'utf-8'
}

/** First bytes of files that are often picked by mistake, and what to say of them. */
const foreignForms: readonly (readonly [signature: readonly number[], advice: string])[] = [
  [[0x50, 0x4b, 3, 4], 'a ZIP archive or an Office document, not XML. Unpack it, or save it as XML'],
  [[0x50, 0x4b, 5, 6], 'an empty ZIP archive, not XML. Choose the XML file'],
  [[0x1f, 0x8b], 'compressed (gzip). Unpack it and choose the XML file'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive, not XML. Unpack it and choose the XML file'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an Office document, not XML. Save it as XML'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document, not XML. Choose the XML file'],
  [[0x4d, 0x5a], 'a program, not XML. Choose the XML file'],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program, not XML. Choose the XML file'],
]

/** What a file is that begins with these bytes and is no XML, in words to stand after "The file is"; else undefined. */
export const foreignFormOf = (head: Uint8Array): string | undefined =>
  foreignForms.find(([signature]) => startsWith(head, ...signature))?.[1]

/** Turns the bytes of a file into UTF-8, chunk by chunk. */
export interface Transcoder {
  /** The bytes of a chunk as UTF-8. */
  write(chunk: Uint8Array): Uint8Array
  /** What the end of the file adds. */
  end(): Uint8Array
}

/** Encodings with one byte for each character. They have no mark, so a file is read so only where it declares it. */
export type ByteEncoding = 'US-ASCII' | 'ISO-8859-1' | 'windows-1252'

/** Other names of the same, in lower case (IANA's list of character sets). */
const byteEncodings: ReadonlyMap<string, ByteEncoding> = new Map([
  ['us-ascii', 'US-ASCII'],
  ['ascii', 'US-ASCII'],
  ['iso646-us', 'US-ASCII'],
  ['iso-8859-1', 'ISO-8859-1'],
  ['iso_8859-1', 'ISO-8859-1'],
  ['latin1', 'ISO-8859-1'],
  ['l1', 'ISO-8859-1'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
])

/** The encoding of this name, in any case, if it has one byte for each character and can be read. */
export const byteEncodingOf = (name: string): ByteEncoding | undefined =>
  byteEncodings.get(name.toLowerCase())

/** What windows-1252 has at 0x80 to 0x9f, where ISO-8859-1 has control characters; a space where it has nothing. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
/** No byte of UTF-8: the reader refuses it at its place. */
const notUtf8 = Uint8Array.of(0xff)

const characterOf = (byte: number, encoding: ByteEncoding): string | undefined => {
  if (byte < 0x80) return String.fromCharCode(byte)
  if (encoding === 'US-ASCII') return undefined
  if (encoding === 'ISO-8859-1' || byte > 0x9f) return String.fromCharCode(byte)
  const character = windows1252[byte - 0x80]
  return character === ' ' ? undefined : character
}

/**
 * Turns an encoding with one byte for each character into UTF-8. A byte that the encoding does not have comes out as one that
 * is not UTF-8, so that the reader refuses it at its place.
 */
export class ByteTranscoder implements Transcoder {
  private readonly characters: readonly Uint8Array[]

  constructor(encoding: ByteEncoding) {
    this.characters = Array.from({ length: 256 }, (_, byte) => {
      const character = characterOf(byte, encoding)
      return character === undefined ? notUtf8 : encodeUtf8(character)
    })
  }

  write(chunk: Uint8Array): Uint8Array {
    const out = new Uint8Array(chunk.length * 3)
    let length = 0
    for (const byte of chunk) {
      if (byte < 0x80) out[length++] = byte
      else for (const written of this.characters[byte]!) out[length++] = written
    }
    return out.subarray(0, length)
  }

  end(): Uint8Array {
    return new Uint8Array(0)
  }
}

/**
 * Turns UTF-16 into UTF-8, chunk by chunk. A lone surrogate or a half unit at the end comes out as bytes that are not
 * UTF-8, so that the reader refuses it at its place like any other bad byte.
 */
export class Utf16Transcoder implements Transcoder {
  private readonly littleEndian: boolean
  private half = -1
  private high = 0

  constructor(littleEndian: boolean) {
    this.littleEndian = littleEndian
  }

  write(chunk: Uint8Array): Uint8Array {
    const out = new Uint8Array(chunk.length * 2 + 8)
    let length = 0
    for (const byte of chunk) {
      if (this.half < 0) {
        this.half = byte
        continue
      }
      const unit = this.littleEndian ? this.half | (byte << 8) : (this.half << 8) | byte
      this.half = -1
      length = this.put(unit, out, length)
    }
    return out.subarray(0, length)
  }

  end(): Uint8Array {
    const left = this.half >= 0 || this.high !== 0
    this.half = -1
    this.high = 0
    return left ? Uint8Array.of(0xff) : new Uint8Array(0)
  }

  private put(unit: number, out: Uint8Array, at: number): number {
    let length = at
    if (this.high !== 0) {
      const high = this.high
      this.high = 0
      if (unit >= 0xdc00 && unit <= 0xdfff) {
        const codePoint = 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00)
        out[length++] = 0xf0 | (codePoint >> 18)
        out[length++] = 0x80 | ((codePoint >> 12) & 0x3f)
        out[length++] = 0x80 | ((codePoint >> 6) & 0x3f)
        out[length++] = 0x80 | (codePoint & 0x3f)
        return length
      }
      length = putThree(high, out, length)
    }
    if (unit >= 0xd800 && unit <= 0xdbff) {
      this.high = unit
    } else if (unit < 0x80) {
      out[length++] = unit
    } else if (unit < 0x800) {
      out[length++] = 0xc0 | (unit >> 6)
      out[length++] = 0x80 | (unit & 0x3f)
    } else {
      length = putThree(unit, out, length)
    }
    return length
  }
}

const putThree = (unit: number, out: Uint8Array, at: number): number => {
  out[at] = 0xe0 | (unit >> 12)
  out[at + 1] = 0x80 | ((unit >> 6) & 0x3f)
  out[at + 2] = 0x80 | (unit & 0x3f)
  return at + 3
}
