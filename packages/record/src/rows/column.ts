import { type ColumnValues, Encoding } from './pageWriter.ts'

/** Physical types of Parquet. */
export const PhysicalType = { int32: 1, int64: 2, double: 5, binary: 6 } as const
export type PhysicalType = (typeof PhysicalType)[keyof typeof PhysicalType]

/** What a physical type stands for. */
export const ConvertedType = { utf8: 0, date: 6 } as const
export type ConvertedType = (typeof ConvertedType)[keyof typeof ConvertedType]

/** The values of one column of the open row group. */
export abstract class Column {
  readonly name: string
  readonly type: PhysicalType
  readonly converted: ConvertedType | undefined
  protected readonly present: Uint8Array
  protected values = 0

  constructor(name: string, groupRows: number, type: PhysicalType, converted?: ConvertedType) {
    this.name = name
    this.type = type
    this.converted = converted
    this.present = new Uint8Array((groupRows + 7) >> 3)
  }

  /** Bytes of text that are held for the open row group. */
  get held(): number {
    return 0
  }

  /** The values of the first `rows` rows: good until the next put or reset. */
  abstract take(rows: number): ColumnValues

  reset(): void {
    this.present.fill(0)
    this.values = 0
  }

  /** Marks that the row has a value; false where it has one already: the first counts. */
  protected mark(row: number): boolean {
    const bit = 1 << (row & 7)
    const at = row >> 3
    if ((this.present[at]! & bit) !== 0) return false
    this.present[at]! |= bit
    return true
  }
}

/** A column of values that stand in the file. */
export abstract class ValueColumn extends Column {
  /** Keeps the value of a row: UTF-8, at least one byte. A text that its type cannot read leaves the row without a value. */
  abstract put(row: number, bytes: Uint8Array, from: number, to: number): void
}

/** A column whose values are numbers of one size, as Parquet keeps them. */
export abstract class NumericColumn extends ValueColumn {
  /** Gives the numbers that are kept, the first `values` of which are those of the open row group. */
  protected abstract numbersKept(): Int32Array | Float64Array
  protected abstract bounds(): ColumnValues['bounds']

  take(rows: number): ColumnValues {
    const { present, values } = this
    const { buffer, BYTES_PER_ELEMENT } = this.numbersKept()
    return {
      present,
      rows,
      values,
      data: new Uint8Array(buffer, 0, values * BYTES_PER_ELEMENT),
      encoding: Encoding.plain,
      bounds: this.bounds(),
    }
  }
}

/** An array of twice the length, with the values of the one that has become too short. */
export const doubled = <T extends Int32Array | Float64Array | Uint16Array>(values: T): T => {
  const larger = new (values.constructor as new (length: number) => T)(values.length * 2)
  larger.set(values)
  return larger
}
