/** Bytes between two places that the index notes. */
const blockBytes = 65_536

/** Bytes of a line that are shown in one row; a longer line is cut, or a file in one line could not be shown. */
const rowBytes = 128

/** How characters are written in a file: windows-1252 is also used for the other encodings of one byte. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Where lines are in a file, noted once in each block of it, so that any line is found by reading one block: a file of 1 GB takes
 * 400 kB. Numbers of lines are from 1, of rows and bytes from 0.
 */
export interface LineIndex {
  encoding: TextEncoding
  /** Bytes, lines and rows that were read. */
  bytes: number
  lines: number
  rows: number
  /** Of the first byte of each block: its line, the first row of this line, and the byte at which the line begins. */
  lineAt: Float64Array
  rowAt: Float64Array
  startAt: Float64Array
}

const LF = 0x0a

/** Encodings of one byte, as an XML declaration names them. */
const ofOneByte = /^<\?xml[^>]*encoding\s*=\s*["'](?:us-ascii|ascii|iso-8859-1|latin1|windows-1252)["']/i

const encodingOf = (head: Uint8Array): TextEncoding => {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return ofOneByte.test(String.fromCharCode(...head.subarray(0, 200))) ? 'windows-1252' : 'utf-8'
}

const isUtf16 = (encoding: TextEncoding): boolean => encoding === 'utf-16le' || encoding === 'utf-16be'

/** Rows that a line of so many bytes takes. */
const rowsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / rowBytes))

/** Offset in `bytes` of the next line feed from an offset on, -1 where there is none. `isOdd`: the first byte is half a unit. */
const nextLineFeed = (bytes: Uint8Array, from: number, encoding: TextEncoding, isOdd: boolean): number => {
  if (!isUtf16(encoding)) return bytes.indexOf(LF, from)
  const [isFeedOdd, beside] = encoding === 'utf-16le' ? [isOdd, 1] : [!isOdd, -1]
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if ((at % 2 === 1) !== isFeedOdd) continue
    // The other half of the unit may be in the piece before or after; no XML character but the feed has it 0 at a line's end.
    if ((bytes[at + beside] ?? 0) === 0) return at
  }
  return -1
}

/** Bytes from the one that ends a line to the next line. */
const stepOver = (encoding: TextEncoding): number => (encoding === 'utf-16le' ? 2 : 1)

/** Makes the index of a file from its bytes, cut anywhere. */
export const createLineIndexer = (): { write: (chunk: Uint8Array) => void; end: () => LineIndex } => {
  const lineAt: number[] = []
  const rowAt: number[] = []
  const startAt: number[] = []
  let encoding: TextEncoding | undefined
  let bytes = 0
  let line = 1
  let row = 0
  let start = 0
  const noteUpTo = (byte: number): void => {
    for (let next = lineAt.length * blockBytes; next <= byte; next += blockBytes) {
      lineAt.push(line)
      rowAt.push(row)
      startAt.push(start)
    }
  }
  return {
    write: chunk => {
      if (chunk.length === 0) return
      encoding ??= encodingOf(chunk)
      const isOdd = bytes % 2 === 1
      for (
        let at = nextLineFeed(chunk, 0, encoding, isOdd);
        at >= 0;
        at = nextLineFeed(chunk, at + 1, encoding, isOdd)
      ) {
        const feed = bytes + at
        noteUpTo(feed)
        const end = encoding === 'utf-16be' ? feed - 1 : feed
        row += rowsOf(end - start)
        line += 1
        start = feed + stepOver(encoding)
      }
      bytes += chunk.length
      noteUpTo(bytes - 1)
    },
    end: () => {
      // What follows the last line feed is a line only where there is something.
      const isOpen = bytes > start || bytes === 0
      return {
        encoding: encoding ?? 'utf-8',
        bytes,
        lines: isOpen ? line : line - 1,
        rows: isOpen ? row + rowsOf(bytes - start) : row,
        lineAt: Float64Array.from(lineAt),
        rowAt: Float64Array.from(rowAt),
        startAt: Float64Array.from(startAt),
      }
    },
  }
}

/** A line, or a part of a long one. */
export interface TextRow {
  row: number
  line: number
  /** Whether the line began in a row before, and whether it goes on in the next. */
  isContinued: boolean
  continues: boolean
  text: string
  /** Byte of the file at which it begins. */
  byte: number
  bytes: Uint8Array
}

/** A file as rows of text, of which only those are read that are asked for. */
export interface FileText {
  lines: number
  rows: number
  /** Bytes that can be shown: a file that is not well-formed is read up to its fault. */
  bytes: number
  /** Rows from one on, at most `count`. */
  read: (from: number, count: number) => Promise<TextRow[]>
  /** The row that holds a byte. */
  rowOfByte: (byte: number) => Promise<number>
  /** The first row of a line; the last line for one that there is not. */
  rowOfLine: (line: number) => Promise<number>
  /** The byte of a place: a column counts code points from 1. */
  byteOf: (place: { line: number; column: number }) => Promise<number>
  /** Characters of a row before a byte of the file. */
  charactersBefore: (row: TextRow, byte: number) => number
}

/** Bytes that a character may begin before the byte that a row is cut at. */
const slack = 4

const isInside = (bytes: Uint8Array, at: number, encoding: TextEncoding): boolean => {
  if (encoding === 'utf-8') return ((bytes[at] ?? 0) & 0xc0) === 0x80
  if (!isUtf16(encoding)) return false
  const high = bytes[encoding === 'utf-16le' ? at + 1 : at] ?? 0
  return high >= 0xdc && high <= 0xdf
}

interface Line {
  line: number
  /** Its first row. */
  row: number
  start: number
  end: number
}

/** The rows of a file, which may be changed or removed on the disk: then reading fails. */
export const createFileText = (file: Blob, index: LineIndex): FileText => {
  const { encoding, lineAt, rowAt, startAt } = index
  const decoder = new TextDecoder(encoding)
  const unit = isUtf16(encoding) ? 2 : 1

  /** The row at which a block begins. */
  const firstRow = (block: number): number =>
    (rowAt[block] ?? 0) + Math.floor((block * blockBytes - (startAt[block] ?? 0)) / rowBytes)

  /** The last block for which something holds that holds for the first ones. */
  const lastBlock = (holds: (block: number) => boolean): number => {
    let from = 0
    for (let to = Math.max(0, lineAt.length - 1); from < to; ) {
      const middle = Math.ceil((from + to) / 2)
      if (holds(middle)) from = middle
      else to = middle - 1
    }
    return from
  }

  const slice = async (from: number, to: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(from, Math.min(to, index.bytes)).arrayBuffer())

  /** Lines from a block on, as far as the bytes go that begin at `from`. The last one may end later. */
  function* linesFrom(block: number, bytes: Uint8Array, from: number): Generator<Line> {
    let line = lineAt[block] ?? 1
    let row = rowAt[block] ?? 0
    let start = startAt[block] ?? 0
    const isOdd = from % 2 === 1
    for (
      let at = nextLineFeed(bytes, block * blockBytes - from, encoding, isOdd);
      at >= 0;
      at = nextLineFeed(bytes, at + 1, encoding, isOdd)
    ) {
      const feed = from + at
      const end = encoding === 'utf-16be' ? feed - 1 : feed
      yield { line, row, start, end }
      row += rowsOf(end - start)
      line += 1
      start = feed + stepOver(encoding)
    }
    const end = from + bytes.length
    if (end > start || index.bytes === 0) yield { line, row, start, end }
  }

  const cut = (bytes: Uint8Array, from: number, at: number, start: number): number => {
    let cutAt = at
    while (cutAt > start && isInside(bytes, cutAt - from, encoding)) cutAt -= unit
    return cutAt
  }

  /** What a line shows: not the carriage return before its line feed. */
  const shownEnd = (bytes: Uint8Array, from: number, { start, end }: Line): number => {
    const last = end - from - (encoding === 'utf-16le' ? 2 : 1)
    return end - unit >= start && bytes[last] === 0x0d ? end - unit : end
  }

  const lengthOf = (text: string): number =>
    encoding === 'utf-8' ? new TextEncoder().encode(text).length : text.length * unit

  const read = async (from: number, count: number): Promise<TextRow[]> => {
    if (count <= 0 || from >= index.rows) return []
    const block = lastBlock(one => firstRow(one) <= from)
    const begin = Math.max(0, block * blockBytes - rowBytes - slack)
    const readFrom = begin - (begin % 2)
    const bytes = await slice(readFrom, (block + 1) * blockBytes + count * (rowBytes + unit) + slack)
    const found: TextRow[] = []
    for (const line of linesFrom(block, bytes, readFrom)) {
      const parts = rowsOf(line.end - line.start)
      const end = shownEnd(bytes, readFrom, line)
      for (let part = Math.max(0, from - line.row); part < parts; part += 1) {
        if (found.length === count) return found
        const byte = cut(bytes, readFrom, line.start + part * rowBytes, line.start)
        const isLast = part === parts - 1
        const to = isLast ? end : cut(bytes, readFrom, line.start + (part + 1) * rowBytes, line.start)
        const own = bytes.slice(byte - readFrom, Math.max(byte, to) - readFrom)
        found.push({
          row: line.row + part,
          line: line.line,
          isContinued: part > 0,
          continues: !isLast,
          text: decoder.decode(own),
          byte,
          bytes: own,
        })
      }
    }
    return found
  }

  const rowOfLine = async (wanted: number): Promise<number> => {
    if (wanted <= 1) return 0
    const last = Math.min(wanted, index.lines)
    const block = lastBlock(one => (lineAt[one] ?? 1) < last)
    const from = block * blockBytes
    const bytes = await slice(from, from + blockBytes + unit + 1)
    for (const { line, row } of linesFrom(block, bytes, from)) if (line === last) return row
    return 0
  }

  return {
    lines: index.lines,
    rows: index.rows,
    bytes: index.bytes,
    read,
    rowOfByte: async byte => {
      const at = Math.max(0, Math.min(byte, index.bytes - 1))
      const block = Math.floor(at / blockBytes)
      const from = block * blockBytes
      const bytes = await slice(from, at + unit)
      let row = 0
      for (const line of linesFrom(block, bytes, from))
        if (line.start <= at)
          row =
            line.row + Math.min(Math.floor((at - line.start) / rowBytes), rowsOf(line.end - line.start) - 1)
      return row
    },
    rowOfLine,
    byteOf: async ({ line, column }) => {
      let left = column - 1
      for (let at = await rowOfLine(line); ; at += 1) {
        const [row] = await read(at, 1)
        if (!row || row.line !== line) return 0
        const characters = [...row.text]
        // A mark of the byte order is no part of the text.
        const mark = row.bytes.length - lengthOf(row.text)
        const before = row.byte === 0 ? mark : 0
        if (left <= characters.length || !row.continues)
          return row.byte + before + lengthOf(characters.slice(0, left).join(''))
        left -= characters.length
      }
    },
    charactersBefore: (row, byte) =>
      decoder.decode(row.bytes.subarray(0, Math.max(0, Math.min(byte - row.byte, row.bytes.length)))).length,
  }
}
