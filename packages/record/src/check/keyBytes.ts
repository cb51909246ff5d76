import { AtomicType } from '../schema/atomicType.ts'
import type { PrefixLookup, SimpleType, Span } from '../schema/simpleType.ts'
import { decodeUtf8, encodeUtf8 } from '../xml/characters.ts'

/** A text as the bytes of a value. */
export const spanOf = (text: string): Span => {
  const bytes = encodeUtf8(text)
  return { bytes, from: 0, to: bytes.length }
}

/** Bytes that grow at their end. */
export class ByteBuffer {
  bytes: Uint8Array = new Uint8Array(64)
  length = 0

  clear(): void {
    this.length = 0
  }

  add(bytes: Uint8Array, from: number, to: number): void {
    const start = this.length
    const end = start + to - from
    if (end > this.bytes.length) {
      const larger = new Uint8Array(2 * end)
      larger.set(this.bytes.subarray(0, start))
      this.bytes = larger
    }
    const own = this.bytes
    for (let p = from, at = start; p < to; p++, at++) own[at] = bytes[p]!
    this.length = end
  }

  addText(text: string): void {
    const bytes = encodeUtf8(text)
    this.add(bytes, 0, bytes.length)
  }
}

/** Negative, zero or positive as the first range of bytes is before, equal to or after the second. */
export const compareBytes = (
  one: Uint8Array,
  oneFrom: number,
  oneTo: number,
  other: Uint8Array,
  otherFrom: number,
  otherTo: number,
): number => {
  const shorter = Math.min(oneTo - oneFrom, otherTo - otherFrom)
  for (let i = 0; i < shorter; i++) {
    const difference = one[oneFrom + i]! - other[otherFrom + i]!
    if (difference !== 0) return difference
  }
  return oneTo - oneFrom - (otherTo - otherFrom)
}

const headOf = (primitive: string): Uint8Array => encodeUtf8(`${primitive}:`)
const stringHead = headOf('string')
const uriHead = headOf('anyURI')
const decimalHead = headOf('decimal')
/** Ends the key of a whole number, whose text has no fraction. */
const wholeEnd = encodeUtf8('e-0')

const isPlainInteger = ({ bytes, from, to }: Span): boolean => {
  if (from === to || (bytes[from] === 0x30 && to > from + 1)) return false
  for (let p = from; p < to; p++) if (bytes[p]! < 0x30 || bytes[p]! > 0x39) return false
  return true
}

/** The key of one value: the UTF-8 of `keyOf` of its type. */
export class ValueKey extends ByteBuffer {
  /** Where the value is among the bytes, unless it had to become a text. */
  private from = 0
  private to = 0
  private value: string | undefined

  /** Takes the value in the span. Texts and plain whole numbers, which most keys are, make no string. */
  set(type: SimpleType, span: Span, prefixes: PrefixLookup): void {
    const { bytes, from, to } = span
    const primitive = type instanceof AtomicType ? type.primitive.name : undefined
    this.value = undefined
    this.clear()
    if (primitive === 'string') this.addValue(stringHead, span)
    else if (primitive === 'anyURI') this.addValue(uriHead, span)
    else if (primitive === 'decimal' && isPlainInteger(span)) {
      this.addValue(decimalHead, span)
      this.add(wholeEnd, 0, wholeEnd.length)
    } else {
      this.value = decodeUtf8(bytes, from, to)
      this.addText(type.keyOf(this.value, prefixes))
    }
  }

  private addValue(head: Uint8Array, { bytes, from, to }: Span): void {
    this.add(head, 0, head.length)
    this.from = this.length
    this.add(bytes, from, to)
    this.to = this.length
  }

  /** The value as a finding shows it. */
  shown(): string {
    return this.value ?? decodeUtf8(this.bytes, this.from, this.to)
  }
}
