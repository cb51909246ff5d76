/** What a cell of CSV can be made of. */
export type CsvCell = string | number | bigint | boolean | null | undefined

/** Apostrophes before it as well: taking one away gives the text that was there, whatever it was (docs/decisions). */
const formulaStart = /^'*[=+\-@\t\r]/
/** Numbers, also with separators, as a percentage or as percentage points: a spreadsheet reads a value, so a negative one is no formula. */
const isNumber = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?(%| points)?$/
/** Digits of which a spreadsheet would keep the first fifteen only, were they a number: identifiers, never quantities. */
const isLongIdentifier = /^\d{15,}$/

const safeText = (text: string): string => {
  if (isLongIdentifier.test(text)) return `="${text}"`
  return formulaStart.test(text) && !isNumber.test(text) ? `'${text}` : text
}

/**
 * A cell that spreadsheet programs show as it is: text that looks like a formula is led by an apostrophe, and a long identifier is
 * written as ="…", which they take for text.
 */
const cellText = (cell: CsvCell): string => {
  if (cell === null || cell === undefined) return ''
  const safe = typeof cell === 'string' ? safeText(cell) : String(cell)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Leads a CSV file: without it spreadsheet programs do not read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** One line of CSV (RFC 4180), with its line end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`

/** The text of a cell as it was before `csvLine` led it by an apostrophe. */
export const csvCellText = (cell: string): string =>
  formulaStart.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell

/** One record of a CSV text, with the number of the line on which it begins. */
export interface CsvRecord {
  line: number
  cells: readonly string[]
  /** Number of its field, from 1, whose quote is not closed: the rest of the text stands in it. */
  openField?: number
}

/** What separates the fields of a file: spreadsheets write semicolons where the comma is the decimal sign, or tabs. */
export const csvSeparators = [',', ';', '\t'] as const
export type CsvSeparator = (typeof csvSeparators)[number]

// A field with all that follows it: in quotes (in which a quote is written twice) or plain, then its end.
const fieldsWith = (separator: CsvSeparator): RegExp =>
  new RegExp(
    String.raw`(?:"((?:[^"]|"")*)("|$)|([^"${separator}\r\n][^${separator}\r\n]*)?)(${separator}|\r\n|\n|\r|$)`,
    'g',
  )

/**
 * The records of a CSV text (RFC 4180): fields separated by commas, quoted where they hold a comma, a quote or a line end.
 * Empty lines are left out, and so is the mark that some spreadsheet programs put before the first field. A quote that is
 * never closed takes the rest of the text into its field.
 */
export const csvRecords = (text: string, separator: CsvSeparator = ','): CsvRecord[] => {
  const records: CsvRecord[] = []
  const content = text.startsWith(byteOrderMark) ? text.slice(1) : text
  let cells: string[] = []
  let line = 1
  let first = 1
  for (const [, quoted, quote, plain = '', end = ''] of content.matchAll(fieldsWith(separator))) {
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += quoted === undefined ? 0 : (quoted.match(/\n/g)?.length ?? 0)
    if (end === separator) continue
    const isOpen = quoted !== undefined && quote === ''
    if (cells.length > 1 || cells[0] !== '' || isOpen)
      records.push({ line: first, cells, ...(isOpen ? { openField: cells.length } : {}) })
    cells = []
    if (end === '') break
    line += 1
    first = line
  }
  return records
}
