import { type MonitoringAt, monitoringColumns } from '../../../src/domain/monitoringColumns.ts'
import type { CollectionWire, MonitoringRow } from '../../../src/domain/wire/collections.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import { inLanguage } from '../../messages.ts'
import type { CellValue } from '../../workbooks/xlsx.ts'

export interface CellOptions extends MonitoringAt {
  language: Language
  record: CollectionWire['record']
}

/** Widths of the columns of a workbook, by what stands in them, in characters. */
const widths = { id: 8, text: 36, number: 16, moment: 24 } as const

/** The monitoring table as a file has it: what each column is called and says of each row, moments in UTC. */
export const monitoringCells = (rows: readonly MonitoringRow[], options: CellOptions) => {
  const { language } = options
  const columns = monitoringColumns(options.record)
  const inUtc = messagesFor(language, 'server')
  return {
    headings: columns.map(({ heading, kind }) => {
      const name = inLanguage(language, heading)
      return {
        heading: kind === 'moment' ? inUtc('export.inUtc', { heading: name }) : name,
        width: widths[kind],
      }
    }),
    cells: rows.map(row =>
      columns.map(({ says }): CellValue => {
        const said = says(row, options)
        return typeof said === 'object' && said !== null ? inLanguage(language, said) : said
      }),
    ),
  }
}
