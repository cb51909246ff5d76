import { type Message, message } from '../messages/message.ts'
import { bytes } from './bytes.ts'
import { type CsvSeparator, csvCellText, csvRecords, csvSeparators } from './csv.ts'
import { limits } from './limits.ts'
import type { TextEncoding } from './textEncoding.ts'

/** What is wrong with an imported file, and where. */
export interface FileFault {
  /** Counted from 1; the first line has the names. */
  line: number
  /** Name of the column; null where the whole line, or the whole file, is at fault. */
  column: string | null
  /** What the file has there. */
  value: string
  reason: Message
  /** Values that would be right in its place, where there are only a few. */
  choices?: readonly string[]
  /** The earlier line that names the same provider. */
  sameAs?: number
}

/** Why a file is too large to be imported; undefined if it is not. Bytes are counted: a text has at least as many as characters. */
export const importFileRefusal = ({ size }: { size: number }): Message | undefined =>
  size > limits.registerText
    ? message('problems', 'fileTooLarge', { limit: bytes(limits.registerText) })
    : undefined

/** A row of a CSV file by the names in its first line. */
export interface NamedRow {
  line: number
  cells: Readonly<Record<string, string>>
}

/** The separator under which the first line has most of the columns: the comma unless another one has more. */
const separatorOf = (text: string, columns: readonly string[]): CsvSeparator => {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const known = (separator: CsvSeparator): number => {
    const names = csvRecords(head, separator)[0]?.cells.map(cell => cell.trim()) ?? []
    return columns.filter(column => names.includes(column)).length
  }
  return csvSeparators.reduce((best, one) => (known(one) > known(best) ? one : best))
}

const withoutBlankEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex(cell => cell !== '') + 1)

/**
 * The rows of a CSV text by the names of its columns, or why it is not such a text. Commas, semicolons or tabs separate them.
 * Other columns are left out, and so are rows and last columns without any text, which spreadsheets add.
 */
export const namedRows = (
  text: string,
  columns: readonly string[],
): { rows: NamedRow[]; faults: FileFault[]; separator: CsvSeparator } => {
  const separator = separatorOf(text, columns)
  const [head, ...records] = csvRecords(text, separator).map(record => ({
    line: record.line,
    cells: record.cells.map(cell => csvCellText(cell.trim())),
  }))
  const names = withoutBlankEnd(head?.cells ?? [])
  const missing = columns.filter(column => !names.includes(column))
  if (missing.length > 0)
    return {
      rows: [],
      faults: missing.map(column => ({
        line: 1,
        column,
        value: '',
        reason: message('server', 'register.noColumn'),
      })),
      separator,
    }
  const filledIn = records.filter(({ cells }) => cells.some(cell => cell !== ''))
  const faults = filledIn
    .filter(({ cells }) => cells.length < names.length || withoutBlankEnd(cells).length > names.length)
    .map(({ line, cells }) => ({
      line,
      column: null,
      value: String(cells.length),
      reason: message('server', 'register.cells', { expected: names.length }),
    }))
  const rows = filledIn.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])),
  }))
  return { rows, faults, separator }
}

/** A character that a program put in the place of one that it could not write, or a byte that is no letter in any encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a wrong encoding leaves behind
export const lostCharacter = /[\uFFFD\u0000-\u0008\u0080-\u009F]/

const separatorNotes: Readonly<Record<CsvSeparator, Message | undefined>> = {
  ',': undefined,
  ';': message('server', 'register.note.semicolons'),
  '\t': message('server', 'register.note.tabs'),
}
const encodingNotes: Readonly<Record<TextEncoding, Message | undefined>> = {
  'utf-8': undefined,
  'utf-16': message('server', 'register.note.utf16'),
  'windows-1252': message('server', 'register.note.windows1252'),
}

/** How a file was read differently than most: its encoding and its separators. */
export const readNotes = (encoding: TextEncoding, separator: CsvSeparator): Message[] =>
  [encodingNotes[encoding], separatorNotes[separator]].filter(note => note !== undefined)
