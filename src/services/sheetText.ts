import { readXlsx } from 'hucre/xlsx'
import { csvLine } from '../domain/csv.ts'

/** Rows that are read at most: a small file can hold millions of empty ones. */
const mostRows = 50_000

const isPercentage = (format: string | undefined): boolean => format?.includes('%') ?? false

/**
 * The first sheet of a workbook (xlsx) as CSV: a line for each row, with numbers as the sheet shows them, so 0.05 in a cell for
 * percentages is 5%. Rejects if it is no workbook that can be read.
 */
export const sheetText = async (content: Blob): Promise<string> => {
  const { sheets } = await readXlsx(await content.arrayBuffer(), {
    sheets: [0],
    readStyles: true,
    maxRows: mostRows,
  })
  const [sheet] = sheets
  if (!sheet) throw new Error('The workbook has no sheet.')
  return sheet.rows
    .map((row, line) =>
      csvLine(
        row.map((value, column) => {
          // Without line ends, so that the numbers of lines are those of the rows.
          if (typeof value === 'string') return value.replaceAll(/[\r\n]+/g, ' ')
          if (typeof value !== 'number') return value instanceof Date ? value.toISOString() : value
          const format = sheet.cells?.get(`${line},${column}`)?.style?.numFmt
          // Binary fractions: 0.07 * 100 is not 7.
          return isPercentage(format) ? `${Number((value * 100).toFixed(8))}%` : value
        }),
      ),
    )
    .join('')
}
