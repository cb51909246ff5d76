import { boundsOf } from './bounds.ts'
import { ByteWriter } from './byteWriter.ts'
import { Column, doubled, PhysicalType } from './column.ts'
import { type ColumnValues, Encoding } from './pageWriter.ts'

/** Values in a block of differences, which has a least difference of its own. */
const blockSize = 128
/** Parts of a block, each with a width of its own. */
const parts = 4
const partSize = blockSize / parts

/** Bytes that a number needs. */
const widthOf = (most: number): number => {
  let width = 0
  for (let left = most; left >= 1; left /= 256) width++
  return width
}

/** Row numbers, lines and bytes: whole numbers up to 2⁵³, kept as differences from one to the next. */
export class PositionColumn extends Column {
  private numbers = new Float64Array(64)
  private readonly packed = new ByteWriter()

  constructor(name: string, groupRows: number) {
    super(name, groupRows, PhysicalType.int64)
  }

  add(row: number, value: number): void {
    this.mark(row)
    if (this.values === this.numbers.length) this.numbers = doubled(this.numbers)
    this.numbers[this.values++] = value
  }

  take(rows: number): ColumnValues {
    const { present, values, numbers } = this
    const common = { present, rows, values }
    if (values === 0) return { ...common, data: new Uint8Array(0), encoding: Encoding.plain }
    return {
      ...common,
      data: this.packDifferences(),
      encoding: Encoding.deltaBinaryPacked,
      bounds: boundsOf(numbers, values, 8),
    }
  }

  private packDifferences(): Uint8Array {
    const { numbers, values } = this
    const out = this.packed.clear()
    out.varint(blockSize)
    out.varint(parts)
    out.varint(values)
    out.zigzag(numbers[0]!)
    for (let start = 1; start < values; start += blockSize) {
      const end = Math.min(values, start + blockSize)
      let least = Number.POSITIVE_INFINITY
      for (let i = start; i < end; i++) {
        const difference = numbers[i]! - numbers[i - 1]!
        if (difference < least) least = difference
      }
      out.zigzag(least)
      const widths = out.length
      for (let part = 0; part < parts; part++) out.byte(0)
      for (let part = 0; part < parts; part++) {
        const from = start + part * partSize
        const width = this.packPart(out, from, Math.min(end, from + partSize), least)
        out.bytes[widths + part] = width * 8
      }
    }
    return out.view()
  }

  /** The differences above the least, all with the same number of bytes, which is given. */
  private packPart(out: ByteWriter, from: number, to: number, least: number): number {
    const { numbers } = this
    let most = 0
    for (let i = from; i < to; i++) {
      const above = numbers[i]! - numbers[i - 1]! - least
      if (above > most) most = above
    }
    const width = widthOf(most)
    if (width === 0) return 0
    for (let i = from; i < to; i++) out.littleEndian(numbers[i]! - numbers[i - 1]! - least, width)
    // A part is written whole, also where the values end in it.
    for (let i = Math.max(from, to); i < from + partSize; i++) out.littleEndian(0, width)
    return width
  }
}
