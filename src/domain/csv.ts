/** What a cell of CSV can be made of. */
export type CsvCell = string | number | bigint | boolean | null | undefined

const formulaStart = /^[=+\-@\t\r]/
const isNumber = /^-?\d+(\.\d+)?$/

/** A cell that spreadsheet programs show and do not run: text that looks like a formula is led by an apostrophe. */
const cellText = (cell: CsvCell): string => {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  const safe = formulaStart.test(text) && !isNumber.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of CSV (RFC 4180), with its line end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`
