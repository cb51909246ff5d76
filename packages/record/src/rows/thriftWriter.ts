import { encodeUtf8 } from '../xml/characters.ts'
import { ByteWriter } from './byteWriter.ts'

/** Types of the compact protocol. */
export const ThriftType = { int32: 5, int64: 6, binary: 8, list: 9, struct: 12 } as const
export type ThriftType = (typeof ThriftType)[keyof typeof ThriftType]

/** Thrift's compact protocol, as far as the headers of a Parquet file need it. */
export class ThriftWriter extends ByteWriter {
  /** The last field written in each open struct: a field is named by its distance from the one before. */
  private readonly last: number[] = [0]

  override clear(): this {
    this.last.length = 1
    this.last[0] = 0
    return super.clear()
  }

  int32Field(id: number, value: number): void {
    this.field(id, ThriftType.int32)
    this.zigzag(value)
  }

  int64Field(id: number, value: number): void {
    this.field(id, ThriftType.int64)
    this.zigzag(value)
  }

  textField(id: number, text: string): void {
    this.field(id, ThriftType.binary)
    this.text(text)
  }

  bytesField(id: number, bytes: Uint8Array): void {
    this.field(id, ThriftType.binary)
    this.varint(bytes.length)
    this.append(bytes)
  }

  /** An element of a list of texts. */
  text(text: string): void {
    const bytes = encodeUtf8(text)
    this.varint(bytes.length)
    this.append(bytes)
  }

  /** Begins a list; its elements follow. */
  list(id: number, type: ThriftType, count: number): void {
    this.field(id, ThriftType.list)
    if (count < 15) this.byte((count << 4) | type)
    else {
      this.byte(0xf0 | type)
      this.varint(count)
    }
  }

  /** Begins a struct: a field of the one around it, or an element of a list. */
  open(id?: number): void {
    if (id !== undefined) this.field(id, ThriftType.struct)
    this.last.push(0)
  }

  close(): void {
    this.byte(0)
    this.last.pop()
  }

  /** Ends the outermost struct. */
  end(): void {
    this.byte(0)
  }

  private field(id: number, type: ThriftType): void {
    const distance = id - this.last.at(-1)!
    if (distance > 0 && distance < 16) this.byte((distance << 4) | type)
    else {
      this.byte(type)
      this.zigzag(id)
    }
    this.last[this.last.length - 1] = id
  }
}
