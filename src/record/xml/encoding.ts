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

/**
 * Turns UTF-16 into UTF-8, chunk by chunk. A lone surrogate or a half unit at the end comes out as bytes that are not
 * UTF-8, so that the reader refuses it at its place like any other bad byte.
 */
export class Utf16Transcoder {
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
