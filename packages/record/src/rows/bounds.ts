import { ByteWriter } from './byteWriter.ts'
import type { ColumnValues } from './pageWriter.ts'

/** Least and greatest of the first `count` whole numbers, with so many bytes each; undefined where there are none. */
export const boundsOf = (
  numbers: Int32Array | Float64Array,
  count: number,
  width: 4 | 8,
): ColumnValues['bounds'] => {
  if (count === 0) return undefined
  let least = numbers[0]!
  let greatest = least
  for (let i = 1; i < count; i++) {
    const value = numbers[i]!
    if (value < least) least = value
    else if (value > greatest) greatest = value
  }
  const encoded = (value: number): Uint8Array => {
    const out = new ByteWriter()
    out.littleEndian(value, width)
    return out.view()
  }
  return { least: encoded(least), greatest: encoded(greatest) }
}
