import { ByteWriter } from './byteWriter.ts'
import { ThriftWriter } from './thriftWriter.ts'

/** Encodings of Parquet that the rows use. */
export const Encoding = { plain: 0, rle: 3, deltaBinaryPacked: 5, dictionary: 8 } as const
export type Encoding = (typeof Encoding)[keyof typeof Encoding]

const Codec = { none: 0, zstd: 6 } as const

const PageType = { data: 0, dictionary: 2 } as const

/** Below this many bytes a column chunk is kept as it is: compressing costs more than it saves. */
const leastCompressed = 512

/** Zstandard, as the surroundings have it. */
export type Compress = (page: Uint8Array) => Uint8Array

/** The values of a column in one row group, before they are pages. */
export interface ColumnValues {
  /** One bit for each row: whether it has a value. */
  readonly present: Uint8Array
  readonly rows: number
  readonly values: number
  /** Values that the data name by number, written plain; absent where there is no dictionary. */
  readonly dictionary?: { readonly bytes: Uint8Array; readonly count: number }
  readonly data: Uint8Array
  readonly encoding: Encoding
  /** Least and greatest value, plain. */
  readonly bounds?: { readonly least: Uint8Array; readonly greatest: Uint8Array } | undefined
}

/** What the footer says of a column chunk. Places count from the beginning of the row group. */
export interface ColumnChunk {
  readonly dictionaryAt: number | undefined
  readonly dataAt: number
  readonly size: number
  readonly rawSize: number
  readonly codec: number
  readonly encodings: readonly Encoding[]
  readonly values: ColumnValues
}

/** Turns columns into the pages of one row group, one after the other. Its spaces are used again for every group. */
export class PageWriter {
  private readonly out = new ByteWriter()
  private readonly header = new ThriftWriter()
  private readonly body = new ByteWriter()
  private readonly compress: Compress | undefined

  constructor(compress: Compress | undefined) {
    this.compress = compress
  }

  /** Begins a row group. */
  begin(): ByteWriter {
    return this.out.clear()
  }

  /** The bytes of the row group: good until the next one begins. */
  group(): Uint8Array {
    return this.out.view()
  }

  column(values: ColumnValues): ColumnChunk {
    const { dictionary, data, encoding, rows } = values
    const at = this.out.length
    const isCompressed =
      this.compress !== undefined && (dictionary?.bytes.length ?? 0) + data.length >= leastCompressed
    let rawSize = 0
    if (dictionary !== undefined) {
      const { bytes, count } = dictionary
      rawSize += this.page(PageType.dictionary, bytes, isCompressed, count, Encoding.plain)
    }
    const dataAt = this.out.length
    const body = this.body.clear()
    writeLevels(body, values)
    body.append(data)
    rawSize += this.page(PageType.data, body.view(), isCompressed, rows, encoding)
    return {
      dictionaryAt: dictionary === undefined ? undefined : at,
      dataAt,
      size: this.out.length - at,
      rawSize,
      codec: isCompressed ? Codec.zstd : Codec.none,
      encodings: [...new Set([...(dictionary ? [Encoding.plain] : []), encoding, Encoding.rle])],
      values,
    }
  }

  /** Writes a page with its header; gives its size before compression. */
  private page(
    type: (typeof PageType)[keyof typeof PageType],
    raw: Uint8Array,
    isCompressed: boolean,
    values: number,
    encoding: Encoding,
  ): number {
    const body = isCompressed && this.compress !== undefined ? this.compress(raw) : raw
    const header = this.header.clear()
    header.int32Field(1, type)
    header.int32Field(2, raw.length)
    header.int32Field(3, body.length)
    header.open(type === PageType.dictionary ? 7 : 5)
    header.int32Field(1, values)
    header.int32Field(2, encoding)
    if (type === PageType.data) {
      // Encodings of the levels: of absence, and of repetition, of which there is none.
      header.int32Field(3, Encoding.rle)
      header.int32Field(4, Encoding.rle)
    }
    header.close()
    header.end()
    this.out.append(header.view())
    this.out.append(body)
    return header.length + raw.length
  }
}

/** Which rows have a value: one run where all or none have, else one bit for each. */
const writeLevels = (out: ByteWriter, { present, rows, values }: ColumnValues): void => {
  const at = out.length
  out.int32(0)
  if (values === rows || values === 0) {
    out.varint(rows * 2)
    out.byte(values === 0 ? 0 : 1)
  } else {
    const groups = (rows + 7) >> 3
    out.varint(groups * 2 + 1)
    out.append(present.subarray(0, groups))
  }
  const end = out.length
  out.length = at
  out.int32(end - at - 4)
  out.length = end
}
