import { createReader, type XmlName, type XmlReader } from 'bedel-record'

/** A field of a record as the file has it. `line` and `column` (from 1) are those of its tag. */
export interface FileField {
  name: string
  value: string
  line: number
  column: number
}

/** A record as the file has it, with the records in it. */
export interface FileRecord {
  name: string
  line: number
  column: number
  /** Offset of its tag in the file. */
  byte: number
  fields: FileField[]
  children: FileRecord[]
}

/** A part of a file that begins with a record's tag, and where that stands in the file. */
export interface Fragment {
  /** The beginning of the file, with the whole start tag of its root. */
  head: Uint8Array
  /** From the line of the record on: `leadBytes` before its tag are in it. */
  bytes: Uint8Array
  leadBytes: number
  line: number
  byte: number
}

const closing = '>'.charCodeAt(0)
const quotes = ['"', "'"].map(quote => quote.charCodeAt(0))
const lineFeed = '\n'.charCodeAt(0)

/** How a file is written: as its mark says, or in UTF-8. */
const formOf = ([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The bytes of one ASCII character, and the character that begins at a byte: 0 where it is none. */
const asciiOf = (head: Uint8Array) => {
  const form = formOf(head)
  const width = form === 'utf-8' ? 1 : 2
  const written = (code: number): Uint8Array =>
    form === 'utf-8'
      ? Uint8Array.of(code)
      : form === 'utf-16le'
        ? Uint8Array.of(code, 0)
        : Uint8Array.of(0, code)
  const at = (place: number): number => {
    if (form === 'utf-8') return head[place] ?? 0
    const [low = 0, high = 0] =
      form === 'utf-16le' ? [head[place], head[place + 1]] : [head[place + 1], head[place]]
    return high === 0 ? low : 0
  }
  return { width, written, at }
}

/** The file up to the end of its root's start tag: what declares the namespaces of everything in it. */
const rootOf = (head: Uint8Array): Uint8Array => {
  let start: number | undefined
  const reader = createReader({
    startElement: (_, { currentByte }) => {
      start ??= currentByte
    },
  })
  reader.write(head)
  if (start === undefined) throw new Error('The beginning of the file has no element.')
  const ascii = asciiOf(head)
  let quote: number | undefined
  for (let place = start; place < head.length; place += ascii.width) {
    const code = ascii.at(place)
    if (quote !== undefined) quote = code === quote ? undefined : quote
    else if (quotes.includes(code)) quote = code
    else if (code === closing) return head.subarray(0, place + ascii.width)
  }
  throw new Error("The beginning of the file does not hold its root's tag.")
}

/** Columns of the line before the record, in code points. */
const columnsBefore = ({ head, bytes, leadBytes }: Fragment): number => {
  const lead = new TextDecoder(formOf(head)).decode(bytes.subarray(0, leadBytes))
  return [...lead.slice(lead.lastIndexOf('\n') + 1)].length
}

/**
 * The record that a fragment begins with, read as the check of the file reads it; undefined where it is not whole. Elements in
 * `entities` are records, all others fields.
 */
export const readFragment = (fragment: Fragment, entities: ReadonlySet<string>): FileRecord | undefined => {
  const root = rootOf(fragment.head)
  const open: FileRecord[] = []
  let field: FileField | undefined
  let read: FileRecord | undefined
  let isInRoot = false
  let first: { line: number; byte: number } | undefined

  const placeOf = (reader: XmlReader) => {
    first ??= { line: reader.currentLine, byte: reader.currentByte }
    const isFirstLine = reader.currentLine === first.line
    return {
      line: reader.currentLine - first.line + fragment.line,
      column: reader.currentColumn + (isFirstLine ? columnsBefore(fragment) : 0),
    }
  }
  const begin = (name: XmlName, reader: XmlReader): void => {
    if (!isInRoot) {
      isInRoot = true
      return
    }
    if (read) return
    const place = placeOf(reader)
    if (!entities.has(name.local)) {
      field = { name: name.local, value: '', ...place }
      return
    }
    const byte = reader.currentByte - (first?.byte ?? 0) + fragment.byte
    open.push({ name: name.local, ...place, byte, fields: [], children: [] })
  }
  const end = (name: XmlName): void => {
    if (read) return
    const inside = open.at(-1)
    if (field && name.local === field.name) {
      inside?.fields.push(field)
      field = undefined
    } else if (inside && name.local === inside.name) {
      open.pop()
      const around = open.at(-1)
      if (around) around.children.push(inside)
      else read = inside
    }
  }
  const reader = createReader({
    startElement: begin,
    text: (bytes, from, to) => {
      if (field) field.value += Buffer.from(bytes.subarray(from, to)).toString()
    },
    endElement: end,
  })
  reader.write(root)
  reader.write(asciiOf(fragment.head).written(lineFeed))
  reader.write(fragment.bytes.subarray(fragment.leadBytes))
  return read
}
