import type { Column } from './column.ts'
import type { ColumnChunk } from './pageWriter.ts'
import { ThriftType, ThriftWriter } from './thriftWriter.ts'

/** First and last bytes of a Parquet file. */
export const magic = Uint8Array.of(0x50, 0x41, 0x52, 0x31)

/** A row group that has been written at this place of the file. */
export interface RowGroup {
  readonly at: number
  readonly rows: number
  readonly chunks: readonly ColumnChunk[]
}

const optional = 1
const isSigned = 1

const writeSchema = (out: ThriftWriter, columns: readonly Column[]): void => {
  out.list(2, ThriftType.struct, columns.length + 1)
  out.open()
  out.textField(4, 'schema')
  out.int32Field(5, columns.length)
  out.close()
  for (const { name, type, converted } of columns) {
    out.open()
    out.int32Field(1, type)
    out.int32Field(3, optional)
    out.textField(4, name)
    if (converted !== undefined) out.int32Field(6, converted)
    out.close()
  }
}

const writeChunk = (out: ThriftWriter, column: Column, chunk: ColumnChunk, base: number): void => {
  const { dictionaryAt, encodings, values } = chunk
  out.open()
  out.int64Field(2, base + (dictionaryAt ?? chunk.dataAt))
  out.open(3)
  out.int32Field(1, column.type)
  out.list(2, ThriftType.int32, encodings.length)
  for (const encoding of encodings) out.zigzag(encoding)
  out.list(3, ThriftType.binary, 1)
  out.text(column.name)
  out.int32Field(4, chunk.codec)
  out.int64Field(5, values.rows)
  out.int64Field(6, chunk.rawSize)
  out.int64Field(7, chunk.size)
  out.int64Field(9, base + chunk.dataAt)
  if (dictionaryAt !== undefined) out.int64Field(11, base + dictionaryAt)
  out.open(12)
  out.int64Field(3, values.rows - values.values)
  if (values.bounds) {
    out.bytesField(5, values.bounds.greatest)
    out.bytesField(6, values.bounds.least)
  }
  out.close()
  out.close()
  out.close()
}

/** The end of a Parquet file: its schema and where the columns of each row group stand. */
export const footerOf = (
  columns: readonly Column[],
  groups: readonly RowGroup[],
  rows: number,
): Uint8Array => {
  const out = new ThriftWriter()
  out.int32Field(1, isSigned)
  writeSchema(out, columns)
  out.int64Field(3, rows)
  out.list(4, ThriftType.struct, groups.length)
  for (const { at, chunks, rows: groupRows } of groups) {
    out.open()
    out.list(1, ThriftType.struct, chunks.length)
    for (const [index, chunk] of chunks.entries()) writeChunk(out, columns[index]!, chunk, at)
    out.int64Field(
      2,
      chunks.reduce((sum, { rawSize }) => sum + rawSize, 0),
    )
    out.int64Field(3, groupRows)
    out.close()
  }
  // Bounds are ordered as the type is.
  out.list(7, ThriftType.struct, columns.length)
  for (let i = 0; i < columns.length; i++) {
    out.open()
    out.open(1)
    out.close()
    out.close()
  }
  out.end()
  const { length } = out
  out.int32(length)
  out.append(magic)
  return out.view()
}
